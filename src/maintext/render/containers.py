"""Containers: lists, tables, quotes and figures that are open during the walk, and the blocks they become."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from maintext.render.code_lines import without_line_numbers
from maintext.render.document import (
    Block,
    Blocks,
    Caption,
    Code,
    DefinitionEntry,
    Definitions,
    Figure,
    Heading,
    List,
    ListItem,
    Paragraph,
    Quote,
    is_image,
)
from maintext.render.html_tables import holds_data, layout_table_blocks, make_table, rows_around, split_caption

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree


class ContainerKind(Enum):
    """The kind of a container."""

    ROOT = auto()
    LIST = auto()
    ITEM = auto()
    DEFINITIONS = auto()
    TERM = auto()
    DEFINITION = auto()
    TABLE = auto()
    CELL = auto()
    QUOTE = auto()
    FIGURE = auto()
    NOTE = auto()


class Container:
    """An open container and its content so far."""

    __slots__ = (
        "_appended",
        "_lines",
        "blocks",
        "cells",
        "checked",
        "code",
        "element",
        "entries",
        "items",
        "kind",
        "label",
        "notes",
    )

    def __init__(self, kind: ContainerKind, element: int, label: str = "") -> None:
        self.kind, self.element, self.label = kind, element, label
        self.blocks: list[Block] = []
        self.items: list[ListItem] = []
        self.entries: list[DefinitionEntry] = []
        self.cells: dict[int, Blocks] = {}
        self.checked: bool | None = None
        self.code = -1  # the pre element whose code was added last
        self._lines: list[str] = []  # the texts of the last code block, which are joined at the end
        self._appended: list[Block] = []  # blocks that continue the last item
        self.notes: dict[str, list[Block]] = {}  # by label, the footnotes of the document; only in the root

    def add(self, block: Block) -> None:
        """Add a block; a block in a list outside of its items becomes an item, or is added to the last one."""
        if self.kind is ContainerKind.LIST:
            if self.items and isinstance(block, List):
                self._appended.append(block)
            else:
                self.add_item(ListItem((block,)))
        elif self.kind is ContainerKind.DEFINITIONS:
            self.entries.append(DefinitionEntry(False, (block,)))
        else:
            self.finish()
            self.blocks.append(block)
            self.code = -1

    def add_item(self, item: ListItem) -> None:
        """Add an item to a list."""
        self.finish()
        self.items.append(item)

    def add_code(self, code: Code, pre: int) -> None:
        """Add code; several blocks of the same pre element become one."""
        if self.continues_code(pre):
            self._lines.append(code.text)
        else:
            self.add(code)
            self.code, self._lines = pre, [code.text]

    def continues_code(self, pre: int) -> bool:
        """Whether the last block is code of this pre element."""
        return self.code == pre and bool(self.blocks) and isinstance(self.blocks[-1], Code)

    def finish(self) -> None:
        """Complete the last list item and the last code block."""
        if self._appended:
            last = self.items[-1]
            self.items[-1] = ListItem((*last.blocks, *self._appended), last.checked)
            self._appended = []
        if len(self._lines) > 1 and isinstance(code := self.blocks[-1], Code):
            self.blocks[-1] = Code("\n".join(without_line_numbers(self._lines)), code.language)
        self._lines = []


def close(containers: list[Container], tree: "Tree", tables: bool) -> None:
    """Close the innermost container and add the resulting block to the container around it."""
    done = containers.pop()
    done.finish()
    parent = containers[-1]
    kind = done.kind
    if kind is ContainerKind.LIST:
        _close_list(done, parent, tree)
    elif kind is ContainerKind.TABLE:
        _close_table(done, parent, tree, tables)
    elif kind is ContainerKind.DEFINITIONS:
        _close_definitions(done, parent)
    elif not done.blocks:
        return
    elif kind is ContainerKind.ITEM:
        parent.add_item(ListItem(tuple(done.blocks), done.checked))
    elif kind in (ContainerKind.TERM, ContainerKind.DEFINITION):
        parent.entries.append(DefinitionEntry(kind is ContainerKind.TERM, tuple(done.blocks)))
    elif kind is ContainerKind.CELL:
        parent.cells[done.element] = tuple(done.blocks)
    elif kind is ContainerKind.QUOTE:
        parent.add(Quote(tuple(done.blocks), done.label))
    elif kind is ContainerKind.NOTE:
        containers[0].notes.setdefault(done.label, []).extend(done.blocks)
    elif _is_figure(done.blocks):
        parent.add(Figure(tuple(done.blocks)))
    else:
        _move_blocks(done.blocks, parent)


def _move_blocks(blocks: list[Block], parent: Container) -> None:
    for block in blocks:
        parent.add(block)


def _close_list(done: Container, parent: Container, tree: "Tree") -> None:
    """Add a list; if it is only used for layout, as by headings or images, the blocks of its items are added."""
    if _is_layout(done.items):
        for item in done.items:
            _move_blocks(list(item.blocks), parent)
    elif done.items:
        parent.add(List(tree.tags[done.element] == "ol", _start(tree, done.element), tuple(done.items)))
    _move_blocks(done.blocks, parent)


def _is_layout(items: list[ListItem]) -> bool:
    """Whether list items contain headings, or nothing but images."""
    blocks = [block for item in items for block in item.blocks]
    return any(isinstance(block, Heading) for block in blocks) or _are_images(blocks)


def _are_images(blocks: list[Block]) -> bool:
    return all(
        (isinstance(block, Paragraph) and is_image(block.content)) or isinstance(block, Figure) for block in blocks
    )


def _start(tree: "Tree", element: int) -> int:
    written = (tree.elements.get(element, "start") or "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 1


def _close_definitions(done: Container, parent: Container) -> None:
    if any(isinstance(block, Heading) for entry in done.entries for block in entry.blocks):
        for entry in done.entries:
            _move_blocks(list(entry.blocks), parent)
    elif done.entries:
        parent.add(Definitions(tuple(done.entries)))


def _close_table(done: Container, parent: Container, tree: "Tree", tables: bool) -> None:
    rows = rows_around(tree, done.element, done.cells)
    caption, rest = split_caption(done.blocks)
    if not done.cells:
        _move_blocks(done.blocks, parent)
    elif not tables or not holds_data(tree, done.element, rows, done.cells):
        _move_blocks([Paragraph(caption)] if caption else [], parent)
        _move_blocks(rest, parent)
        _move_blocks(layout_table_blocks(rows, done.cells), parent)
    else:
        _move_blocks(rest, parent)
        parent.add(make_table(tree, rows, done.cells, caption))


def _is_figure(blocks: list[Block]) -> bool:
    """Whether the blocks contain a caption, or consist of an image."""
    return any(isinstance(block, Caption) for block in blocks) or _are_images(blocks)
