"""Score against page length: who fails on short pages, who on long ones."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from maintext.analysis.scores import PageScore
from maintext.analysis.slices import by_size
from maintext.reports.figures.canvas import COLORS, GRAY, canvas, styled
from maintext.reports.standings import Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_EDGES = (50, 100, 200, 400, 800, 1600, 3200)
_NAMED = 7
_STYLES = ("-", "--", "-.", ":")


@styled
def lengths(
    ranked: Sequence[Standing], scores: Mapping[str, Mapping[str, PageScore]], sizes: Mapping[str, float], metric: str
) -> "Figure":
    """A line per extractor over bins of the gold's length; the best have colors, the others are gray."""
    figure, axes = canvas(8, 5)
    slices = {each.entrant.label: by_size(scores[each.entrant.label].values(), sizes, _EDGES) for each in ranked}
    counts: dict[str, int] = {}
    for parts in slices.values():
        for name, pages in parts.items():
            counts[name] = max(counts.get(name, 0), len(pages))
    names = [name for name in _order(sizes) if name in counts]
    for at, each in reversed(list(enumerate(ranked))):
        parts = slices[each.entrant.label]
        values = [_mean(parts.get(name, [])) for name in names]
        if at < _NAMED:
            axes.plot(range(len(names)), values, color=COLORS[at], marker="os^Dv<>"[at], markersize=5,
                      linestyle=_STYLES[at % 4], label=each.entrant.label, zorder=3)  # fmt: skip
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
