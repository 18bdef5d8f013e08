"""What is inside an element, and what an element is inside of.

Elements are in document order, so the texts and blocks inside one are a range.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from maintext.page.parsing.tree import Tree


def texts_inside(tree: Tree, element: int) -> tuple[int, int]:
    """The texts in an element, from the first up to, not including, the second."""
    ranks, owners = tree.text_ranks, tree.text_elements
    end = tree.ends[element]
    first = bisect_right(ranks, element)
    last = bisect_left(ranks, end, first)
    after = bisect_right(ranks, end, last)
    # between the last element inside and the next one stand the texts of elements that end there, from the inside out
    return first, bisect_left(range(after), True, last, key=lambda text: owners[text] < element)


def blocks_inside(tree: Tree, element: int) -> tuple[int, int]:
    """The blocks that begin in an element, from the first up to, not including, the second."""
    first, last = texts_inside(tree, element)
    return bisect_left(tree.block_starts, first), bisect_left(tree.block_starts, last)


@dataclass(frozen=True, slots=True)
class NearestAncestor:
    """Finds the nearest element for which a test is true, the element itself included; -1 if there is none.

    The path up from an element is walked once, and every element on it then knows the answer: constant time on average.
    """

    parents: Sequence[int]
    test: Callable[[int], bool]
    known: dict[int, int] = field(default_factory=lambda: {-1: -1})

    def __call__(self, element: int) -> int:
        """The nearest such element."""
        known = self.known
        passed = []
        while element not in known:
            passed.append(element)
            if self.test(element):
                known[element] = element
            else:
                element = self.parents[element]
        found = known[element]
        for one in passed:
            known[one] = found
        return found
