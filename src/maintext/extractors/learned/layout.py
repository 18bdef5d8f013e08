"""The page's elements as numpy arrays: what stands around a block, and what its containers hold, without loops."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Final

from maintext.page import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float32]
    Bits = NDArray[np.uint64]

LEVELS: Final = 5
TAGS: Final = (
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "pre", "code", "blockquote", "figcaption", "a", "button",
    "label", "form", "nav", "header", "footer", "aside", "main", "article", "section", "dialog", "dd", "dt", "table",
    "ul", "ol", "div", "span", "summary", "details", "address", "time", "strong", "b", "em", "i", "figure", "small",
    "font", "center", "noscript", "caption", "tr", "sup", "fieldset", "video", "hr", "menu", "option",
    "img", "br", "input", "picture", "svg",
)  # fmt: skip
KIND: Final = {tag: at for at, tag in enumerate(TAGS)}
OTHER_KIND: Final = len(TAGS)


@dataclass(frozen=True, slots=True)
class Layout:
    """Parents of elements, the element of each block, and the run of blocks that each element holds."""

    parents: "Ints"
    """The root is its own parent."""
    ends: "Ints"
    """One past the last element of each element's subtree."""
    kinds: "Ints"
    """The number of each element's tag in TAGS; OTHER_KIND for a tag that is not there."""
    blocks: "Ints"
    """The innermost element of each block's first text."""
    first: "Ints"
    """The first block in each element; where there is none, any number."""
    held: "Ints"
    """How many blocks each element holds."""

    def windows(self, bits: "Bits", steps: Iterable[int | None]) -> "Iterator[Bits]":
        """For each number of steps the bits of every element and of the `2 ** step - 1` around it; None is all."""
        up = self.parents
        step = 0
        for wanted in steps:
            while (wanted is None or step < wanted) and up.any():
                bits = bits | bits[up]
                up = up[up]
                step += 1
            yield bits

    def inside(self, kinds: tuple[str, ...]) -> "Ints":
        """For every element how many elements with one of these tags it holds, itself among them."""
        import numpy as np

        wanted = np.zeros(OTHER_KIND + 1, np.int64)
        wanted[[KIND[kind] for kind in kinds]] = 1
        before = np.zeros(len(self.kinds) + 1, np.int64)
        np.cumsum(wanted[self.kinds], out=before[1:])
        return before[self.ends] - before[:-1]

    def containers(self) -> "Ints":
        """For each of five levels every block's container: each time the nearest element that holds more blocks."""
        import numpy as np

        wider = self._wider()
        levels = [wider[self.blocks]]
        while len(levels) < LEVELS:
            levels.append(wider[levels[-1]])
        return np.stack(levels)

    def _wider(self) -> "Ints":
        """For every element the nearest one around it that holds more blocks; the root's is itself."""
        import numpy as np

        up = self.parents
        while True:
            alike = self.held[up] == self.held
            following = np.where(alike, up[up], up)
            if (following == up).all():
                return up
            up = following


def lay_out(page: Page) -> Layout:
    """The arrays of a page that has blocks."""
    import numpy as np

    tree = page.tree
    size, count = len(tree.parents), len(tree.block_starts)
    parents = np.maximum(np.fromiter(tree.parents, np.int64, size), 0)
    ends = _ends(parents)
    blocks = np.maximum(np.fromiter(map(tree.text_elements.__getitem__, tree.block_starts), np.int64, count), 0)
    ranks = np.fromiter(map(tree.text_ranks.__getitem__, tree.block_starts), np.int64, count)
    first = np.cumsum(np.bincount(ranks, minlength=size))[:size]  # all that stand before the element
    before = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(blocks, minlength=size), out=before[1:])
    kinds = np.frombuffer(bytes(map(KIND.get, tree.tags, repeat(OTHER_KIND))), np.uint8)
    return Layout(parents, ends, kinds.astype(np.int64), blocks, first, before[ends] - before[:-1])


def _ends(parents: "Ints") -> "Ints":
    """One past the last element in each: that is its last child's last, and so on, twice as far with every turn."""
    import numpy as np

    last = np.arange(len(parents))
    last[parents] = np.arange(len(parents))  # of several children the last stays
    while ((further := last[last]) != last).any():
        last = further
    return last + 1
