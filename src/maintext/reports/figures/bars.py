"""The thesis's bars: the mean of each extractor by one metric, best first, with its standard deviation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, INK, ORANGE, canvas, styled
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@styled
def bars(ranked: Sequence[Standing], metric: str) -> "Figure":
    """Bars of the mean over successes, whiskers of one standard deviation, a mark at the mean over all pages."""
    order = sorted(ranked, key=lambda each: -(each.summary.success.value or 0.0))
    figure, axes = canvas(8, 1.2 + 0.27 * len(order))
    places = range(len(order))
    means = [each.summary.success.value or 0.0 for each in order]
    axes.barh(places, means, color=BLUE, height=0.7, label="mean over successes")
    low = [min(mean, each.summary.success.sd or 0.0) for mean, each in zip(means, order, strict=True)]
    high = [min(1 - mean, each.summary.success.sd or 0.0) for mean, each in zip(means, order, strict=True)]
    axes.errorbar(means, places, xerr=[low, high], fmt="none", ecolor=INK, elinewidth=1, capsize=2, label="± 1 sd")
    alls = [each.summary.all.value or 0.0 for each in order]
    axes.plot(alls, places, "D", color=ORANGE, markeredgecolor=INK, markersize=5, label="mean over all pages")
    axes.set_yticks(list(places), [each.entrant.label for each in order])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlabel(f"{metric} (0 to 1)")
    figure.legend(loc="outside upper center", ncols=3)
    return figure
