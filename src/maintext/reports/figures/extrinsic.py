"""Intrinsic against extrinsic: whether who overlaps best with the gold also serves a task best (003)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, GRAY, INK, SOFT, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point = tuple[float, float, str]


@styled
def extrinsic_figure(
    points: Sequence[Point], metric: str, task: str, figure_name: str, reference: float | None
) -> "Figure":
    """Every extractor as a point, named at the right in the order of the task; the gold text as a line."""
    figure, axes = canvas(9, max(4.5, 1 + 0.2 * len(points)))
    axes.plot([each[0] for each in points], [each[1] for each in points], "o", color=BLUE, markersize=7)
    ranked = sorted(points, key=lambda each: (-each[1], each[2]))
    for place, (x, y, label) in enumerate(ranked):
        height = 1 - (place + 0.5) / len(ranked)
        leader = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.4, "relpos": (0, 0.5)}
        axes.annotate(label, (x, y), xytext=(1.04, height), textcoords="axes fraction", fontsize=8, color=INK,
                      va="center", arrowprops=leader)  # fmt: skip
    if reference is not None:
        axes.axhline(reference, color=SOFT, linewidth=0.8, linestyle=":")
        axes.annotate("gold text", (0, reference), xycoords=("axes fraction", "data"), xytext=(4, -3),
                      textcoords="offset points", fontsize=8, color=SOFT, va="top")  # fmt: skip
    axes.margins(0.06)
    axes.set_xlabel(f"intrinsic: {metric}")
    axes.set_ylabel(f"extrinsic: {task}, {figure_name}")
    return figure
