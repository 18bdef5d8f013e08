"""Bar charts: means of the extractors, boundary cases, and how the pages' scores are distributed."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Literal

from maintext.analysis.cases import Case
from maintext.analysis.scores import PageScore
from maintext.reports.figures.canvas import (
    BLUE,
    GRAY,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    VERMILION,
    canvas,
    panels,
    styled,
)  # fmt: skip
from maintext.reports.leaderboard import CASES, LeaderboardRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LOOKS = {
    Case.SUCCESS: (BLUE, ""),
    Case.BOTH_EMPTY: (GREEN, ".."),
    Case.REFERENCE_EMPTY: (GRAY, "||"),
    Case.RETRIEVED_EMPTY: (ORANGE, "//"),
    Case.MISMATCH: (PURPLE, "xx"),
    Case.FAILED: (VERMILION, "\\\\"),
}
BINS = 20
PageScores = Mapping[str, Mapping[str, PageScore]]
"""The score of every page by the label of the extractor."""


Quantity = Literal["value", "p", "r"]
QUANTITIES: Mapping[Quantity, str] = {"value": "", "p": "precision", "r": "recall"}
"""What a figure can show of a metric: the value that it ranks by, precision, or recall; and its name in captions."""


@styled
def bars(ranked: Sequence[LeaderboardRow], scores: PageScores, metric: str, quantity: Quantity = "value") -> "Figure":
    """Bars of the mean over successes, whiskers of one standard deviation, a mark at the mean over all pages."""
    spread = {each.run_extractor.label: _spread(each, scores, quantity) for each in ranked}
    order = sorted(ranked, key=lambda each: -spread[each.run_extractor.label][0])
    figure, axes = canvas(8, 1.2 + 0.27 * len(order))
    places = range(len(order))
    means, deviations = zip(*(spread[each.run_extractor.label] for each in order), strict=True)
    axes.barh(places, means, color=BLUE, height=0.7, label="mean over successes")
    axes.errorbar(means, places, xerr=deviations, fmt="none", ecolor=INK, elinewidth=1, capsize=2, label="± 1 sd")
    alls = [getattr(each.summary.all, quantity) or 0.0 for each in order]
    axes.plot(alls, places, "D", color=ORANGE, markeredgecolor=INK, markersize=5, label="mean over all pages")
    axes.set_yticks(list(places), [each.run_extractor.label for each in order])
    axes.invert_yaxis()
    spans = [(mean - deviation, mean + deviation) for mean, deviation in zip(means, deviations, strict=True)]
    axes.set_xlim(1.01 * min(0.0, *(low for low, _ in spans)), 1.01 * max(1.0, *(high for _, high in spans)))
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlabel(f"{_named(metric, quantity)} (0 to 1)")
    figure.legend(loc="outside upper center", ncols=3)
    return figure


def _named(metric: str, quantity: Quantity) -> str:
    return f"{QUANTITIES[quantity]} by {metric}" if QUANTITIES[quantity] else metric


def _spread(each: LeaderboardRow, scores: PageScores, quantity: Quantity) -> tuple[float, float]:
    """Mean and standard deviation over the pages that were successful."""
    values = _success_values(scores[each.run_extractor.label].values(), quantity)
    return (fmean(values) if values else 0.0), (stdev(values) if len(values) > 1 else 0.0)


def _success_values(pages: Iterable[PageScore], quantity: Quantity) -> list[float]:
    found = (getattr(page, quantity) for page in pages if page.case == Case.SUCCESS)
    return [value for value in found if value is not None]


@styled
def cases(ranked: Sequence[LeaderboardRow]) -> "Figure":
    """One bar per extractor, one part per boundary case; patterns as well as colors tell them apart."""
    order = sorted(ranked, key=lambda each: -each.summary.cases[Case.SUCCESS])
    figure, axes = canvas(8, 1.4 + 0.27 * len(order))
    places = range(len(order))
    left = [0] * len(order)
    for case, (color, hatch) in _LOOKS.items():
        counts = [each.summary.cases[case.value] for each in order]
        if any(counts):
            axes.barh(places, counts, left=left, color=color, hatch=hatch, edgecolor=INK, linewidth=0.4, height=0.7,
                      label=CASES[case])  # fmt: skip
        left = [before + more for before, more in zip(left, counts, strict=True)]
    axes.set_yticks(list(places), [each.run_extractor.label for each in order])
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlabel("pages")
    figure.legend(loc="outside upper center", ncols=3)
    return figure


def histogram(values: Sequence[float]) -> list[int]:
    """How many values fall into each of 20 equal bins from 0 to 1; 1 belongs to the last."""
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int(value * BINS)))] += 1
    return counts


@styled
def histograms(
    ranked: Sequence[LeaderboardRow], scores: PageScores, metric: str, quantity: Quantity = "value"
) -> "Figure":
    """One histogram per extractor over the pages it was successful on, all to the same scale."""
    figure, plots = panels(len(ranked), 1.6, (0.4, 0.6))
    for plot, each in zip(plots, ranked, strict=True):
        counts = histogram(_success_values(scores[each.run_extractor.label].values(), quantity))
        plot.bar([(0.5 + bin_) / BINS for bin_ in range(BINS)], counts, width=0.9 / BINS, color=BLUE)
        plot.set_title(_short(each.run_extractor.label), fontsize=9)
        plot.set_xlim(0, 1)
    figure.supxlabel(f"{_named(metric, quantity)} of a page (20 bins)", fontsize=10)
    figure.supylabel("pages", fontsize=10)
    return figure


def _short(label: str) -> str:
    return label if len(label) <= 34 else f"{label[:33]}…"
