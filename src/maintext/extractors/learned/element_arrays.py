"""The page's element tree as numpy arrays: ancestors and containers of all blocks at once, without Python loops."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Final

from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Int64Array, UInt64Array

CONTAINER_LEVELS: Final = 5
"""How many containers around each block are looked at."""
TAGS: Final = (
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "pre", "code", "blockquote", "figcaption", "a", "button",
    "label", "form", "nav", "header", "footer", "aside", "main", "article", "section", "dialog", "dd", "dt", "table",
    "ul", "ol", "div", "span", "summary", "details", "address", "time", "strong", "b", "em", "i", "figure", "small",
    "font", "center", "noscript", "caption", "tr", "sup", "fieldset", "video", "hr", "menu", "option",
    "img", "br", "input", "picture", "svg",
)  # fmt: skip
TAG_IDS: Final = {tag: number for number, tag in enumerate(TAGS)}
OTHER_TAG: Final = len(TAGS)


@dataclass(frozen=True, slots=True)
class ElementArrays:
    """One entry per element in document order; `block_elements` has one per block."""

    parents: "Int64Array"
    """The root is its own parent."""
    subtree_ends: "Int64Array"
    """One past the last element of each subtree."""
    tags: "Int64Array"
    """The index of each element's tag in TAGS; OTHER_TAG if it is not listed."""
    block_elements: "Int64Array"
    """The innermost element of each block's first text."""
    first_blocks: "Int64Array"
    """The first block in each element; undefined for an element without blocks."""
    block_counts: "Int64Array"
    """The number of blocks in each element."""
    with_blocks: "Int64Array"
    """The elements with blocks."""
    classes: list[str]
    """The class attribute of each element with blocks; empty if it has none."""

    def ancestor_bits(self, bits: "UInt64Array", steps: Iterable[int | None]) -> "Iterator[UInt64Array]":
        """For each number of steps, the bits of every element joined with those of its nearest ancestors.

        A step doubles the distance: `n` steps reach `2 ** n - 1` ancestors, None reaches all.
        """
        ancestors = self.parents
        step = 0
        for wanted in steps:
            while (wanted is None or step < wanted) and ancestors.any():
                bits = bits | bits[ancestors]
                ancestors = ancestors[ancestors]
                step += 1
            yield bits

    def count_tags(self, tags: tuple[str, ...], of: "Int64Array | None" = None) -> "Int64Array":
        """For every element, or those in `of`, the number of elements with one of these tags in it, itself included."""
        import numpy as np

        counted = np.zeros(OTHER_TAG + 1, np.int64)
        counted[[TAG_IDS[tag] for tag in tags]] = 1
        before = np.zeros(len(self.tags) + 1, np.int64)
        np.cumsum(counted[self.tags], out=before[1:])
        if of is None:
            return before[self.subtree_ends] - before[:-1]
        return before[self.subtree_ends[of]] - before[of]

    def containers(self) -> "Int64Array":
        """For each level the container of every block: the nearest ancestor with more blocks than the level below."""
        import numpy as np

        wider = self._wider_ancestors()
        levels = [wider[self.block_elements]]
        while len(levels) < CONTAINER_LEVELS:
            levels.append(wider[levels[-1]])
        return np.stack(levels)

    def _wider_ancestors(self) -> "Int64Array":
        """For every element the nearest ancestor with more blocks; the root for those without one."""
        import numpy as np

        ancestors = self.parents
        while True:
            same = self.block_counts[ancestors] == self.block_counts
            following = np.where(same, ancestors[ancestors], ancestors)
            if (following == ancestors).all():
                return ancestors
            ancestors = following


def element_arrays(page: Page) -> ElementArrays:
    """The arrays of a page that has blocks."""
    import numpy as np

    tree = page.tree
    size, count = len(tree.parents), len(tree.block_starts)
    parents = np.maximum(np.fromiter(tree.parents, np.int64, size), 0)
    ends = _subtree_ends(parents)
    blocks = np.maximum(np.fromiter(map(tree.text_elements.__getitem__, tree.block_starts), np.int64, count), 0)
    ranks = np.fromiter(map(tree.text_ranks.__getitem__, tree.block_starts), np.int64, count)
    first = np.cumsum(np.bincount(ranks, minlength=size))[:size]  # the number of blocks before the element
    before = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(blocks, minlength=size), out=before[1:])
    tags = np.frombuffer(bytes(map(TAG_IDS.get, tree.tags, repeat(OTHER_TAG))), np.uint8)
    counts = before[ends] - before[:-1]
    with_blocks = np.nonzero(counts)[0]
    classes = tree.elements.values("class", with_blocks.tolist())
    return ElementArrays(parents, ends, tags.astype(np.int64), blocks, first, counts, with_blocks, classes)


def _subtree_ends(parents: "Int64Array") -> "Int64Array":
    """One past the last element of each subtree: the last child of the last child, by pointer doubling."""
    import numpy as np

    last = np.arange(len(parents))
    last[parents] = np.arange(len(parents))  # the last child overwrites the others
    while ((further := last[last]) != last).any():
        last = further
    return last + 1
