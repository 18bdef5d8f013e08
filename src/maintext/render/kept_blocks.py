"""Look up whether texts inside an element were kept."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from maintext.page.containment import texts_inside
from maintext.page.parsing.tree import Tree


class KeptBlocks:
    """The kept blocks of a page, for lookup by element."""

    __slots__ = ("_tree", "numbers")

    def __init__(self, tree: Tree, kept: Sequence[bool]) -> None:
        self._tree = tree
        self.numbers = array("l", (number for number, keep in enumerate(kept) if keep))

    def has_kept_text(self, element: int, most: int | None = None) -> bool:
        """Whether a text inside an element was kept; checks only the first `most` texts if given."""
        first, last = texts_inside(self._tree, element)
        if most is not None:
            last = min(last, first + most)
        if first >= last:
            return False
        starts = self._tree.block_starts
        block = max(0, bisect_right(starts, first) - 1)
        index = bisect_left(self.numbers, block)
        return index < len(self.numbers) and starts[self.numbers[index]] < last
