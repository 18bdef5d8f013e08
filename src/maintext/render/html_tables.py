"""HTML tables: tell data tables from layout tables, and place the cells in columns."""

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeAlias

from maintext.render.document import (
    Block,
    Blocks,
    Caption,
    Cell,
    Code,
    Figure,
    Heading,
    Inlines,
    List,
    Paragraph,
    Table,
    plain,
)

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

Place: TypeAlias = tuple[int, int, int, int]
"""A cell's column, its element, and how many columns and rows it spans."""

_MAX_SPAN = 1000
_BLANKS = 4  # blanks allowed per cell, before spans are given up
_LONG = 200  # a mean cell of so many characters holds no data


def table_rows(tree: "Tree", table: int) -> list[list[int]]:
    """The cells of each row of a table, nested tables apart."""
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


def holds_data(tree: "Tree", table: int, rows: list[list[int]], cells: dict[int, Blocks]) -> bool:
    """Whether a table shows data, judged by what was kept of it."""
    role = tree.elements.get(table, "role")
    if role in ("presentation", "none"):
        return False
    filled = [[cell for cell in row if cells.get(cell)] for row in rows]
    filled = [row for row in filled if row]
    if max((len(row) for row in filled), default=0) < 2:
        return False
    heads = any(tree.tags[cell] == "th" for row in filled for cell in row)
    blocks = [block for row in filled for cell in row for block in cells[cell]]
    if any(isinstance(block, Table | Figure | Code) for block in blocks):
        return False
    if heads:
        return True
    if any(isinstance(block, Heading) for block in blocks) or len(filled) < 2:
        return False
    count = sum(map(len, filled))
    if len(blocks) > 2 * count or any(isinstance(block, List) for block in blocks):
        return False
    return sum(len(plain(block.content)) for block in blocks if isinstance(block, Paragraph)) <= _LONG * count


def make_table(tree: "Tree", rows: list[list[int]], cells: dict[int, Blocks], caption: Inlines) -> Table:
    """The kept rows with every cell in its column; columns that no cell starts in are left out."""
    placed = _place(tree, rows)
    made = _kept(tree, placed, cells) if placed is not None else None
    if made is None or _blanks(made) > _BLANKS * sum(map(len, made)) + 200:
        made = _kept(tree, [[(at, cell, 1, 1) for at, cell in enumerate(row)] for row in rows], cells)
    width = max((row[-1].column + 1 for row in made if row), default=0)
    return Table(width, tuple(made), caption)


def _kept(tree: "Tree", placed: list[list[Place]], cells: dict[int, Blocks]) -> list[tuple[Cell, ...]]:
    """The rows of which something was kept, in columns counted without gaps."""
    kept = [row for row in placed if any(cells.get(cell) for _, cell, _, _ in row)]
    columns = sorted({place[0] for row in kept for place in row})
    return [
        tuple(
            Cell(
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


def _blanks(rows: list[tuple[Cell, ...]]) -> int:
    """How many cells would have to be made up to keep the columns in line."""
    return sum(row[-1].column + 1 - len(row) for row in rows if row)


def _place(tree: "Tree", rows: list[list[int]]) -> list[list[Place]] | None:
    """Where the spans put each row's cells; None if the spans make more blanks than there are cells."""
    budget = _BLANKS * sum(map(len, rows)) + 200
    held: dict[int, int] = {}  # column -> for how many more rows a cell above holds it
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
        held = {at: rest - 1 for at, rest in held.items() if rest > 1} | {at: rest - 1 for at, rest in taken.items()}
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


def flattened(rows: list[list[int]], cells: dict[int, Blocks]) -> list[Block]:
    """What the cells of a layout table hold, in reading order."""
    return [block for row in rows for cell in row for block in cells.get(cell, ())]


def caption_of(blocks: list[Block]) -> tuple[Inlines, list[Block]]:
    """The caption among what stands in a table outside of its cells, and the rest."""
    for at, block in enumerate(blocks):
        if isinstance(block, Caption):
            return block.content, blocks[:at] + blocks[at + 1 :]
    return (), blocks
