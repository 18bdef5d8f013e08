"""The two controls in results tables: all text of the page, and no text."""

from collections.abc import Sequence
from dataclasses import dataclass

from maintext.extractors.base import BlockExtractor
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class AllText(BlockExtractor):
    """Keep all visible text in reading order."""

    hidden: bool = False
    """Whether to keep text that the page's own markup hides."""

    def keep(self, page: Page) -> Sequence[bool]:
        """Every block that is shown."""
        if self.hidden:
            return [True] * len(page.blocks)
        return [not hidden for hidden in page.hidden_blocks]


@dataclass(frozen=True, slots=True)
class Nothing(BlockExtractor):
    """Keep no text at all."""

    def keep(self, page: Page) -> Sequence[bool]:
        """No block."""
        return [False] * len(page.blocks)
