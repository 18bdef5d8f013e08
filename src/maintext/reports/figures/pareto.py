"""Score against time: who is not beaten in both."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, GRAY, INK, canvas, styled
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point = tuple[float, float, str]


def front(points: Sequence[Point]) -> list[Point]:
    """The points (time, score, name) that no other beats in both, the fastest first."""
    best: list[Point] = []
    for point in sorted(points, key=lambda each: (each[0], -each[1])):
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best


@styled
def pareto(ranked: Sequence[Standing], metric: str) -> "Figure":
    """Every extractor that scores above 0 as a point, those on the front joined, names in the order of the scores."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    points = [
        (time, value, each.entrant.label)
        for each in ranked
        if (time := each.entrant.mean_milliseconds) and (value := each.summary.all.value)
    ]
    best = front(points)
    figure, axes = canvas(9, max(4.5, 1 + 0.2 * len(points)))
    others = [point for point in points if point not in best]
    axes.plot([each[0] for each in others], [each[1] for each in others], "o", color=GRAY, markersize=6)
    axes.plot([each[0] for each in best], [each[1] for each in best], "o-", color=BLUE, markersize=8, linewidth=1,
              drawstyle="steps-post")  # fmt: skip
    for place, (time, value, label) in enumerate(sorted(points, key=lambda each: (-each[1], each[2]))):
        height = 1 - (place + 0.5) / len(points)
        leader = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.4, "relpos": (0, 0.5)}
        axes.annotate(label, (time, value), xytext=(1.04, height), textcoords="axes fraction", fontsize=8, color=INK,
                      va="center", arrowprops=leader)  # fmt: skip
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(FuncFormatter(lambda *_: ""))
    axes.margins(x=0.08)
    axes.set_xlabel("mean time per page (milliseconds, logarithmic)")
    axes.set_ylabel(f"{metric}, mean over all pages")
    return figure
