"""Score against time: who is not beaten in both."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, GRAY, INK, canvas, styled
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float, str]
_LEADERS_UP_TO = 15
_FAR_BELOW = 0.7
"""Of the best score: what scores less is named and not drawn, where there are many."""


def front(points: Sequence[Point]) -> list[Point]:
    """The points (time, score, name) that no other beats in both, the fastest first."""
    best: list[Point] = []
    for point in sorted(points, key=lambda each: (each[0], -each[1])):
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best


def worth_a_place(points: Sequence[Point]) -> list[Point]:
    """The points to draw: among many, those far below the others would only press the others together."""
    if len(points) <= _LEADERS_UP_TO:
        return list(points)
    least = max(score for _, score, _ in points) * _FAR_BELOW
    return [point for point in points if point[1] >= least]


def _with_leaders(axes: "Axes", ordered: Sequence[Point], shown: Sequence[Point]) -> None:
    """Names beside the axes, in the order of the scores, each with a line to its point."""
    for place, (time, value, label) in enumerate(ordered):
        height = 1 - (place + 0.5) / len(ordered)
        leader = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.4, "relpos": (0, 0.5)}
        axes.annotate(label, (time, value), xytext=(1.04, height), textcoords="axes fraction", fontsize=8, color=INK,
                      va="center", arrowprops=leader)  # fmt: skip


def _with_numbers(axes: "Axes", ordered: Sequence[Point], shown: Sequence[Point]) -> None:
    """Numbers beside the points, and what they stand for beside the axes; so many lines could not be followed."""
    for place, point in enumerate(ordered):
        time, value, label = point
        height = 1 - (place + 0.5) / len(ordered)
        below = "" if point in shown else f" ({value:.2f}, below the axis)"
        axes.text(1.04, height, f"{place + 1}  {label}{below}", transform=axes.transAxes, fontsize=8, color=INK,
                  va="center")  # fmt: skip
        if point in shown:
            axes.annotate(str(place + 1), (time, value), xytext=(5, 3), textcoords="offset points", fontsize=7,
                          color=INK)  # fmt: skip


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
    shown = worth_a_place(points)
    figure, axes = canvas(9, max(4.5, 1 + 0.2 * len(points)))
    others = [point for point in shown if point not in best]
    axes.plot([each[0] for each in others], [each[1] for each in others], "o", color=GRAY, markersize=6)
    joined = [point for point in best if point in shown]
    axes.plot([each[0] for each in joined], [each[1] for each in joined], "o-", color=BLUE, markersize=8, linewidth=1,
              drawstyle="steps-post")  # fmt: skip
    ordered = sorted(points, key=lambda each: (-each[1], each[2]))
    (_with_leaders if len(points) <= _LEADERS_UP_TO else _with_numbers)(axes, ordered, shown)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(FuncFormatter(lambda *_: ""))
    axes.margins(x=0.08)
    axes.set_xlabel("mean time per page (milliseconds, logarithmic)")
    axes.set_ylabel(f"{metric}, mean over all pages")
    return figure
