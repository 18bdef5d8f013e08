"""Two pages of a site compared as trees by a restricted top-down mapping [Vieira 2006]: the cheapest is the template.

Subtrees are inserted and removed as a whole, a node is only mapped to one with the same tag, and children of mapped
nodes keep their order. Equal subtrees are mapped first, which makes the distance cheap where pages share a template.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from maintext.sites.page_tokens import PageNode

_DEEPEST: Final = 100
"""Below this depth, only equal subtrees are mapped."""
_MOST_CELLS: Final = 500_000
"""When so many pairs of children were compared, only equal subtrees are mapped."""
_Pair = tuple[PageNode, PageNode]


def map_trees(one: PageNode, two: PageNode) -> list[tuple[int, int]]:
    """The pairs of blocks in the cheapest mapping."""
    mapping = _Mapping()
    mapping.cost(one, two, 0)
    found: list[tuple[int, int]] = []
    left = [(one, two)]
    while left:
        a, b = left.pop()
        if a.content == b.content:
            found += zip(a.blocks(), b.blocks(), strict=False)
        elif a.block >= 0 and b.block >= 0:
            found.append((a.block, b.block))
        else:
            left += mapping.pairs.get((id(a), id(b)), [])
    return sorted(found)


@dataclass(slots=True)
class _Mapping:
    """The costs of all pairs of nodes that were compared, and how their children are mapped."""

    costs: dict[tuple[int, int], int] = field(default_factory=dict)
    pairs: dict[tuple[int, int], list[_Pair]] = field(default_factory=dict)
    cells: int = 0

    def cost(self, one: PageNode, two: PageNode, depth: int) -> int:
        """The number of nodes to insert, remove or change; nodes with other labels are replaced."""
        if one.content == two.content:
            return 0
        if one.label != two.label:
            return one.size + two.size
        if one.block >= 0:
            return 1
        key = id(one), id(two)
        if key not in self.costs:
            self.costs[key], self.pairs[key] = self._children(one.children, two.children, depth + 1)
        return self.costs[key]

    def _children(self, one: Sequence[PageNode], two: Sequence[PageNode], depth: int) -> tuple[int, list[_Pair]]:
        """The cost of the cheapest mapping of children, and the mapping; equal ones at both ends are mapped first."""
        first = 0
        while first < min(len(one), len(two)) and one[first].content == two[first].content:
            first += 1
        last = 0
        while last < min(len(one), len(two)) - first and one[-1 - last].content == two[-1 - last].content:
            last += 1
        ends = list(zip(one[:first], two[:first], strict=True))
        ends += zip(one[len(one) - last :], two[len(two) - last :], strict=True)
        cost, inner = self._align(one[first : len(one) - last], two[first : len(two) - last], depth)
        return cost, ends + inner

    def _align(self, one: Sequence[PageNode], two: Sequence[PageNode], depth: int) -> tuple[int, list[_Pair]]:
        """Align two sequences of children by dynamic programming."""
        self.cells += len(one) * len(two)
        if depth > _DEEPEST or self.cells > _MOST_CELLS or not one or not two:
            return sum(each.size for each in (*one, *two)), []
        table = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
        for i in range(len(one), -1, -1):
            for j in range(len(two), -1, -1):
                table[i][j] = self._cheapest(one, two, table, (i, j), depth)
        return table[0][0], self._read_mapping(one, two, table, depth)

    def _cheapest(
        self, one: Sequence[PageNode], two: Sequence[PageNode], table: list[list[int]], at: tuple[int, int], depth: int
    ) -> int:
        i, j = at
        if i == len(one):
            return two[j].size + table[i][j + 1] if j < len(two) else 0
        if j == len(two):
            return one[i].size + table[i + 1][j]
        best = min(one[i].size + table[i + 1][j], two[j].size + table[i][j + 1])
        if one[i].label == two[j].label:
            best = min(best, self.cost(one[i], two[j], depth) + table[i + 1][j + 1])
        return best

    def _read_mapping(
        self, one: Sequence[PageNode], two: Sequence[PageNode], table: list[list[int]], depth: int
    ) -> list[_Pair]:
        found = []
        i = j = 0
        while i < len(one) and j < len(two):
            same = one[i].label == two[j].label
            if same and table[i][j] == self.cost(one[i], two[j], depth) + table[i + 1][j + 1]:
                found.append((one[i], two[j]))
                i, j = i + 1, j + 1
            elif table[i][j] == one[i].size + table[i + 1][j]:
                i += 1
            else:
                j += 1
        return found
