"""Precision and recall over text blocks: each is kept or dropped, rightly or wrongly."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from maintext.metrics.counts import Counts
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.sequences import places
from maintext.metrics.tokenizers import Tokens, tokenize

Line = tuple[str, ...]
Blocked = Counter[tuple[int, Line]]


@dataclass(frozen=True, slots=True)
class Blocks(Metric):
    """Blocks count alike, or `weighted` by their words.

    of="lines": a block is a line, and the same line must stand on the other side.
    of="page": a block is a line of the page, and belongs to a side if at least half of its words fall in that side's
    in-order alignment with the page; needs the page's text.
    """

    weighted: bool = False
    of: Literal["lines", "page"] = "lines"
    tokens: Tokens = "unicode"

    @property
    def needs_page(self) -> bool:
        """It must if blocks are the page's."""
        return self.of == "page"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two multisets of blocks."""
        if self.of == "lines":
            sides = [Counter((0, line) for line in self.lines(text)) for text in (gold.text, retrieved.text)]
        elif gold.page_text is not None:
            page = self.lines(gold.page_text)
            sides = [_kept(page, tokenize(text, self.tokens)) for text in (gold.text, retrieved.text)]
        else:
            return None
        wanted, got = sides
        return Counts(self.size(wanted & got), self.size(got - wanted), self.size(wanted - got))

    def lines(self, text: str) -> list[Line]:
        """The lines that have any word, as words."""
        return [tokens for line in text.splitlines() if (tokens := tuple(tokenize(line, self.tokens)))]

    def size(self, blocks: Blocked) -> int:
        """How many blocks there are, or how many words are in them."""
        return sum(many * (len(line) if self.weighted else 1) for (_, line), many in blocks.items())


def _kept(page: Sequence[Line], tokens: list[str]) -> Blocked:
    """The lines of the page at least half of whose words the tokens take, each told apart by its place."""
    taken = places(tokens, [word for line in page for word in line])
    kept: Blocked = Counter()
    start = 0
    for line in page:
        end = start + len(line)
        if 2 * sum(place in taken for place in range(start, end)) >= len(line):
            kept[start, line] = 1
        start = end
    return kept
