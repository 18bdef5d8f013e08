"""A mutation that moves columns without main text, such as menus and sidebars, to the other side of the main text."""

from itertools import accumulate
from typing import Final, NamedTuple

from maintext.page.parsing.source_pieces import END, START, TEXT, Piece, source_pieces
from maintext.page.words import words

_COLUMNS: Final = frozenset(["article", "aside", "div", "footer", "header", "main", "nav", "section", "table", "ul"])
_LONGEST_RUN: Final = 3
"""A column that contains this many consecutive words of the gold may be main text and is not moved."""


class PageColumn(NamedTuple):
    """A container as a range of pieces (the end is exclusive), with the containers directly inside it."""

    start: int
    end: int
    inner: "list[PageColumn]"


def reorder_columns(source: str, gold: str) -> str:
    """The source with every column beside the main text moved to the other side, if it contains no gold."""
    pieces = list(source_pieces(source))
    sizes = [0, *accumulate(len(piece.source.strip()) if piece.kind == TEXT else 0 for piece in pieces)]
    grams = _grams(gold)
    for columns in _levels(sizes, _containers(pieces)):
        main = max(range(len(columns)), key=lambda at: _text_size(sizes, columns[at]))
        movable = [at != main and not _shares(pieces, column, grams) for at, column in enumerate(columns)]
        if any(movable):
            return "".join(piece.source for piece in _swapped(pieces, columns, main, movable))
    return source


def _levels(sizes: list[int], columns: list[PageColumn]) -> "list[list[PageColumn]]":
    """The columns at each depth: from the root down, always inside the column with the most text."""
    levels = []
    while columns:
        if len(columns) > 1:
            levels.append(columns)
        columns = max(columns, key=lambda column: _text_size(sizes, column)).inner
    return levels


def _containers(pieces: list[Piece]) -> list[PageColumn]:
    """The outermost containers with balanced tags, each with the containers inside it."""
    root: list[PageColumn] = []
    opened: list[tuple[str, int, list[PageColumn]]] = []
    for at, piece in enumerate(pieces):
        if piece.tag not in _COLUMNS:
            continue
        if piece.kind == START:
            opened.append((piece.tag, at, []))
        elif piece.kind == END and opened and opened[-1][0] == piece.tag:
            _, start, inner = opened.pop()
            (opened[-1][2] if opened else root).append(PageColumn(start, at + 1, inner))
    return root


def _swapped(pieces: list[Piece], columns: list[PageColumn], main: int, movable: list[bool]) -> list[Piece]:
    """The pieces with movable columns moved from before the main column to after it, and vice versa."""
    before = [column for at, column in enumerate(columns[:main]) if movable[at]]
    after = [column for at, column in enumerate(columns) if at > main and movable[at]]
    moved = {at for column in (*before, *after) for at in range(column.start, column.end)}
    main_start, main_end = columns[main].start, columns[main].end
    found: list[Piece] = []
    for at, piece in enumerate(pieces):
        if at == main_start:
            found += [each for column in after for each in pieces[column.start : column.end]]
        if at not in moved:
            found.append(piece)
        if at == main_end - 1:
            found += [each for column in before for each in pieces[column.start : column.end]]
    return found


def _text_size(sizes: list[int], column: PageColumn) -> int:
    return sizes[column.end] - sizes[column.start]


def _grams(text: str) -> set[tuple[str, ...]]:
    tokens = words(text.lower())
    return {tuple(tokens[at : at + _LONGEST_RUN]) for at in range(max(1, len(tokens) - _LONGEST_RUN + 1))}


def _shares(pieces: list[Piece], column: PageColumn, grams: set[tuple[str, ...]]) -> bool:
    text = " ".join(piece.source for piece in pieces[column.start : column.end] if piece.kind == TEXT)
    return not grams.isdisjoint(_grams(text))
