"""Text-to-tag ratio, TTR [Weninger 2008]: content is where text runs long and markup runs thin.

Each line of the source gets the number of its characters of text, divided by the number of its tags if it has any. The
ratios are smoothed, and the lines that stand out are the main text. What "stand out" means is the method: above one
standard deviation (the authors' choice), outside the lowest cluster, or after a sudden rise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import fmean
from typing import ClassVar, Literal

from maintext.extractors.base import TextExtractor
from maintext.extractors.tag_ratio.clustering import farthest_first, k_means, mixture, nearest
from maintext.page import Page
from maintext.page.source_lines import Line, split_lines

WRAP = 500
"""Where long lines are broken; page.lines are these."""
Method = Literal["threshold", "k-means", "em", "farthest-first", "prediction"]
_METHODS = ("threshold", "k-means", "em", "farthest-first", "prediction")


@dataclass(frozen=True, slots=True)
class TagRatio(TextExtractor):
    """Keep the lines whose smoothed text-to-tag ratio stands out."""

    paper: ClassVar[str] = "Weninger 2008"

    radius: int = 2
    """Ratios are averaged with this many neighbors on either side."""
    method: Method = "threshold"
    """How lines are told apart: threshold, k-means, em, farthest-first or prediction."""
    spread: float = 1.0
    """The threshold, or how large a sudden change is, in standard deviations."""
    clusters: int = 3
    """How many clusters there are; the lowest is noise."""
    wrap: int | None = WRAP
    """Break lines longer than this before their next structural tag; None leaves them."""

    def __post_init__(self) -> None:
        if self.radius < 0:
            raise ValueError("radius must not be negative")
        if self.method not in _METHODS:
            raise ValueError(f"method must be one of {', '.join(_METHODS)}")
        if self.spread < 0:
            raise ValueError("spread must not be negative")
        if self.clusters < 2:
            raise ValueError("clusters must be at least 2")
        check_wrap(self.wrap)

    def find(self, page: Page) -> str:
        """The text of the lines that stand out."""
        lines = page_lines(page, self.wrap)
        return join_lines(lines, self.choose(moving_mean(line_ratios(lines), self.radius)))

    def choose(self, ratios: Sequence[float]) -> Sequence[bool]:
        """For every smoothed ratio, whether it stands out."""
        if self.method == "threshold":
            return above(ratios, self.spread)
        if self.method == "prediction":
            return jumps(ratios, self.spread)
        return outside_lowest(ratios, self.method, self.clusters)


def check_wrap(wrap: int | None) -> None:
    """Refuse a width no line can have."""
    if wrap is not None and wrap < 1:
        raise ValueError("wrap must be at least 1, or None")


def page_lines(page: Page, wrap: int | None) -> list[Line]:
    """The lines of a page, long ones broken at `wrap`."""
    return page.lines if wrap == WRAP else split_lines(page.source, wrap)


def join_lines(lines: Sequence[Line], kept: Sequence[bool]) -> str:
    """The text of the kept lines."""
    return "\n".join(line.text for line, keep in zip(lines, kept, strict=True) if keep and line.text)


def line_ratios(lines: Sequence[Line]) -> list[float]:
    """Characters per tag of every line; a line without tags counts as if it had one."""
    return [len(line.text) / (line.tags or 1) for line in lines]


def moving_mean(values: Sequence[float], radius: int) -> list[float]:
    """Each value averaged with `radius` neighbors on either side, as far as there are any."""
    sums = [0.0, *accumulate(values)]
    count = len(values)
    spans = ((max(0, at - radius), min(count, at + radius + 1)) for at in range(count))
    return [(sums[end] - sums[start]) / (end - start) for start, end in spans]


def above(ratios: Sequence[float], spread: float) -> list[bool]:
    """Which ratios exceed `spread` standard deviations of all of them."""
    threshold = spread * standard_deviation(ratios)
    return [ratio > threshold for ratio in ratios]


def jumps(ratios: Sequence[float], spread: float) -> list[bool]:
    """Content begins where a ratio is suddenly far above the mean since the last change, and ends where it is below."""
    change = spread * standard_deviation(ratios)
    inside, total, count = False, 0.0, 0
    kept = []
    for ratio in ratios:
        predicted = total / count if count else 0.0
        if abs(ratio - predicted) > change:
            inside, total, count = ratio > predicted, 0.0, 0
        total, count = total + ratio, count + 1
        kept.append(inside)
    return kept


def outside_lowest(ratios: Sequence[float], method: str, clusters: int) -> list[bool]:
    """Which ratios fall in another cluster than the one with the smallest ratios."""
    import numpy as np

    if not ratios:
        return []
    values = np.array(ratios)
    points = values.reshape(-1, 1)
    centers = farthest_first(points, points[values.argmin()], min(clusters, len(np.unique(values))))
    if method == "k-means":
        labels = k_means(points, centers)
    else:
        labels = mixture(values, centers[:, 0]) if method == "em" else nearest(points, centers)
    lowest = labels[values.argmin()]
    return [bool(keep) for keep in labels != lowest]


def standard_deviation(values: Sequence[float]) -> float:
    """The population's standard deviation; 0 for no values."""
    if not values:
        return 0.0
    mean = fmean(values)
    return float(fmean((value - mean) ** 2 for value in values) ** 0.5)
