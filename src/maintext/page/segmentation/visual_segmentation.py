"""Segmentation by the rendered layout, similar to VIPS [Cai 2003].

Boxes of blocks are divided, horizontally or vertically, at gaps that no box crosses. The weight of a separator grows
with its width, with a rule inside it, and with differences in background, font size and font weight.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from maintext.fetch.rendered_layout import ElementBox, RenderedLayout, measure
from maintext.page.element_flow import BLOCK, VERBATIM, flow_of
from maintext.page.page import Page
from maintext.page.segmentation.segment import Box, Segment, coherence_of
from maintext.page.word_alignment import align

_PIXELS: Final = 8.0
"""The width of a gap that adds 1 to the weight."""
_WIDEST: Final = 5.0
_BACKGROUND: Final = 2.5
_RULE: Final = 2.5
_FONT: Final = 0.25
"""The weight per pixel of difference in font size, up to eight pixels."""
_BOLD: Final = 0.5
_DOWN: Final = 1.5
"""The factor for vertical separators, because gaps between columns matter more than those between paragraphs."""


@dataclass(frozen=True, slots=True)
class _VisualBlock:
    """A block with its position and style."""

    block: int
    look: ElementBox

    @property
    def box(self) -> Box:
        return Box(self.look.left, self.look.top, self.look.right, self.look.bottom)


def measure_layout(page: Page, *, timeout: float = 30.0) -> RenderedLayout:
    """The layout of a page, rendered in a browser without scripts and network."""
    measured = measure(page.source, timeout=timeout)
    tags = page.tree.tags
    looks: dict[int, ElementBox] = {}
    for start, other, length in align(tags, [each.tag for each in measured]):
        for step in range(length):
            look = measured[other + step].look
            if look is not None:
                looks[start + step] = look
    return RenderedLayout(looks)


def segment_layout(page: Page, layout: RenderedLayout) -> Segment:
    """The tree of segments of a rendered page, without hidden blocks; if all are hidden, one segment with all."""
    visuals = _visual_blocks(page, layout)
    if not visuals:
        return Segment(tuple(range(len(page.tree.block_texts))), 10)
    rules = [
        Box(look.left, look.top, look.right, look.bottom) for tag, look in layout.shown(page.tree.tags) if tag == "hr"
    ]
    return _divide_at_separators(visuals, rules)


def _visual_blocks(page: Page, layout: RenderedLayout) -> list[_VisualBlock]:
    """The visible blocks with the style of their element, or of its content if several blocks share the element."""
    tree = page.tree
    shared_containers = page.xpaths.shared_containers
    stops = [*tree.block_starts[1:], len(tree.texts)]
    found = []
    for block, (start, stop) in enumerate(zip(tree.block_starts, stops, strict=True)):
        owners = dict.fromkeys(tree.text_elements[start:stop])
        element = tree.text_elements[start]
        while element >= 0 and flow_of(tree.tags[element]) not in (BLOCK, VERBATIM):
            element = tree.parents[element]
        inside = [look for owner in owners if owner != element and (look := layout.elements.get(owner))]
        look = _merged_box(inside) if element in shared_containers and inside else layout.elements.get(element)
        if look is not None and look.right > look.left and look.bottom > look.top:
            found.append(_VisualBlock(block, look))
    return found


def _merged_box(looks: Sequence[ElementBox]) -> ElementBox:
    """The first box, enlarged to contain all of them."""
    return looks[0]._replace(
        left=min(look.left for look in looks), top=min(look.top for look in looks),
        right=max(look.right for look in looks), bottom=max(look.bottom for look in looks),
    )  # fmt: skip


def _divide_at_separators(visuals: list[_VisualBlock], rules: Sequence[Box]) -> Segment:
    """The segment of these blocks, divided recursively at its heaviest separators."""
    box = _bounding_box(visuals)
    blocks = tuple(sorted(visual.block for visual in visuals))
    if len(visuals) == 1:
        return Segment(blocks, 10, box=box)
    across = _separators_along(visuals, rules, lambda each: (each.top, each.bottom), 1.0)
    down = _separators_along(visuals, rules, lambda each: (each.left, each.right), _DOWN)
    heaviest = max((weight for weight, _ in (*across, *down)), default=None)
    if heaviest is None:  # all boxes overlap
        return Segment(blocks, 10, box=box)
    cuts, low = (across, "top") if any(weight == heaviest for weight, _ in across) else (down, "left")
    positions = [position for weight, position in cuts if weight >= heaviest - 0.5]
    groups: list[list[_VisualBlock]] = [[] for _ in range(len(positions) + 1)]
    for visual in visuals:
        start = getattr(visual.box, low)
        groups[sum(start >= position for position in positions)].append(visual)
    parts = tuple(_divide_at_separators(group, rules) for group in groups if group)
    return Segment(blocks, coherence_of(heaviest), parts, box)


def _separators_along(
    visuals: Sequence[_VisualBlock], rules: Sequence[Box], side: Callable[[Box], tuple[float, float]], factor: float
) -> list[tuple[float, float]]:
    """The separators along one axis, each as its weight and the coordinate where the next box starts."""
    ordered = sorted(visuals, key=lambda visual: side(visual.box))
    found = []
    reach = side(ordered[0].box)[1]
    for index in range(1, len(ordered)):
        low, high = side(ordered[index].box)
        if low >= reach - 1:
            near = [each for each in ordered[:index] if side(each.box)[1] >= reach - 1]
            weight = factor * min(_WIDEST, max(0.0, low - reach) / _PIXELS) + _contrast(near, ordered[index])
            if any(reach - 1 <= side(rule)[0] and side(rule)[1] <= low + 1 for rule in rules):
                weight += _RULE
            found.append((weight, low))
        reach = max(reach, high)
    return found


def _contrast(before: Sequence[_VisualBlock], after: _VisualBlock) -> float:
    """The visual contrast between both sides of a separator."""
    last = before[-1].look
    look = after.look
    weight = _BACKGROUND * (last.background != look.background)
    weight += _FONT * min(8.0, abs(fmean(each.look.size for each in before) - look.size))
    return weight + _BOLD * ((last.weight >= 600) != (look.weight >= 600))


def _bounding_box(visuals: Sequence[_VisualBlock]) -> Box:
    boxes = [visual.box for visual in visuals]
    return Box(
        min(box.left for box in boxes), min(box.top for box in boxes),
        max(box.right for box in boxes), max(box.bottom for box in boxes),
    )  # fmt: skip
