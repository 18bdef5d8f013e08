"""The rendered layout of a page: where every element stands and how it looks, from the offline browser.

The browser is shown the page and reaches nothing else, so styles and pictures that the page only links to are missing;
what its own markup and style elements say is there.
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


class Look(NamedTuple):
    """Where something stands on the rendered page, in pixels, and how it looks."""

    left: float
    top: float
    right: float
    bottom: float
    size: float
    """The font's size in pixels."""
    weight: int
    """The font's weight, 400 for plain and 700 for bold."""
    background: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The looks of a page's elements by their numbers; what is not shown has none."""

    elements: Mapping[int, Look]

    def shown(self, tags: Sequence[str]) -> Iterator[tuple[str, Look]]:
        """The elements that are shown, with their tags."""
        for element, look in self.elements.items():
            yield tags[element], look


class Measured(NamedTuple):
    """What the browser says of one element."""

    tag: str
    look: Look | None


def measure(html: str, *, timeout: float = 30.0) -> list[Measured]:
    """Every element of the page as the browser shows it, in document order; its scripts do not run."""
    if (remedy := missing()) is not None:
        raise ProgramError(f"no browser to lay out the page with; try: {remedy}")
    rows = browser(offline=True).show(html, lambda tab: tab.run(_MEASURE), scripts=False, timeout=timeout)
    return [
        Measured(str(tag), None if box is None else _look(box, size, weight, color))
        for tag, box, size, weight, color in rows
    ]


def _look(box: Sequence[float], size: float, weight: int, color: str) -> Look:
    left, top, right, bottom = box
    return Look(left, top, right, bottom, float(size), int(weight), color)
