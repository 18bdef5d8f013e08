"""Whether what stands in an element was kept."""

from bisect import bisect_right
from collections.abc import Sequence

from maintext.page.tree import Tree


def holds_kept(tree: Tree, kept: Sequence[bool], element: int, most: int | None = None) -> bool:
    """Whether a text in an element was kept; looks at no more than `most` of its texts, if that is given."""
    first = bisect_right(tree.text_ranks, element)
    last = len(tree.texts) if most is None else min(first + most, len(tree.texts))
    for text in range(first, last):
        inner = tree.text_elements[text]
        while inner > element:
            inner = tree.parents[inner]
        if inner != element:
            return False
        if kept[bisect_right(tree.block_starts, text) - 1]:
            return True
    return False
