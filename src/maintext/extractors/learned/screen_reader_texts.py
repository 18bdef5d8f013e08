"""Texts that nobody sees, or only screen readers read: blocks that the classes of well-known style sheets hide."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.element_arrays import ElementArrays

if TYPE_CHECKING:
    from maintext.arrays import BoolArray

_CLASSES: Final = frozenset(
    """
    a11y-hidden a11y-only assistive-text element-invisible govuk-visually-hidden hidden-visually screen-reader-only
    screen-reader-text screenreader screenreader-only screenreader-text show-for-sr sr-only u-screenreader
    u-visually-hidden u-visuallyhidden visually-hidden visuallyhidden
    """.split()
)
_HIDDEN: Final = "w-condition-invisible"
"""The parts of a Webflow page whose condition is not met, for example a second article from the same template."""


def find_screen_reader_texts(elements: ElementArrays) -> "BoolArray":
    """For each block, whether its element or the one around it has such a class, or it is in a hidden part."""
    import numpy as np

    own = elements.block_elements
    names = frozenset(elements.classes)
    hiding = frozenset(filter(_hides, names))
    parts = frozenset(name for name in names if _HIDDEN in name and _HIDDEN in name.split())
    if not hiding and not parts:
        return np.zeros(len(own), np.bool_)
    hides = np.zeros(len(elements.parents), np.bool_)
    hides[elements.with_blocks] = list(map(hiding.__contains__, elements.classes))
    found: BoolArray = hides[own] | hides[elements.parents[own]]
    for part in elements.with_blocks[list(map(parts.__contains__, elements.classes))].tolist():
        first = elements.first_blocks[part]
        found[first : first + elements.block_counts[part]] = True
    return found


@lru_cache(maxsize=8192)
def _hides(classes: str) -> bool:
    return not _CLASSES.isdisjoint(classes.lower().split())
