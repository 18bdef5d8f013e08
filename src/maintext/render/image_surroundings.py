"""What is around an image: the dropped part of the page that it is in, its figure, its link, and the text nearby."""

import re
from bisect import bisect_left, bisect_right
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from maintext.page.containment import blocks_inside
from maintext.page.parsing.tree import Tree
from maintext.render.attribute_cache import AttributeCache
from maintext.render.kept_blocks import KeptBlocks

_SIDE_TAGS: Final = frozenset(["nav", "aside", "footer", "form", "dialog", "menu", "select", "template"])
_SIDE = re.compile(
    r"(?:^|[\s_\-])(?:nav\w{0,5}|menu|related|recirc\w{0,12}|promos?|promoted|promotion|sponsor\w{0,5}|ads?|advert\w{0,10}"
    r"|shar(?:e|ing)|social|authors?|bylines?|avatars?|gravatar|user|profile|comments?|newsletter|subscri\w{0,8}|signup"
    r"|sidebar|recommend\w{0,8}|popular|trending|footer|breadcrumbs?|toolbar|logo|modal|popup|cookie|paywall|badges?"
    r"|facepile|icons?|emoji|picker|dialog|close|controls?|player)(?:[\s_\-]|$)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?:^|[\s_\-])(?:caption(?:ed)?|figure|thumbinner)(?:[\s_\-]|$)", re.IGNORECASE)


class Surroundings(NamedTuple):
    """The elements around an image, from the innermost one with kept text to the image."""

    holder: int
    """The innermost element with kept text; -1 if there is none."""
    part: int = -1
    """The outermost element without kept text."""
    on_side: bool = False
    """Whether an element without kept text is marked as navigation, promotion or similar."""
    figure: int = -1
    link: int = -1
    """The innermost figure and link without kept text; -1 if there is none."""


class ImageSurroundings:
    """Looks up the surroundings of elements; results are cached, so all lookups together take linear time."""

    def __init__(self, tree: Tree, kept: KeptBlocks, names: AttributeCache) -> None:
        self._tree, self._kept, self._names = tree, kept, names
        self._known: dict[int, Surroundings] = {-1: Surroundings(-1)}

    def of(self, element: int) -> Surroundings:
        """The surroundings of an element without kept text."""
        known, parents, holders = self._known, self._tree.parents, self._holders
        passed = []
        while element not in known:
            if element in holders:
                known[element] = Surroundings(element)
            else:
                passed.append(element)
                element = parents[element]
        around = known[element]
        for inner in reversed(passed):
            around = known[inner] = self._inside(around, inner)
        return around

    def dropped_in(self, element: int) -> tuple[int, int]:
        """The number of characters of dropped text in an element, and of dropped link text."""
        first, last = blocks_inside(self._tree, element)
        length, linked = self._dropped
        return length[last] - length[first], linked[last] - linked[first]

    def gaps(self, element: int) -> tuple[int | None, int | None]:
        """The number of characters of dropped text from an element to the kept block before and after it."""
        tree, numbers = self._tree, self._kept.numbers
        at = bisect_left(tree.block_starts, bisect_right(tree.text_ranks, element))
        index = bisect_left(numbers, at)
        length = self._dropped[0]
        before = length[at] - length[numbers[index - 1]] if index else None
        after = length[numbers[index]] - length[at] if index < len(numbers) else None
        return before, after

    def _inside(self, around: Surroundings, element: int) -> Surroundings:
        tag, names = self._tree.tags[element], self._names
        is_side, is_figure = _meanings(names.classes(element), names.read(element, "id"))
        is_figure = is_figure or tag == "figure"
        return Surroundings(
            around.holder,
            around.part if around.part >= 0 else element,
            around.on_side
            or tag in _SIDE_TAGS
            or (is_side and tag != "img")
            or self._is_table(element, tag, is_figure),
            element if is_figure else around.figure,
            element if tag == "a" else around.link,
        )

    def _is_table(self, element: int, tag: str, is_figure: bool) -> bool:
        """Whether an element is a table with dropped text."""
        return tag == "table" and not is_figure and self.dropped_in(element)[0] > 0

    @cached_property
    def _holders(self) -> set[int]:
        """The elements around kept blocks."""
        tree = self._tree
        holders: set[int] = set()
        for number in self._kept.numbers:
            element = tree.text_elements[tree.block_starts[number]]
            while element >= 0 and element not in holders:
                holders.add(element)
                element = tree.parents[element]
        return holders

    @cached_property
    def _dropped(self) -> tuple[list[int], list[int]]:
        """For every block, the number of characters of dropped text before it, and of dropped link text."""
        lengths, links = list(map(len, self._tree.block_texts)), list(self._tree.block_links)
        for number in self._kept.numbers:
            lengths[number] = links[number] = 0
        return [0, *accumulate(lengths)], [0, *accumulate(links)]


@lru_cache(maxsize=8192)
def _meanings(classes: str, name: str) -> tuple[bool, bool]:
    """Whether class and id mark an element as other than main content, and as a figure."""
    return (
        _SIDE.search(classes) is not None or _SIDE.search(name) is not None,
        _FIGURE.search(classes) is not None,
    )
