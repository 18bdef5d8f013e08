"""Hidden texts and texts for screen readers: blocks that well-known classes or their own style attributes hide."""

import re
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
_HIDDEN: Final = "w-condition-invisible"
"""The parts of a Webflow page whose condition is not met, for example a second article from the same template."""

_HIDES: Final = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_MAY_HIDE: Final = '[style*="display" i], [style*="visibility" i]'


def find_hidden_texts(page: Page, elements: ElementArrays) -> "BoolArray":
    """For each block, whether the style attribute of an element around it hides it until a script shows it."""
    import numpy as np

    styled, read = page.tree.elements.select(_MAY_HIDE), page.tree.elements.get
    hiding = [element for element in styled if _HIDES.search(read(element, "style") or "")]
    found = np.zeros(len(elements.block_elements), np.bool_)
    for first, count in zip(elements.first_blocks[hiding], elements.block_counts[hiding], strict=True):
        found[first : first + count] = True
    return found


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
