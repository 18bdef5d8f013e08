"""Containers: lists, tables, quotes and figures that are open while the walk is in them, and what they become."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from maintext.render.document import (
    Block,
    Blocks,
    Caption,
    Code,
    DefinitionEntry,
    Definitions,
    Figure,
    Heading,
    Image,
    Item,
    List,
    Note,
    Paragraph,
    Quote,
)
from maintext.render.html_tables import caption_of, flattened, holds_data, make_table, table_rows

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree


class ContainerKind(Enum):
    """What kind of container is open."""

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
    """An open container and what it holds so far."""

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
    )

    def __init__(self, kind: ContainerKind, element: int, label: str = "") -> None:
        self.kind, self.element, self.label = kind, element, label
        self.blocks: list[Block] = []
        self.items: list[Item] = []
        self.entries: list[DefinitionEntry] = []
        self.cells: dict[int, Blocks] = {}
        self.checked: bool | None = None
        self.code = -1  # the pre element whose code was added last
        self._lines: list[str] = []  # what the last block of code holds, if it is made of several
        self._appended: list[Block] = []  # blocks that continue the last item

    def add(self, block: Block) -> None:
        """Add a block; a block in a list outside of its items becomes an item, or is added to the last one."""
        if self.kind is ContainerKind.LIST and not isinstance(block, Note):
            if self.items and isinstance(block, List):
                self._appended.append(block)
            else:
                self.add_item(Item((block,)))
        elif self.kind is ContainerKind.DEFINITIONS:
            self.entries.append(DefinitionEntry(False, (block,)))
        else:
            self.finish()
            self.blocks.append(block)
            self.code = -1

    def add_item(self, item: Item) -> None:
        """Put an item into a list."""
        self.finish()
        self.items.append(item)

    def add_code(self, code: Code, pre: int) -> None:
        """Put a block of code in; blocks of the same pre are one."""
        if self.goes_on_with(pre):
            self._lines.append(code.text)
        else:
            self.add(code)
            self.code, self._lines = pre, [code.text]

    def goes_on_with(self, pre: int) -> bool:
        """Whether the last block is code of this pre element."""
        return self.code == pre and bool(self.blocks) and isinstance(self.blocks[-1], Code)

    def finish(self) -> None:
        """Put together what was collected for the last item and the last block of code."""
        if self._appended:
            last = self.items[-1]
            self.items[-1] = Item((*last.blocks, *self._appended), last.checked)
            self._appended = []
        if len(self._lines) > 1 and isinstance(code := self.blocks[-1], Code):
            self.blocks[-1] = Code("\n".join(self._lines), code.language)
        self._lines = []


def close(containers: list[Container], tree: "Tree", tables: bool) -> None:
    """End the innermost container and put what it became into the next one."""
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
        parent.add_item(Item(tuple(done.blocks), done.checked))
    elif kind in (ContainerKind.TERM, ContainerKind.DEFINITION):
        parent.entries.append(DefinitionEntry(kind is ContainerKind.TERM, tuple(done.blocks)))
    elif kind is ContainerKind.CELL:
        parent.cells[done.element] = tuple(done.blocks)
    elif kind is ContainerKind.QUOTE:
        parent.add(Quote(tuple(done.blocks)))
    elif kind is ContainerKind.NOTE:
        parent.add(Note(done.label, tuple(done.blocks)))
    elif _is_figure(done.blocks):
        parent.add(Figure(tuple(done.blocks)))
    else:
        _pass_on(done.blocks, parent)


def _pass_on(blocks: list[Block], parent: Container) -> None:
    for block in blocks:
        parent.add(block)


def _close_list(done: Container, parent: Container, tree: "Tree") -> None:
    """A list whose items have headings only lays out the page: its items follow each other."""
    if any(isinstance(block, Heading) for item in done.items for block in item.blocks):
        for item in done.items:
            _pass_on(list(item.blocks), parent)
    elif done.items:
        parent.add(List(tree.tags[done.element] == "ol", _start(tree, done.element), tuple(done.items)))
    _pass_on(done.blocks, parent)


def _start(tree: "Tree", element: int) -> int:
    written = (tree.elements.get(element, "start") or "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 1


def _close_definitions(done: Container, parent: Container) -> None:
    if any(isinstance(block, Heading) for entry in done.entries for block in entry.blocks):
        for entry in done.entries:
            _pass_on(list(entry.blocks), parent)
    elif done.entries:
        parent.add(Definitions(tuple(done.entries)))


def _close_table(done: Container, parent: Container, tree: "Tree", tables: bool) -> None:
    rows = table_rows(tree, done.element)
    caption, rest = caption_of(done.blocks)
    if not done.cells:
        _pass_on(done.blocks, parent)
    elif not holds_data(tree, done.element, rows, done.cells):
        _pass_on([Paragraph(caption)] if caption else [], parent)
        _pass_on(rest, parent)
        _pass_on(flattened(rows, done.cells), parent)
    elif tables:
        _pass_on(rest, parent)
        parent.add(make_table(tree, rows, done.cells, caption))


def _is_figure(blocks: list[Block]) -> bool:
    """Whether it has a caption, or is a picture."""
    return any(isinstance(block, Caption) for block in blocks) or all(
        isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Image)
        for block in blocks
    )
