"""The link quota filter [Gupta 2003]: text that is mostly links is not the main text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.base import BlockExtractor
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class LinkQuota(BlockExtractor):
    """Keep the blocks that have few links."""

    paper: ClassVar[str] = "Gupta 2003"

    quota: float = 0.25
    """The largest share of a block's characters that may be link text."""

    def __post_init__(self) -> None:
        if not 0 <= self.quota <= 1:
            raise ValueError("quota must be between 0 and 1")

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks within the quota."""
        tree = page.tree
        return [links <= self.quota * len(text) for links, text in zip(tree.block_links, tree.block_texts, strict=True)]
