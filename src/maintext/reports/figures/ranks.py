"""Rankings side by side: a line per extractor from metric to metric."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, GRAY, INK, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@styled
def ranks_figure(places: Mapping[str, Sequence[int]], metrics: Sequence[str]) -> "Figure":
    """Lines that cross where metrics disagree; moves of three ranks and more are blue."""
    figure, axes = canvas(3.5 + 2.2 * len(metrics), 1 + 0.27 * len(places))
    for label, own in places.items():
        moved = max(own) - min(own) >= 3
        axes.plot(range(len(metrics)), own, marker="o", markersize=5, color=BLUE if moved else GRAY, linewidth=1.5)
        axes.annotate(f"{label}  {own[0]}", (0, own[0]), xytext=(-8, 0), textcoords="offset points", ha="right",
                      va="center", fontsize=8, color=INK)  # fmt: skip
        axes.annotate(f"{own[-1]}  {label}", (len(metrics) - 1, own[-1]), xytext=(8, 0), textcoords="offset points",
                      ha="left", va="center", fontsize=8, color=INK)  # fmt: skip
    axes.set_xticks(range(len(metrics)), metrics)
    axes.set_xlim(-1.3, len(metrics) + 0.3)
    axes.set_ylim(len(places) + 0.6, 0.4)
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.set_ylabel("rank (1 is best)")
    return figure
