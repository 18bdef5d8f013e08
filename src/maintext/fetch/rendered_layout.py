"""The rendered layout of a page: position and style of every element, from the offline browser.

The browser has no network access, so linked style sheets and images are missing; style elements apply.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from maintext.errors import ProgramError
from maintext.fetch.browser import browser, missing

_MEASURE = """
const found = [], all = document.getElementsByTagName("*");
const backgrounds = new Map();
function background(element) {
  if (!element) return "rgb(255, 255, 255)";
  if (!backgrounds.has(element)) {
    const own = getComputedStyle(element).backgroundColor;
    backgrounds.set(element, /, 0\\)$|^transparent$/.test(own) ? background(element.parentElement) : own);
  }
  return backgrounds.get(element);
}
for (const element of all) {
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const shown = style.visibility === "visible" && box.width > 0 && box.height > 0;
  found.push([
    element.localName,
    shown ? [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY].map(Math.round) : null,
    parseFloat(style.fontSize) || 0, parseInt(style.fontWeight) || 400, background(element),
  ]);
}
return found;
"""


class ElementBox(NamedTuple):
    """Position of an element on the rendered page, in pixels, with font and background."""

    left: float
    top: float
    right: float
    bottom: float
    size: float
    """Font size in pixels."""
    weight: int
    """Font weight: 400 is regular, 700 is bold."""
    background: str


@dataclass(frozen=True, slots=True)
class RenderedLayout:
    """The boxes of the visible elements of a page, by element number."""

    elements: Mapping[int, ElementBox]

    def shown(self, tags: Sequence[str]) -> Iterator[tuple[str, ElementBox]]:
        """The visible elements with their tags."""
        for element, look in self.elements.items():
            yield tags[element], look


class MeasuredElement(NamedTuple):
    """The measurement of one element; `look` is None if it is not visible."""

    tag: str
    look: ElementBox | None


def measure(html: str, *, timeout: float = 30.0) -> list[MeasuredElement]:
    """Measure every element of a page in document order, without running its scripts."""
    if (remedy := missing()) is not None:
        raise ProgramError(f"no browser to lay out the page with; try: {remedy}")
    rows = browser(offline=True).show(html, lambda tab: tab.run(_MEASURE), scripts=False, timeout=timeout)
    return [
        MeasuredElement(str(tag), None if box is None else _look(box, size, weight, color))
        for tag, box, size, weight, color in rows
    ]


def _look(box: Sequence[float], size: float, weight: int, color: str) -> ElementBox:
    left, top, right, bottom = box
    return ElementBox(left, top, right, bottom, float(size), int(weight), color)
