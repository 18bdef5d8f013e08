"""Content extraction via tag ratios, CETR [Weninger 2010]: noise lies at the origin of a plane.

Each line of the source is a point: its smoothed text-to-tag ratio, and how much the ratio changes over the next lines.
Menus and footers have low ratios that change little, so they gather at the origin. k-means with one center fixed there
finds them; all other lines are the main text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, exp
from typing import ClassVar, Literal

from maintext.extractors.base import TextExtractor
from maintext.extractors.tag_ratio.clustering import farthest_first, k_means
from maintext.extractors.tag_ratio.extractor import (
    WRAP,
    above,
    check_wrap,
    join_lines,
    line_ratios,
    outside_lowest,
    page_lines,
)
from maintext.page import Page

Method = Literal["plane", "k-means", "threshold"]
_METHODS = ("plane", "k-means", "threshold")


@dataclass(frozen=True, slots=True)
class Cetr(TextExtractor):
    """Keep the lines that lie away from the origin."""

    paper: ClassVar[str] = "Weninger 2010"

    sigma: float = 1.0
    """The width of the Gaussian that smooths the ratios."""
    method: Method = "plane"
    """plane: two dimensions; k-means: the ratio alone (CETR-KM); threshold: standard deviations (CETR-TM)."""
    clusters: int = 3
    """How many clusters there are; the one at the origin is noise."""
    ahead: int = 3
    """A line's change is the mean ratio of this many next lines, less its own."""
    spread: float = 1.0
    """The threshold in standard deviations."""
    wrap: int | None = WRAP
    """Break lines longer than this before their next structural tag; None leaves them."""

    def __post_init__(self) -> None:
        if self.sigma != 0 and not 0.01 <= self.sigma <= 1000:
            raise ValueError("sigma must be 0, or between 0.01 and 1000")
        if self.method not in _METHODS:
            raise ValueError(f"method must be one of {', '.join(_METHODS)}")
        if not 2 <= self.clusters <= 100:
            raise ValueError("clusters must be between 2 and 100")
        if self.ahead < 1:
            raise ValueError("ahead must be at least 1")
        if self.spread < 0:
            raise ValueError("spread must not be negative")
        check_wrap(self.wrap)

    def find(self, page: Page) -> str:
        """The text of the lines away from the origin."""
        lines = page_lines(page, self.wrap)
        return join_lines(lines, self.choose(gaussian_mean(line_ratios(lines), self.sigma)))

    def choose(self, ratios: Sequence[float]) -> Sequence[bool]:
        """For every smoothed ratio, whether its line is content."""
        if self.method == "threshold":
            return above(ratios, self.spread)
        if self.method == "k-means":
            return outside_lowest(ratios, "k-means", self.clusters)
        return off_origin(ratios, changes(ratios, self.ahead, self.sigma), self.clusters)


def gaussian_mean(values: Sequence[float], sigma: float) -> list[float]:
    """Each value averaged with its neighbors, weighed by a Gaussian that reaches three sigmas to either side."""
    import numpy as np

    reach = ceil(3 * sigma)
    weights = np.array([exp(-(step**2) / (2 * sigma**2)) if sigma else 1.0 for step in range(-reach, reach + 1)])
    inside = slice(reach, reach + len(values))
    if not values:
        return []
    sums, totals = np.convolve(values, weights)[inside], np.convolve(np.ones(len(values)), weights)[inside]
    smoothed: list[float] = (sums / totals).tolist()
    return smoothed


def changes(ratios: Sequence[float], ahead: int, sigma: float) -> list[float]:
    """How far the mean of the next `ahead` ratios is from each ratio, smoothed; the last lines use what is left."""
    sums = [0.0, *accumulate(ratios)]
    last = len(ratios)
    differences = []
    for at, ratio in enumerate(ratios):
        end = min(last, at + 1 + ahead)
        following = (sums[end] - sums[at + 1]) / (end - at - 1) if end > at + 1 else ratio
        differences.append(abs(following - ratio))
    return gaussian_mean(differences, sigma)


def off_origin(ratios: Sequence[float], differences: Sequence[float], clusters: int) -> list[bool]:
    """Which points fall in another cluster than the one whose center is held at the origin."""
    import numpy as np

    if not ratios:
        return []
    points = np.column_stack([ratios, differences])
    labels = k_means(points, farthest_first(points, np.zeros(2), clusters), fixed=1)
    return [bool(keep) for keep in labels != 0]
