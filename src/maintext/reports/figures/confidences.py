"""The reliability plot: confidence against score; who tells the truth lies on the diagonal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import COLORS, SOFT, canvas, styled
from maintext.reports.reliability import Reliability

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@styled
def confidences(found: Sequence[Reliability], metric: str) -> "Figure":
    """A line per extractor; the larger the mark, the more pages."""
    figure, axes = canvas(6, 6)
    axes.plot([0, 1], [0, 1], color=SOFT, linewidth=1, linestyle=":")
    for at, each in enumerate(found):
        color = COLORS[at % len(COLORS)]
        most = max(b.pages for b in each.bins)
        x, y = [b.confidence for b in each.bins], [b.score for b in each.bins]
        axes.plot(x, y, color=color, linewidth=1, label=f"{each.label} (calibration error {each.error:.3f})")
        axes.scatter(x, y, s=[15 + 120 * b.pages / most for b in each.bins], color=color, marker="os^Dv<>"[at % 7])
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.set_xlabel("confidence (mean of the bin)")
    axes.set_ylabel(f"{metric} over all pages (mean of the bin)")
    figure.legend(loc="outside upper center", fontsize=8)
    return figure
