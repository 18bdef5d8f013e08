"""Is a block content? Small trees over a block and its two neighbors [Kohlschütter 2010].

Each is a filter that marks every block of a document; beyond the page's edges a neighbor is an empty block.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from maintext.extractors.boilerpipe.blocks import TextBlock, TextDocument, marked

_NO_BLOCK: Final = TextBlock("", members=())


@dataclass(frozen=True, slots=True)
class ClassifyByWords:
    """The published decision tree over word counts and link densities of a block and its two neighbors."""

    link_density: float
    previous_link_density: float

    def __call__(self, document: TextDocument) -> TextDocument:
        """Every block marked as content or not."""
        return _classified(document, self.is_content)

    def is_content(self, before: TextBlock, block: TextBlock, after: TextBlock) -> bool:
        """The decision for one block."""
        if block.link_density > self.link_density:
            return False
        if before.link_density <= self.previous_link_density:
            return block.words > 16 or after.words > 15 or before.words > 4
        return block.words > 40 or after.words > 17


@dataclass(frozen=True, slots=True)
class ClassifyByDensity:
    """The published decision tree over text densities and link densities of a block and its two neighbors."""

    link_density: float
    previous_link_density: float

    def __call__(self, document: TextDocument) -> TextDocument:
        """Every block marked as content or not."""
        return _classified(document, self.is_content)

    def is_content(self, before: TextBlock, block: TextBlock, after: TextBlock) -> bool:
        """The decision for one block."""
        if block.link_density > self.link_density:
            return False
        if before.link_density > self.previous_link_density:
            return after.text_density > 11
        if block.text_density > 9:
            return after.text_density > 0
        return after.text_density > 10 or before.text_density > 4


def classify_as_canola(document: TextDocument) -> TextDocument:
    """Every block marked as content or not, by the rules learned from the Canola corpus."""

    def is_content(before: TextBlock, block: TextBlock, after: TextBlock) -> bool:
        if block.words > 19 or (block.linked > 0 and after.words > 11):
            return True
        plain_around = after.words > 6 and not after.linked and not before.linked
        return plain_around and (block.words > 6 or before.words > 7 or after.words > 19)

    return _classified(document, is_content)


def mark_everything(document: TextDocument) -> TextDocument:
    """Every block marked as content."""
    return _classified(document, lambda before, block, after: True)


def _classified(document: TextDocument, is_content: Callable[[TextBlock, TextBlock, TextBlock], bool]) -> TextDocument:
    padded = [_NO_BLOCK, *document.blocks, _NO_BLOCK]
    around = zip(padded, padded[1:], padded[2:], strict=False)
    return document._replace(
        blocks=[marked(block, is_content(before, block, after)) for before, block, after in around]
    )
