"""Old against new: a point per page, one small plot per extractor."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, SOFT, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS = 4


@styled
def changes_figure(points: Mapping[str, tuple[Sequence[float], Sequence[float]]], metric: str) -> "Figure":
    """Points above the diagonal got better."""
    columns = min(_COLUMNS, len(points))
    rows = ceil(len(points) / columns)
    figure, axes = canvas(
        max(4.0, 2.6 * columns), 2.7 * rows + 0.5, rows, columns, squeeze=False, sharex=True, sharey=True
    )
    for plot in axes.flat[len(points) :]:
        plot.set_axis_off()
    for plot, (name, (before, after)) in zip(axes.flat, points.items(), strict=False):
        plot.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=":")
        plot.plot(before, after, "o", color=BLUE, markersize=3, alpha=0.5, markeredgewidth=0)
        plot.set_title(name, fontsize=9)
        plot.set_aspect("equal")
        plot.set_xlim(-0.02, 1.02)
        plot.set_ylim(-0.02, 1.02)
    figure.supxlabel(f"{metric}, old (0 to 1)", fontsize=10)
    figure.supylabel(f"{metric}, new (0 to 1)", fontsize=10)
    return figure
