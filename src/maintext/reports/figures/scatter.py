"""Scatter plots: score against time, intrinsic against extrinsic score, old against new score."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import BLUE, GRAY, INK, SOFT, canvas, panels, styled
from maintext.reports.leaderboard import LeaderboardRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float, str]
"""Where to draw an extractor, x and y, and its name."""
_LEADERS_UP_TO = 15
_FAR_BELOW = 0.7
"""Of the best score: what scores less is named and not drawn, where there are many."""


def pareto_front(points: Sequence[Point]) -> list[Point]:
    """The points (time, score, name) that no other beats in both, the fastest first."""
    best: list[Point] = []
    for point in sorted(points, key=lambda each: (each[0], -each[1])):
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best


def points_to_draw(points: Sequence[Point]) -> list[Point]:
    """The points without outliers: of many points, those far below the others are left out."""
    if len(points) <= _LEADERS_UP_TO:
        return list(points)
    least = max(score for _, score, _ in points) * _FAR_BELOW
    return [point for point in points if point[1] >= least]


def _by_score(points: Sequence[Point]) -> list[Point]:
    return sorted(points, key=lambda each: (-each[1], each[2]))


def _with_leaders(axes: "Axes", ordered: Sequence[Point]) -> None:
    """Names beside the axes, in the order of the scores, each with a line to its point."""
    for place, (x, y, label) in enumerate(ordered):
        height = 1 - (place + 0.5) / len(ordered)
        leader = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.4, "relpos": (0, 0.5)}
        axes.annotate(label, (x, y), xytext=(1.04, height), textcoords="axes fraction", fontsize=8, color=INK,
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


def timed_points(ranked: Sequence[LeaderboardRow]) -> list[Point]:
    """The mean time, the score and the name of every extractor that scores above 0."""
    return [
        (time, value, each.run_extractor.label)
        for each in ranked
        if (time := each.run_extractor.mean_milliseconds) and (value := each.summary.all.value)
    ]


@styled
def pareto(points: Sequence[Point], metric: str) -> "Figure":
    """Extractors as points (milliseconds, score, name), those on the front joined, names in the order of the scores."""
    from matplotlib.ticker import FuncFormatter, LogLocator

    best = pareto_front(points)
    shown = points_to_draw(points)
    figure, axes = canvas(9, max(4.5, 1 + 0.2 * len(points)))
    others = [point for point in shown if point not in best]
    axes.plot([each[0] for each in others], [each[1] for each in others], "o", color=GRAY, markersize=6)
    line = [point for point in best if point in shown]
    axes.plot([each[0] for each in line], [each[1] for each in line], "o-", color=BLUE, markersize=8, linewidth=1,
              drawstyle="steps-post")  # fmt: skip
    if len(points) <= _LEADERS_UP_TO:
        _with_leaders(axes, _by_score(points))
    else:
        _with_numbers(axes, _by_score(points), shown)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(FuncFormatter(lambda *_: ""))
    axes.margins(x=0.08)
    axes.set_xlabel("mean time per page (milliseconds, logarithmic)")
    axes.set_ylabel(f"{metric}, mean over all pages")
    return figure


@styled
def extrinsic_figure(
    points: Sequence[Point], metric: str, task: str, figure_name: str, reference: float | None
) -> "Figure":
    """Every extractor as a point, named at the right in the order of the task; the gold text as a line."""
    figure, axes = canvas(9, max(4.5, 1 + 0.2 * len(points)))
    axes.plot([each[0] for each in points], [each[1] for each in points], "o", color=BLUE, markersize=7)
    _with_leaders(axes, _by_score(points))
    if reference is not None:
        axes.axhline(reference, color=SOFT, linewidth=0.8, linestyle=":")
        axes.annotate("gold text", (0, reference), xycoords=("axes fraction", "data"), xytext=(4, -3),
                      textcoords="offset points", fontsize=8, color=SOFT, va="top")  # fmt: skip
    axes.margins(0.06)
    axes.set_xlabel(f"intrinsic: {metric}")
    axes.set_ylabel(f"extrinsic: {task}, {figure_name}")
    return figure


@styled
def changes_figure(points: Mapping[str, tuple[Sequence[float], Sequence[float]]], metric: str) -> "Figure":
    """A scatter plot of old and new scores; points above the diagonal are improvements."""
    figure, plots = panels(len(points), 2.7, (0.0, 0.5), least_width=4.0)
    for plot, (name, (before, after)) in zip(plots, points.items(), strict=True):
        plot.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=":")
        plot.plot(before, after, "o", color=BLUE, markersize=3, alpha=0.5, markeredgewidth=0)
        plot.set_title(name, fontsize=9)
        plot.set_aspect("equal")
        plot.set_xlim(-0.02, 1.02)
        plot.set_ylim(-0.02, 1.02)
    figure.supxlabel(f"{metric}, old (0 to 1)", fontsize=10)
    figure.supylabel(f"{metric}, new (0 to 1)", fontsize=10)
    return figure
