"""Content code blurring: CCB, TCCB and ACCB [Gottron 2008]: the main text is where text stays text when it is blurred.

The source becomes a vector with 1 for every character (or token) of text and 0 for markup. It is blurred again and
again with a Gaussian; where the main text is, so much of the neighborhood is text that the values stay high. Words
whose value reaches the threshold are kept. CCB works on characters, TCCB on tokens, ACCB ignores the tags of links.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from maintext.extractors.base import TextExtractor
from maintext.extractors.blurring.content_code import ContentCode, VectorUnit, content_code, is_space
from maintext.extractors.trace import Trace, spans_of
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Float64Array

_RANGES = {"characters": 40, "tokens": 25}
_PASSES = {"characters": 5, "tokens": 1}
"""Chosen on the training sets: `python benchmarks/training_constants.py --only blurring`."""
_REACH = 3.0
_MOST = 10_000
"""The range holds this many standard deviations of the Gaussian."""
_BOXES = 10
"""Means over a window, one after the other, that stand in for a Gaussian."""
_SMALLEST = 3.0
"""Narrower Gaussians than this are not made of windows."""


@dataclass(frozen=True, slots=True)
class ContentCodeBlurring(TextExtractor):
    """Keep the words that are surrounded by text."""

    paper: ClassVar[str] = "Gottron 2008"

    unit: VectorUnit = "characters"
    """Whether the vector goes by characters (CCB) or by tokens (TCCB)."""
    anchors: bool = True
    """Whether the tags of links are markup; without them the method is ACCB."""
    range: int | None = None
    """How far one pass reaches to either side; 40 characters or 25 tokens if not given."""
    threshold: float = 0.75
    """The share of text that keeps a word."""
    passes: int | None = None
    """How often to blur; 5 times by characters or once by tokens if not given."""
    epsilon: float = 0.0
    """Stop blurring early once a pass changes no value by more than this."""

    def __post_init__(self) -> None:
        if self.unit not in _RANGES:
            raise ValueError("unit must be characters or tokens")
        if self.range is not None and not 1 <= self.range <= _MOST:
            raise ValueError(f"range must be between 1 and {_MOST}")
        if not 0 <= self.threshold <= 1:
            raise ValueError("threshold must be between 0 and 1")
        if self.passes is not None and not 0 <= self.passes <= _MOST:
            raise ValueError(f"passes must be between 0 and {_MOST}")
        if self.epsilon < 0:
            raise ValueError("epsilon must not be negative")

    def find(self, page: Page) -> str:
        """The words that are still text after blurring."""
        return keep_words(*self.blurred(page), self.threshold)

    def trace(self, page: Page) -> Trace:
        """The blurred vector and the threshold."""
        values = self.blurred(page)[1]
        return Trace(
            f"{self}: blurred content code vector", f"position in the source ({self.unit})",
            "share of text around (0 markup, 1 text)", values.tolist(), "line",
            spans_of((values >= self.threshold).tolist()), self.threshold, "threshold",
        )  # fmt: skip

    def blurred(self, page: Page) -> "tuple[ContentCode, Float64Array]":
        """The page as text and markup, and its vector after blurring."""
        code = content_code(page.source, self.unit, self.anchors)
        kernel = gaussian(self.range or _RANGES[self.unit])
        passes = _PASSES[self.unit] if self.passes is None else self.passes
        return code, blur(code.vector, kernel, passes, self.epsilon)


def gaussian(reach: int) -> "Float64Array":
    """The weights of a Gaussian from -reach to reach; they sum to 1."""
    import numpy as np

    steps = np.arange(-reach, reach + 1)
    weights = np.exp(-((steps * _REACH / reach) ** 2) / 2)
    normal: Float64Array = weights / weights.sum()
    return normal


def blur(values: "Float64Array", kernel: "Float64Array", passes: int, epsilon: float = 0.0) -> "Float64Array":
    """The values after so many passes, or fewer if a pass changes none by more than epsilon.

    Passes of a Gaussian add up to one wider Gaussian. So unless every pass has to be looked at, one is enough.
    """
    import numpy as np

    steps = np.arange(len(kernel)) - len(kernel) // 2
    deviation = float(passes * (kernel * steps**2).sum()) ** 0.5
    if epsilon > 0 or deviation < _SMALLEST:
        return blur_by_passes(values, kernel, passes, epsilon)
    return blur_by_boxes(values, deviation)


def blur_by_passes(values: "Float64Array", kernel: "Float64Array", passes: int, epsilon: float = 0.0) -> "Float64Array":
    """Blur pass by pass; beyond its ends the page is mirrored."""
    import numpy as np

    for _ in range(passes if len(values) else 0):
        padded = np.pad(values, len(kernel) // 2, mode="symmetric")
        before, values = values, np.convolve(padded, kernel, mode="valid")
        if abs(values - before).max() <= epsilon:
            break
    return values


def blur_by_boxes(values: "Float64Array", deviation: float) -> "Float64Array":
    """Blur with one Gaussian, made of means over windows: each is a difference of cumulative sums."""
    import numpy as np

    if not len(values):
        return values
    radii = _radii(deviation)
    values = np.pad(values, sum(radii), mode="symmetric")
    for radius in radii:
        sums = np.cumsum(values)
        width = 2 * radius + 1
        values = sums[width - 1 :].copy()
        values[1:] -= sums[:-width]
        values /= width
    return values


def _radii(deviation: float) -> list[int]:
    """Radii of the windows whose variances add up to the Gaussian's as nearly as whole numbers can."""
    ideal = (12 * deviation**2 / _BOXES + 1) ** 0.5
    small = int((ideal - 1) // 2)
    low = 2 * small + 1
    larger = round((12 * deviation**2 - _BOXES * (low**2 - 1)) / (4 * low + 4))
    return [small + 1] * larger + [small] * (_BOXES - larger)


def keep_words(code: ContentCode, values: "Float64Array", threshold: float) -> str:
    """The words whose mean value reaches the threshold; a word is never cut."""
    import numpy as np

    space = is_space(code.characters)
    starts = ~space
    starts[1:] &= space[:-1]
    firsts = np.flatnonzero(starts)
    if not len(firsts):
        return ""
    sizes = np.add.reduceat(~space, firsts, dtype=np.intp)
    means = np.add.reduceat(np.where(space, 0.0, values[code.entries]), firsts) / sizes
    kept = np.repeat(means >= threshold, np.diff(firsts, append=len(space)))
    return code.text_where(space | np.concatenate([np.zeros(firsts[0], dtype=bool), kept]))
