"""The thesis's stacked bars: how many pages each extractor did with success, and how the others ended."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.analysis.cases import Case
from maintext.reports.figures.canvas import BLUE, GRAY, GREEN, INK, ORANGE, PURPLE, VERMILION, canvas, styled
from maintext.reports.standings import CASES, Standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LOOKS = {
    Case.SUCCESS: (BLUE, ""),
    Case.BOTH_EMPTY: (GREEN, ".."),
    Case.REFERENCE_EMPTY: (GRAY, "||"),
    Case.RETRIEVED_EMPTY: (ORANGE, "//"),
    Case.MISMATCH: (PURPLE, "xx"),
    Case.FAILED: (VERMILION, "\\\\"),
}


@styled
def cases(ranked: Sequence[Standing]) -> "Figure":
    """One bar per extractor, one part per boundary case; patterns as well as colors tell them apart."""
    order = sorted(ranked, key=lambda each: -each.summary.cases[Case.SUCCESS])
    figure, axes = canvas(8, 1.4 + 0.27 * len(order))
    places = range(len(order))
    left = [0] * len(order)
    for case, (color, hatch) in _LOOKS.items():
        counts = [each.summary.cases[case.value] for each in order]
        if any(counts):
            axes.barh(places, counts, left=left, color=color, hatch=hatch, edgecolor=INK, linewidth=0.4, height=0.7,
                      label=CASES[case])  # fmt: skip
        left = [before + more for before, more in zip(left, counts, strict=True)]
    axes.set_yticks(list(places), [each.entrant.label for each in order])
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlabel("pages")
    figure.legend(loc="outside upper center", ncols=3)
    return figure
