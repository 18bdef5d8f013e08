"""Similarity of tables as trees, like TEDS [Zhong 2020].

A table is a tree of rows and cells. The distance of two tables is the least cost of edits that turn one into the other:
inserting or deleting a row or a cell costs 1, and changing the text of a cell costs the edit distance of the texts
divided by the length of the longer one. Rows are aligned in order, and cells only with cells of the aligned row
[Zhang 1995]. The similarity is 1 - distance / size of the larger tree.

TEDS compares two tables, but pages have several. Here each table of the gold is paired with at most one extracted
table, in order, so that the sum of similarities is largest. Precision divides this sum by the number of extracted
tables, recall by the number of gold tables. Header cells are not distinguished, because Markdown does not.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from maintext.errors import MetricError
from maintext.metrics.counts import Counts, overlap
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.structure.document_items import DocumentItems, Table
from maintext.metrics.structure.reading import gold_items, retrieved_items

Node = TypeVar("Node")
Row = tuple[str, ...]

_MOST_CELL_PAIRS = 2_000_000
"""The maximum number of cell pairs of a page; beyond it, rows are compared as a whole, not cell by cell."""


@dataclass(frozen=True, slots=True)
class Tables(Metric):
    """Tree edit similarity of tables."""

    @property
    def reads_markup(self) -> bool:
        """Always True."""
        return True

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The summed similarity of paired tables; None if neither side has a table."""
        wanted, found = gold_items(gold), retrieved_items(retrieved)
        if wanted is None or found is None or not (wanted.tables or found.tables):
            return None
        return overlap(paired_similarity(wanted.tables, found.tables), len(wanted.tables), len(found.tables))

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether the gold has no table."""
        return not _tables(gold_items(gold))

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """Whether the extraction has no table."""
        return not _tables(retrieved_items(retrieved))


def paired_similarity(wanted: Sequence[Table], found: Sequence[Table]) -> float:
    """The largest sum of similarities of tables that are paired in order."""
    exact = _cells(wanted) * _cells(found) <= _MOST_CELL_PAIRS
    best = [0.0] * (len(found) + 1)
    for left in wanted:
        before = best
        best = [0.0]
        for at, right in enumerate(found):
            best.append(max(best[at], before[at + 1], before[at] + table_similarity(left, right, exact)))
    return best[-1]


def table_similarity(left: Table, right: Table, exact: bool = True) -> float:
    """The similarity of two tables, from 0 to 1."""
    return 1.0 if left == right else 1 - tree_distance(left, right, exact) / max(_nodes(left), _nodes(right))


def tree_distance(left: Table, right: Table, exact: bool = True) -> float:
    """The minimum cost of edits that turn one table into the other; if not exact, a changed row counts as replaced."""
    change = cache(_row_distance if exact else _replaced_row)
    return _sequence_distance(left, right, lambda row: 1 + len(row), change)


def _row_distance(left: Row, right: Row) -> float:
    return 0.0 if left == right else _sequence_distance(left, right, lambda cell: 1, _cell_distance)


def _replaced_row(left: Row, right: Row) -> float:
    return 0.0 if left == right else float(2 + len(left) + len(right))


@cache
def _text_distance() -> Callable[[str, str], float]:
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError as error:
        raise MetricError("this metric needs rapidfuzz; try: pip install 'maintext[bench]'") from error
    return Levenshtein.normalized_distance


def _cell_distance(left: str, right: str) -> float:
    return 0.0 if left == right else _text_distance()(left, right)


def _sequence_distance(
    left: Sequence[Node], right: Sequence[Node], size: Callable[[Node], int], change: Callable[[Node, Node], float]
) -> float:
    """The edit distance of two sequences whose elements cost their size to insert or delete."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    left, right = left[start:], right[start:]
    costs = [0.0]
    for node in right:
        costs.append(costs[-1] + size(node))
    for node in left:
        delete = size(node)
        diagonal, costs[0] = costs[0], costs[0] + delete
        for at, other in enumerate(right, start=1):
            best = min(costs[at] + delete, costs[at - 1] + size(other), diagonal + change(node, other))
            diagonal, costs[at] = costs[at], best
    return costs[-1]


def _nodes(table: Table) -> int:
    """The nodes of the tree: the table, its rows and its cells."""
    return 1 + len(table) + sum(map(len, table))


def _cells(tables: Sequence[Table]) -> int:
    return sum(len(row) for table in tables for row in table)


def _tables(document: DocumentItems | None) -> tuple[Table, ...]:
    return document.tables if document is not None else ()
