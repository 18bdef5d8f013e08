"""Document slope curve (Pinto and others 2002): the main text is where the count of tags stays flat.

The curve counts the tags up to each token of the source; tags that only style text count as text. A window of tokens
slides over it, and where the curve rises less than half as fast as on the whole page, the window is content. Windows
that touch are one region.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from maintext.extractors.base import TextExtractor
from maintext.page import Page
from maintext.page.elements import STYLING
from maintext.page.tokens import CLOSE, Tokens


@dataclass(frozen=True, slots=True)
class SlopeCurve(TextExtractor):
    """Keep the regions where the curve is flat."""

    paper: ClassVar[str] = "Pinto, Branstein, Coleman, Croft, King, Li and Wei 2002"

    window: int = 50
    """How many tokens the window has."""
    share: float = 0.5
    """A window is content if its slope is below this share of the page's mean slope."""
    longest: bool = False
    """Whether to keep only the longest region."""

    def __post_init__(self) -> None:
        if self.window < 1:
            raise ValueError("window must be at least 1")
        if self.share < 0:
            raise ValueError("share must not be negative")

    def find(self, page: Page) -> str:
        """The text of the flat regions."""
        tokens = page.tokens
        regions = flat_regions(slope_curve(tokens), self.window, self.share)
        if self.longest:
            regions = sorted(regions, key=lambda region: region[0] - region[1])[:1]
        return "\n".join(filter(None, (tokens.text_between(start, end) for start, end in regions)))


def slope_curve(tokens: Tokens) -> list[int]:
    """How many tags stand before each token, and before the end; tags that only style text are left out."""
    steps = (kind <= CLOSE and name not in STYLING for kind, name in zip(tokens.kinds, tokens.names, strict=True))
    return [0, *accumulate(map(int, steps))]


def flat_regions(curve: Sequence[int], window: int, share: float) -> list[tuple[int, int]]:
    """Regions, first token up to, not including, last, of touching windows whose slope is below a share of the mean.

    A window without any tag is flat, whatever the mean; a page shorter than a window is one window.
    """
    import numpy as np

    count = len(curve) - 1
    if count < 1:
        return []
    window = min(window, count)
    heights = np.array(curve)
    rises = heights[window:] - heights[:-window]
    starts = np.flatnonzero((rises == 0) | (rises < share * curve[-1] / count * window))
    if not len(starts):
        return []
    gaps = np.flatnonzero(np.diff(starts) > window)
    firsts, lasts = starts[np.concatenate([[0], gaps + 1])], starts[np.concatenate([gaps, [-1]])]
    return [(int(first), int(last) + window) for first, last in zip(firsts, lasts, strict=True)]
