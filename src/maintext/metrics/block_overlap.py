"""Precision and recall over text blocks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from maintext.metrics.counts import Counts
from maintext.metrics.hard_wraps import unwrap_lines
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.sequences import page_positions
from maintext.metrics.tokenizers import Tokens, tokenize

Line = tuple[str, ...]
Blocked = Counter[tuple[int, Line]]


@dataclass(frozen=True, slots=True)
class BlockOverlap(Metric):
    """Overlap of blocks, each counted once, or with `weighted` by its number of words.

    of="lines": blocks are the lines of the texts; equal lines match. In a text that was broken at a fixed width, the
    lines of each paragraph count as one.
    of="page": blocks are the lines of the page. A text contains a block if at least half of the block's words are in
    the in-order alignment of the text with the page. Needs the page's text.
    """

    weighted: bool = False
    of: Literal["lines", "page"] = "lines"
    tokens: Tokens = "unicode"

    @property
    def needs_page(self) -> bool:
        """True for of="page"."""
        return self.of == "page"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two multisets of blocks."""
        if self.of == "lines":
            sides = [Counter((0, line) for line in self.lines(text)) for text in (gold.text, retrieved.text)]
        elif gold.page_text is not None:
            page = self.lines(gold.page_text)
            sides = [_lines_in_alignment(page, tokenize(text, self.tokens)) for text in (gold.text, retrieved.text)]
        else:
            return None
        wanted, got = sides
        return Counts(self.size(wanted & got), self.size(got - wanted), self.size(wanted - got))

    def lines(self, text: str) -> list[Line]:
        """The words of each line that has any."""
        return [tokens for line in unwrap_lines(text) if (tokens := tuple(tokenize(line, self.tokens)))]

    def size(self, blocks: Blocked) -> int:
        """The number of blocks, or of words in them."""
        return sum(many * (len(line) if self.weighted else 1) for (_, line), many in blocks.items())


def _lines_in_alignment(page: Sequence[Line], tokens: list[str]) -> Blocked:
    """The lines of the page, with their positions, that have at least half of their words aligned with the tokens."""
    taken = page_positions(tokens, [word for line in page for word in line])
    kept: Blocked = Counter()
    start = 0
    for line in page:
        end = start + len(line)
        if 2 * sum(position in taken for position in range(start, end)) >= len(line):
            kept[start, line] = 1
        start = end
    return kept
