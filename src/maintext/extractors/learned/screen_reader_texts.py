"""Texts that nobody sees, or only screen readers read: blocks that the classes of well-known style sheets hide."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.element_arrays import ElementArrays
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import BoolArray

_CLASSES: Final = frozenset(
    """
    a11y-hidden a11y-only assistive-text element-invisible govuk-visually-hidden hidden-visually screen-reader-only
    screen-reader-text screenreader screenreader-only screenreader-text show-for-sr sr-only u-screenreader
    u-visually-hidden u-visuallyhidden visually-hidden visuallyhidden
    """.split()
)
_HIDDEN: Final = ".w-condition-invisible"
"""The parts of a Webflow page whose condition is not met, for example a second article from the same template."""


def find_screen_reader_texts(page: Page, elements: ElementArrays) -> "BoolArray":
    """For each block, whether its element or the one around it has such a class, or it is in a hidden part."""
    import numpy as np

    own, around = elements.block_elements, elements.parents[elements.block_elements]
    hides = np.zeros(len(elements.parents), np.bool_)
    hides[own] = hides[around] = True
    looked_at = np.nonzero(hides)[0].tolist()
    hides[looked_at] = list(map(_hides, page.tree.elements.values("class", looked_at)))
    found: BoolArray = hides[own] | hides[around]
    for part in page.tree.elements.select(_HIDDEN):
        first = elements.first_blocks[part]
        found[first : first + elements.block_counts[part]] = True
    return found


@lru_cache(maxsize=8192)
def _hides(classes: str) -> bool:
    return not _CLASSES.isdisjoint(classes.lower().split())
