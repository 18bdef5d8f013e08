"""Line charts: score by length of the gold, rank by metric, and score by confidence."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from maintext.analysis.scores import PageScore
from maintext.analysis.slices import by_size
from maintext.reports.figures.canvas import BLUE, COLORS, GRAY, INK, MARKERS, SOFT, canvas, styled
from maintext.reports.leaderboard import LeaderboardRow
from maintext.reports.reliability import Reliability

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_EDGES = (50, 100, 200, 400, 800, 1600, 3200)
_NAMED = 7
_STYLES = ("-", "--", "-.", ":")


@styled
def lengths(
    ranked: Sequence[LeaderboardRow],
    scores: Mapping[str, Mapping[str, PageScore]],
    sizes: Mapping[str, float],
    metric: str,
) -> "Figure":
    """A line per extractor over bins of the gold's length; the best have colors, the others are gray."""
    figure, axes = canvas(8, 5)
    slices = {
        each.run_extractor.label: by_size(scores[each.run_extractor.label].values(), sizes, _EDGES) for each in ranked
    }
    counts: dict[str, int] = {}
    for parts in slices.values():
        for name, pages in parts.items():
            counts[name] = max(counts.get(name, 0), len(pages))
    names = [name for name in _order(sizes) if name in counts]
    for at, each in reversed(list(enumerate(ranked))):
        parts = slices[each.run_extractor.label]
        values = [_mean(parts.get(name, [])) for name in names]
        if at < _NAMED:
            axes.plot(range(len(names)), values, color=COLORS[at], marker=MARKERS[at], markersize=5,
                      linestyle=_STYLES[at % 4], label=each.run_extractor.label, zorder=3)  # fmt: skip
        else:
            axes.plot(range(len(names)), values, color=GRAY, linewidth=0.6, alpha=0.6)
    axes.set_xticks(range(len(names)), [f"{name.replace('-', '–')}\n({counts[name]})" for name in names])
    axes.set_ylim(0, 1)
    axes.set_xlabel("length of the gold (words; the number of pages in parentheses)")
    axes.set_ylabel(f"{metric}, mean over all pages")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside upper center", ncols=3, fontsize=8)
    return figure


class _Size:
    """A page of a length, to learn the names of the bins in their order."""

    def __init__(self, page: str) -> None:
        self.page = page


def _order(sizes: Mapping[str, float]) -> list[str]:
    return list(by_size([_Size(page) for page in sizes], sizes, _EDGES))


def _mean(scores: Sequence[PageScore]) -> float:
    known = [value for score in scores if (value := score.value_over_all) is not None]
    return fmean(known) if known else float("nan")


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
        axes.scatter(
            x, y, s=[15 + 120 * b.pages / most for b in each.bins], color=color, marker=MARKERS[at % len(MARKERS)]
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.set_xlabel("confidence (mean of the bin)")
    axes.set_ylabel(f"{metric} over all pages (mean of the bin)")
    figure.legend(loc="outside upper center", fontsize=8)
    return figure
