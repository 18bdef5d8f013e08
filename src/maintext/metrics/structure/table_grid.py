"""Tables as grids: a cell that spans several positions is in the first of them."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from maintext.metrics.structure.document_items import Table
from maintext.page.parsing.tree import Tree

_WIDEST = 100
"""The maximum number of positions that a cell may span; the HTML standard allows more than any real table has."""


def table_grid(tree: Tree, texts: Mapping[int, str]) -> Iterator[Table]:
    """The tables with at least two cells that have text, without empty rows and without empty cells at the end of rows.

    Header cells are not distinguished, because every Markdown table has a header row.
    """
    rows_of: dict[int, list[list[int]]] = {}
    rows: dict[int, list[int]] = {}
    for element, tag in enumerate(tree.tags):
        if tag == "tr":
            rows[element] = []
            rows_of.setdefault(_above(tree, element, "table"), []).append(rows[element])
        elif tag in ("td", "th") and (row := _above(tree, element, "tr")) in rows:
            rows[row].append(element)
    for table in sorted(rows_of):
        filled = [row for row in _filled(tree, rows_of[table], texts) if row]
        if sum(bool(cell) for row in filled for cell in row) > 1:
            yield tuple(filled)


def _above(tree: Tree, element: int, tag: str) -> int:
    element = tree.parents[element]
    while element >= 0 and tree.tags[element] not in (tag, "table"):
        element = tree.parents[element]
    return element


def _filled(tree: Tree, rows: list[list[int]], texts: Mapping[int, str]) -> Iterator[tuple[str, ...]]:
    """The rows, with an empty text at every further position that a cell spans."""
    taken: set[tuple[int, int]] = set()
    for at, cells in enumerate(rows):
        row: list[str] = []
        for cell in cells:
            while (at, len(row)) in taken:
                row.append("")
            wide, high = (_span(tree, cell, name) for name in ("colspan", "rowspan"))
            start = len(row)
            row += [texts.get(cell, ""), *[""] * (wide - 1)]
            taken.update((at + down, start + right) for down in range(1, high) for right in range(wide))
        while row and not row[-1]:
            row.pop()
        yield tuple(row)


def _span(tree: Tree, cell: int, name: str) -> int:
    with suppress(ValueError):
        return max(1, min(_WIDEST, int(tree.elements.get(cell, name) or 1)))
    return 1
