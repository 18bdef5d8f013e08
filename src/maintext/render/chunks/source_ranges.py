"""Where passages stand in the source of their page."""

from itertools import accumulate

from maintext.page import Page
from maintext.page.source_positions import SourceSpan
from maintext.render.chunks.passages import Passage


class SourceRanges:
    """Finds the blocks of passages in the source; the last block that was asked for in part is remembered."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._block = -1
        self._counts: list[int] = []

    def of_block(self, passage: Passage, which: int) -> SourceSpan | None:
        """Where one of a passage's blocks, or the part that it has of it, stands in the source; None if not found."""
        block = passage.blocks[which]
        positions = self._page.source_positions
        if passage.part is None:
            return positions.of_block(block)
        counts = self._counts_of(block)
        start, stop = passage.part
        return positions.of_characters(block, counts[start], counts[stop])

    def _counts_of(self, block: int) -> list[int]:
        """For each position in the text of a block, how many characters stand before it, white space not counted."""
        if block != self._block:
            text = self._page.tree.block_texts[block]
            self._block, self._counts = block, [0, *accumulate(not character.isspace() for character in text)]
        return self._counts
