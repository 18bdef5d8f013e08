"""Segmentation by the page's tree: a weighted separator between every two adjacent blocks.

The weight grows with the number of elements that end and start there. Landmarks (nav, article, footer), horizontal
rules, headings, and a change of link density or class names add to it. A heading belongs to the text after it.
"""

from bisect import bisect_left
from itertools import accumulate
from typing import Final

from maintext.page.element_flow import BLOCK, HEADINGS, VERBATIM, flow_of
from maintext.page.page import Page
from maintext.page.segmentation.segment import Segment, coherence_of

_LANDMARKS: Final = frozenset(["nav", "aside", "header", "footer", "article", "main", "form", "section", "table"])
_PER_ELEMENT: Final = 0.6
_MOST_ELEMENTS: Final = 4.0
_LANDMARK: Final = 2.5
_RULE: Final = 2.0
_LINKS: Final = 3.0
_OTHER_NAME: Final = 0.5
_OTHER_BOX: Final = 2.0
"""Weights of different names: of text elements, and of boxes with a class or an id."""
_BOXES: Final = frozenset(["div", "td", "ul", "ol", "dl", "fieldset", "details", "center"])
_HEADING: Final = 1.5
_STEP: Final = 0.25
"""Weights are rounded to multiples of this, which bounds the depth of the tree of segments."""


def segment_markup(page: Page) -> Segment:
    """The root of the tree of segments; the page must have text."""
    weights = separators(page)
    return _build_segment_tree(weights, len(page.tree.block_texts))


def separators(page: Page) -> list[float]:
    """The weight of the separator after each block except the last."""
    tree = page.tree
    holders = [_block_container(page, tree.text_elements[start]) for start in tree.block_starts]
    linked = [0, *accumulate(tree.block_links)]
    length = [0, *accumulate(map(len, tree.block_texts))]
    spans = _blocks_inside(page, holders)
    rules = [0, *accumulate(tag == "hr" for tag in tree.tags)]
    found = []
    for block in range(len(holders) - 1):
        ended, begun = _elements_between(page, holders[block], holders[block + 1])
        weight = min(_MOST_ELEMENTS, _PER_ELEMENT * max(0, len(ended) + len(begun) - 2))
        if any(tree.tags[element] in _LANDMARKS for element in (*ended, *begun)):
            weight += _LANDMARK
        first_rank, last_rank = (tree.text_ranks[tree.block_starts[index]] for index in (block, block + 1))
        if rules[last_rank] > rules[first_rank]:
            weight += _RULE
        if ended and begun:
            before, after = spans[ended[-1]], spans[begun[-1]]
            weight += _LINKS * abs(_link_share(linked, length, before) - _link_share(linked, length, after))
            weight += _name_difference_weight(page, ended[-1], begun[-1])
        weight += _HEADING * (_is_heading(page, holders[block + 1]) - _is_heading(page, holders[block]))
        found.append(max(0.0, round(weight / _STEP) * _STEP))
    return found


def _build_segment_tree(weights: list[float], size: int) -> Segment:
    """The tree of segments: each is divided at all separators that have the maximum weight inside it."""
    leaves = [Segment((block,), 10) for block in range(size)]
    stack: list[tuple[Segment, float]] = []  # segments in order, each with the separator before it

    def close(limit: float) -> None:
        """Merge the segments at the end of the stack whose separators are below the limit."""
        while len(stack) > 1 and stack[-1][1] < limit:
            weight = stack[-1][1]  # the minimum: weights increase towards the start of the stack
            parts: list[Segment] = []
            while stack[-1][1] == weight:
                parts.append(stack.pop()[0])
            first, before = stack.pop()
            members = (first, *reversed(parts))
            blocks = tuple(block for part in members for block in part.blocks)
            stack.append((Segment(blocks, coherence_of(weight), members), before))

    for block, leaf in enumerate(leaves):
        before = weights[block - 1] if block else float("inf")
        close(before)
        stack.append((leaf, before))
    close(float("inf"))
    return stack[0][0]


def _block_container(page: Page, element: int) -> int:
    """The nearest block-level element; -1 if there is none."""
    tree = page.tree
    while element >= 0 and flow_of(tree.tags[element]) not in (BLOCK, VERBATIM):
        element = tree.parents[element]
    return element


def _elements_between(page: Page, one: int, two: int) -> tuple[list[int], list[int]]:
    """The elements that end and those that start between two blocks, each innermost first."""
    parents = page.tree.parents
    begun: list[int] = []
    while two >= 0 and not two <= one < page.ends[two]:
        begun.append(two)
        two = parents[two]
    ended: list[int] = []
    while one != two and one >= 0:
        ended.append(one)
        one = parents[one]
    return ended, begun


def _blocks_inside(page: Page, holders: list[int]) -> list[tuple[int, int]]:
    """For every element, the range of blocks inside it: the first index, and one past the last."""
    return [
        (bisect_left(holders, element), bisect_left(holders, page.ends[element])) for element in range(len(page.ends))
    ]


def _link_share(linked: list[int], length: list[int], span: tuple[int, int]) -> float:
    first, last = span
    return (linked[last] - linked[first]) / max(1, length[last] - length[first])


def _name_difference_weight(page: Page, one: int, two: int) -> float:
    """The weight added if the elements on both sides differ in tag, class or id."""
    tags, elements = page.tree.tags, page.tree.elements
    names = [(elements.get(each, "class"), elements.get(each, "id")) for each in (one, two)]
    if tags[one] == tags[two] and names[0] == names[1]:
        return 0.0
    boxes = any(tags[each] in _BOXES and any(name) for each, name in zip((one, two), names, strict=True))
    return _OTHER_BOX if boxes else _OTHER_NAME


def _is_heading(page: Page, holder: int) -> bool:
    tree = page.tree
    around = tree.parents[holder] if holder >= 0 else -1
    return any(each >= 0 and tree.tags[each] in HEADINGS for each in (holder, around))
