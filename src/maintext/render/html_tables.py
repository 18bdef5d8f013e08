"""HTML tables: distinguish data tables from layout tables, and assign cells to columns."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from maintext.render.document import (
    Block,
    Blocks,
    Caption,
    Code,
    DataTable,
    Figure,
    Heading,
    Inlines,
    List,
    Paragraph,
    TableCell,
    plain_text,
)

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

CellPosition: TypeAlias = tuple[int, int, int, int]
"""The column of a cell, its element, and the numbers of columns and rows that it spans."""

_MAX_SPAN = 1000
_PARTIAL = 64  # a table with more elements than this per kept cell is kept in part
_BLANKS = 4  # the maximum number of blank cells per cell; beyond it, spans are ignored
_LONG = 200  # the mean cell length, in characters, of a layout table


def table_rows(tree: "Tree", table: int) -> list[list[int]]:
    """The cells of each row of a table, without those of nested tables."""
    tags, parents = tree.tags, tree.parents
    rows: list[list[int]] = []
    row = -1
    groups = {table}
    for element in range(table + 1, len(tags)):
        parent = parents[element]
        if parent < table:
            break
        tag = tags[element]
        if parent in groups:
            if tag in ("tbody", "thead", "tfoot"):
                groups.add(element)
            elif tag == "tr":
                row = element
                rows.append([])
        elif parent == row and tag in ("td", "th"):
            rows[-1].append(element)
    return rows


def rows_around(tree: "Tree", table: int, cells: Iterable[int]) -> list[list[int]]:
    """The rows of a table; of a large one of which few cells are kept, only the rows with these cells."""
    kept = sorted(cells)
    if tree.ends[table] - table <= _PARTIAL * len(kept):
        return table_rows(tree, table)
    tags, parents = tree.tags, tree.parents
    rows = dict.fromkeys(parents[cell] for cell in kept)
    return [
        [cell for cell in range(row + 1, tree.ends[row]) if parents[cell] == row and tags[cell] in ("td", "th")]
        for row in rows
    ]


def holds_data(tree: "Tree", table: int, rows: list[list[int]], cells: dict[int, Blocks]) -> bool:
    """Whether a table is a data table, judged by its kept content."""
    role = tree.elements.get(table, "role")
    if role in ("presentation", "none"):
        return False
    filled = [[cell for cell in row if cells.get(cell)] for row in rows]
    filled = [row for row in filled if row]
    if max((len(row) for row in filled), default=0) < 2:
        return False
    heads = any(tree.tags[cell] == "th" for row in filled for cell in row)
    blocks = [block for row in filled for cell in row for block in cells[cell]]
    if any(isinstance(block, DataTable | Figure | Code) for block in blocks):
        return False
    if heads:
        return True
    if any(isinstance(block, Heading) for block in blocks) or len(filled) < 2:
        return False
    count = sum(map(len, filled))
    if len(blocks) > 2 * count or any(isinstance(block, List) for block in blocks):
        return False
    return sum(len(plain_text(block.content)) for block in blocks if isinstance(block, Paragraph)) <= _LONG * count


def make_table(tree: "Tree", rows: list[list[int]], cells: dict[int, Blocks], caption: Inlines) -> DataTable:
    """The table of the kept rows, with every cell in its column; columns in which no cell starts are left out."""
    placed = _column_layout(tree, rows)
    made = _kept_rows(tree, placed, cells) if placed is not None else None
    if made is None or _blanks(made) > _BLANKS * sum(map(len, made)) + 200:
        made = _kept_rows(tree, [[(column, cell, 1, 1) for column, cell in enumerate(row)] for row in rows], cells)
    width = max((row[-1].column + 1 for row in made if row), default=0)
    return DataTable(width, tuple(made), caption)


def _kept_rows(tree: "Tree", placed: list[list[CellPosition]], cells: dict[int, Blocks]) -> list[tuple[TableCell, ...]]:
    """The rows with kept content, with columns numbered without gaps."""
    kept = [row for row in placed if any(cells.get(cell) for _, cell, _, _ in row)]
    columns = sorted({position[0] for row in kept for position in row})
    return [
        tuple(
            TableCell(
                bisect_left(columns, column),
                cells.get(cell, ()),
                tree.tags[cell] == "th",
                max(1, bisect_left(columns, column + wide) - bisect_left(columns, column)),
                high,
            )
            for column, cell, wide, high in row
        )
        for row in kept
    ]


def _blanks(rows: list[tuple[TableCell, ...]]) -> int:
    """The number of blank cells needed to align the columns."""
    return sum(row[-1].column + 1 - len(row) for row in rows if row)


def _column_layout(tree: "Tree", rows: list[list[int]]) -> list[list[CellPosition]] | None:
    """The column of each cell, given the spans; None if the spans need too many blank cells."""
    budget = _BLANKS * sum(map(len, rows)) + 200
    held: dict[int, int] = {}  # column -> the number of rows for which a cell above still occupies it
    placed = []
    for left, row in enumerate(rows):
        column = 0
        line = []
        taken: dict[int, int] = {}
        for cell in row:
            while held.get(column, 0) > 0:
                column += 1
                budget -= 1
            wide = _span(tree, cell, "colspan")
            high = min(_span(tree, cell, "rowspan"), len(rows) - left)
            line.append((column, cell, wide, high))
            if high > 1:
                if wide * high > 100_000 or (budget := budget - wide) < 0:
                    return None
                taken.update(dict.fromkeys(range(column, column + wide), high))
            column += wide
        held = {key: rows_left - 1 for key, rows_left in held.items() if rows_left > 1}
        held |= {key: rows_left - 1 for key, rows_left in taken.items()}
        budget -= len(held)
        placed.append(line)
        if budget < 0:
            return None
    return placed


def _span(tree: "Tree", cell: int, name: str) -> int:
    written = (tree.elements.get(cell, name) or "").strip()
    if not written.isascii() or not written.isdigit() or len(written) > 20:
        return 1
    return max(1, min(int(written), _MAX_SPAN))


def layout_table_blocks(rows: list[list[int]], cells: dict[int, Blocks]) -> list[Block]:
    """The blocks in the cells of a layout table, in reading order."""
    return [block for row in rows for cell in row for block in cells.get(cell, ())]


def split_caption(blocks: list[Block]) -> tuple[Inlines, list[Block]]:
    """The caption among the blocks of a table outside of its cells, and the other blocks."""
    for index, block in enumerate(blocks):
        if isinstance(block, Caption):
            return block.content, blocks[:index] + blocks[index + 1 :]
    return (), blocks
