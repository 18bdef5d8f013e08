"""The thesis's histograms: how the pages' scores are spread, in 20 equal bins, one small plot per extractor."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from maintext.analysis.scores import PageScore
from maintext.reports.figures.canvas import BLUE, canvas, styled
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 20
_COLUMNS = 4


def histogram(values: Sequence[float]) -> list[int]:
    """How many values fall into each of 20 equal bins from 0 to 1; 1 belongs to the last."""
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int(value * BINS)))] += 1
    return counts


@styled
def histograms(ranked: Sequence[Standing], scores: Mapping[str, Mapping[str, PageScore]], metric: str) -> "Figure":
    """One histogram per extractor over the pages it was successful on, all to the same scale."""
    columns = min(_COLUMNS, len(ranked))
    rows = ceil(len(ranked) / columns)
    figure, axes = canvas(2.6 * columns + 0.4, 1.6 * rows + 0.6, rows, columns, sharex=True, sharey=True, squeeze=False)
    for at, each in enumerate(ranked):
        pages = scores[each.entrant.label].values()
        counts = histogram([page.value for page in pages if page.case == "success" and page.value is not None])
        plot = axes[at // columns][at % columns]
        plot.bar([(0.5 + bin_) / BINS for bin_ in range(BINS)], counts, width=0.9 / BINS, color=BLUE)
        plot.set_title(_short(each.entrant.label), fontsize=9)
        plot.set_xlim(0, 1)
    for at in range(len(ranked), rows * columns):
        axes[at // columns][at % columns].set_axis_off()
    figure.supxlabel(f"{metric} of a page (20 bins)", fontsize=10)
    figure.supylabel("pages", fontsize=10)
    return figure


def _short(label: str) -> str:
    return label if len(label) <= 34 else f"{label[:33]}…"
