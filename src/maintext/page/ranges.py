"""Which texts and blocks stand in an element: each is a range, because elements stand in document order."""

from bisect import bisect_left, bisect_right
from itertools import islice

from maintext.page.parse import Element, Text
from maintext.page.tree import Tree

_NODES = 1000


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


def leading_text(node: Element, most: int) -> str:
    """The text of an element up to about so many characters, however much more it holds."""
    pieces: list[str] = []
    length = 0
    for inner in islice(node.descendants, _NODES):
        if isinstance(inner, Text):
            pieces.append(inner.data)
            length += len(pieces[-1].strip())
            if length > most:
                break
    return "".join(pieces)
