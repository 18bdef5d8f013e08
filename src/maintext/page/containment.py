"""Find the texts and blocks inside an element, and the nearest ancestor that passes a test.

Elements are in document order, so the texts and blocks inside an element form a range.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from maintext.page.parsing.tree import Tree


def texts_inside(tree: Tree, element: int) -> tuple[int, int]:
    """The range of texts inside an element: the first index, and one past the last."""
    ranks, owners = tree.text_ranks, tree.text_elements
    end = tree.ends[element]
    first = bisect_right(ranks, element)
    last = bisect_left(ranks, end, first)
    after = bisect_right(ranks, end, last)
    # texts after the last descendant belong to elements that end there, innermost first
    return first, bisect_left(range(after), True, last, key=lambda text: owners[text] < element)


def blocks_inside(tree: Tree, element: int) -> tuple[int, int]:
    """The range of blocks that start inside an element: the first index, and one past the last."""
    first, last = texts_inside(tree, element)
    return bisect_left(tree.block_starts, first), bisect_left(tree.block_starts, last)


@dataclass(frozen=True, slots=True)
class NearestAncestor:
    """Finds the nearest element that passes a test: the element itself or an ancestor; -1 if there is none.

    Answers are cached for all elements on the path, so a lookup takes constant time on average.
    """

    parents: Sequence[int]
    test: Callable[[int], bool]
    known: dict[int, int] = field(default_factory=lambda: {-1: -1})

    def __call__(self, element: int) -> int:
        """The index of the nearest element that passes the test; -1 if there is none."""
        known = self.known
        passed = []
        while element not in known:
            passed.append(element)
            if self.test(element):
                known[element] = element
            else:
                element = self.parents[element]
        found = known[element]
        for visited in passed:
            known[visited] = found
        return found
