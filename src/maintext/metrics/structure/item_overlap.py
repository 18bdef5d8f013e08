"""Precision and recall of document structure: headings, list items, cells, links, images, code, formulas, footnotes.

Gold and extraction are HTML or Markdown; Markdown is converted to HTML first, so that the same rules apply to both
sides and to every tool. Items are compared as multisets:

- heading: its level and its words. Level 1 counts as level 2, because reader views and Markdown converters reserve
  level 1 for the title.
- list-item: its words, without those of nested items, tables and code.
- cell: the words of a table cell. Empty cells and tables with only one cell are left out.
- link: its absolute URL, with the host in lower case, escapes decoded, and without tracking parameters such as
  utm_source and fbclid. Links within the page are left out.
- image: the name of the image file, without size and format, and after removing the URL of an image server around it.
  Embedded videos and posts are left out.
- code-line: a line of a code block, white space collapsed.
- code-language: the language of a code block; js is javascript, sh is bash.
- formula: TeX without delimiters, white space, braces, environments, spacing and font commands. MathML without TeX in
  an annotation or attribute is converted to TeX.
- footnote: the words of the first paragraph of a note that a mark in the text refers to, without label and link back.
- quotation: the words of a block in a quotation. Callouts are left out.

Words are lower-cased Unicode words (NFKC) without punctuation. Pages without items of a kind in gold and extraction do
not count for that kind. Extractors that return only plain text are not scored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from maintext.metrics.counts import Counts, pool
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.structure.document_items import KINDS, DocumentItems, Kind
from maintext.metrics.structure.reading import gold_items, retrieved_items


@dataclass(frozen=True, slots=True)
class Structure(Metric):
    """Overlap of the items of one kind, or of all kinds."""

    kind: Literal["all"] | Kind = "all"

    @property
    def reads_markup(self) -> bool:
        """Always True."""
        return True

    def parts(self) -> Mapping[str, Metric]:
        """The metric of each kind."""
        return {kind: Structure(kind) for kind in KINDS} if self.kind == "all" else {}

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two multisets of items; None if neither side has any."""
        wanted, found = gold_items(gold), retrieved_items(retrieved)
        if wanted is None or found is None:
            return None
        counts = pool(_overlap(wanted, found, kind) for kind in self.kinds())
        return counts if any(counts) else None

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that count."""
        return KINDS if self.kind == "all" else (self.kind,)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether the gold has no item of these kinds."""
        return self._is_empty(gold_items(gold))

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """Whether the extraction has no item of these kinds."""
        return self._is_empty(retrieved_items(retrieved))

    def _is_empty(self, document: DocumentItems | None) -> bool:
        return document is None or not any(document.of(kind) for kind in self.kinds())


def _overlap(wanted: DocumentItems, found: DocumentItems, kind: Kind) -> Counts:
    left, right = wanted.of(kind), found.of(kind)
    return Counts((left & right).total(), (right - left).total(), (left - right).total())
