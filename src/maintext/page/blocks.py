"""Blocks: the paragraphs, headings, list items and table cells of a page, as views created on demand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, overload

from maintext.page.element_flow import HEADINGS
from maintext.page.words import count_words

if TYPE_CHECKING:
    from maintext.page.page import Page
    from maintext.page.source_positions import SourceSpan


class Kind(StrEnum):
    """The kind of a block."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list item"
    TABLE_CELL = "table cell"
    CODE = "code"
    QUOTE = "quote"
    CAPTION = "caption"
    OTHER = "other"


_KINDS = {
    **dict.fromkeys(HEADINGS, Kind.HEADING),
    **dict.fromkeys(("li", "dt", "dd"), Kind.LIST_ITEM),
    **dict.fromkeys(("td", "th"), Kind.TABLE_CELL),
    **dict.fromkeys(("pre", "listing", "plaintext", "xmp"), Kind.CODE),
    **dict.fromkeys(("figcaption", "caption", "legend"), Kind.CAPTION),
    "blockquote": Kind.QUOTE,
    "p": Kind.PARAGRAPH,
}
_AROUND_A_PARAGRAPH = {"li": Kind.LIST_ITEM, "dd": Kind.LIST_ITEM, "blockquote": Kind.QUOTE, "figcaption": Kind.CAPTION}
_NEUTRAL = frozenset(["div", "section", "article", "center", "address", "header", "hgroup", "figure", "main"])


def decides_kind(tag: str) -> bool:
    """Whether an element determines the kind of its blocks."""
    return tag in _KINDS or tag not in _NEUTRAL


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a page."""

    page: "Page"
    index: int

    @property
    def text(self) -> str:
        """The text with white space collapsed; unchanged inside `pre`."""
        return self.page.tree.block_texts[self.index]

    @property
    def element(self) -> int:
        """The index of the element that contains the block's first text node."""
        tree = self.page.tree
        return tree.text_elements[tree.block_starts[self.index]]

    @property
    def container(self) -> int:
        """The index of the nearest block-level element around the text; -1 if there is none."""
        return self.page.container_of(self.element)

    @property
    def kind(self) -> Kind:
        """The kind of the block."""
        tree = self.page.tree
        element = self.page.deciding_element(self.container)
        kind = _KINDS.get(tree.tags[element], Kind.OTHER) if element >= 0 else Kind.OTHER
        around = tree.parents[element] if kind is Kind.PARAGRAPH else -1
        return _AROUND_A_PARAGRAPH.get(tree.tags[around], kind) if around >= 0 else kind

    @property
    def level(self) -> int | None:
        """The level of a heading, 1 to 6; None for other blocks."""
        element = self.page.deciding_element(self.container)
        return HEADINGS.get(self.page.tree.tags[element]) if element >= 0 else None

    @property
    def link_characters(self) -> int:
        """The number of characters that are link text."""
        return self.page.tree.block_links[self.index]

    @property
    def hidden(self) -> bool:
        """Whether the page's markup hides the block."""
        return self.page.hidden_blocks[self.index]

    @property
    def xpath(self) -> str:
        """The absolute, positional XPath of the block in the repaired tree."""
        return self.page.xpaths.of_block(self.index)

    @property
    def source_span(self) -> "SourceSpan | None":
        """Where the block stands in the decoded source; None if it was not found there."""
        return self.page.source_positions.of_block(self.index)

    @property
    def words(self) -> int:
        """The number of words."""
        return count_words(self.text)


@dataclass(frozen=True, slots=True)
class Blocks(Sequence[Block]):
    """All blocks of a page; `Block` objects are created on access."""

    page: "Page"

    def __len__(self) -> int:
        return len(self.page.tree.block_texts)

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> "tuple[Block, ...]": ...

    def __getitem__(self, index: int | slice) -> "Block | tuple[Block, ...]":
        if isinstance(index, slice):
            return tuple(Block(self.page, number) for number in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(f"the page has {len(self)} blocks; there is no block {index}")
        return Block(self.page, index % len(self))

    def __iter__(self) -> Iterator[Block]:
        return (Block(self.page, index) for index in range(len(self)))
