"""For methods that cut the page at tags of their own: which of the page's blocks their cuts mean.

Such a method reads the parser's events itself. A `Cursor` walks along and knows at every moment how many of the page's
texts were passed, so that every cut is a span of them; `majority` turns chosen spans into chosen blocks.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from maintext.page import Page
from maintext.page.parsing.tree import Tree

Span = tuple[int, int]
"""Texts of the page's tree, from the first up to, not including, the second."""


class Cursor:
    """Where a reader of the parser's events stands in the page's tree; its methods are called at every event."""

    __slots__ = ("_elements", "_next", "_owner", "_parents", "_texts", "_wanted", "texts")

    def __init__(self, tree: Tree) -> None:
        self.texts = 0
        """How many of the tree's texts were passed."""
        self._elements = 0
        self._owner = -1
        self._parents = tree.parents
        self._texts = zip(tree.text_elements, tree.texts, strict=True)
        self._wanted, self._next = next(self._texts, (-2, ""))

    def start(self) -> None:
        """An element begins."""
        self._owner = self._elements
        self._elements += 1

    def end(self) -> None:
        """The innermost open element ends."""
        self._owner = self._parents[self._owner]

    def text(self, data: str) -> None:
        """A text stands here; it may be one that the tree left out."""
        if self._owner == self._wanted and data == self._next:
            self.texts += 1
            self._wanted, self._next = next(self._texts, (-2, ""))


def majority(page: Page, spans: Iterable[Span]) -> list[bool]:
    """The blocks of which at least half the characters lie in the spans, which are in order and do not overlap."""
    tree = page.tree
    before = [0, *accumulate(map(len, tree.texts))]
    bounds = [*tree.block_starts, len(tree.texts)]
    inside = [0] * len(tree.block_starts)
    for first, last in spans:
        block = max(0, bisect_right(bounds, first) - 1)
        while block < len(inside) and bounds[block] < last:
            inside[block] += before[min(last, bounds[block + 1])] - before[max(first, bounds[block])]
            block += 1
    return [
        part > 0 and 2 * part >= before[bounds[block + 1]] - before[bounds[block]] for block, part in enumerate(inside)
    ]
