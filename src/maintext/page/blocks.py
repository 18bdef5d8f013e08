"""Blocks: the paragraphs, headings, items and cells of a page, as views made when somebody asks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, overload

from maintext.page.elements import BLOCK, HEADINGS, VERBATIM, flow_of
from maintext.page.words import count_words

if TYPE_CHECKING:
    from maintext.page.page import Page


class Kind(StrEnum):
    """What a reader would call a block."""

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


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a page."""

    page: "Page"
    index: int

    @property
    def text(self) -> str:
        """The text, white space collapsed, but exact inside pre."""
        return self.page.tree.block_texts[self.index]

    @property
    def element(self) -> int:
        """The element the block's first text stands in, by its number in the page's tree."""
        tree = self.page.tree
        return tree.text_elements[tree.block_starts[self.index]]

    @property
    def container(self) -> int:
        """The nearest element around the text that starts a block of its own; -1 if there is none."""
        tree = self.page.tree
        element = self.element
        while element >= 0 and flow_of(tree.tags[element]) not in (BLOCK, VERBATIM):
            element = tree.parents[element]
        return element

    @property
    def kind(self) -> Kind:
        """What a reader would call it."""
        tree = self.page.tree
        element = self.container
        while element >= 0:
            tag = tree.tags[element]
            kind = _KINDS.get(tag)
            if kind is Kind.PARAGRAPH:
                around = tree.parents[element]
                return _AROUND_A_PARAGRAPH.get(tree.tags[around], kind) if around >= 0 else kind
            if kind is not None:
                return kind
            if tag not in _NEUTRAL:
                break
            element = tree.parents[element]
        return Kind.OTHER

    @property
    def level(self) -> int | None:
        """A heading's level, 1 to 6."""
        tree = self.page.tree
        element = self.element
        while element >= 0:
            if tree.tags[element] in HEADINGS:
                return HEADINGS[tree.tags[element]] if self.kind is Kind.HEADING else None
            element = tree.parents[element]
        return None

    @property
    def link_characters(self) -> int:
        """How many characters of the text are link text."""
        return self.page.tree.block_links[self.index]

    @property
    def hidden(self) -> bool:
        """Whether the page's own markup keeps the block from being shown."""
        return self.page.hidden_blocks[self.index]

    @property
    def xpath(self) -> str:
        """Where the block is: absolute and positional in the repaired tree."""
        return self.page.xpaths.of_block(self.index)

    @property
    def words(self) -> int:
        """How many words the block has."""
        return count_words(self.text)


@dataclass(frozen=True, slots=True)
class Blocks(Sequence[Block]):
    """All blocks of a page, each made when it is asked for."""

    page: "Page"

    def __len__(self) -> int:
        return len(self.page.tree.block_texts)

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> "tuple[Block, ...]": ...

    def __getitem__(self, index: int | slice) -> "Block | tuple[Block, ...]":
        if isinstance(index, slice):
            return tuple(Block(self.page, at) for at in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(f"the page has {len(self)} blocks; there is no block {index}")
        return Block(self.page, index % len(self))

    def __iter__(self) -> Iterator[Block]:
        return (Block(self.page, at) for at in range(len(self)))
