"""Plots of extractor traces as SVG, PDF or PNG."""

from pathlib import Path
from typing import TYPE_CHECKING

from maintext.errors import MaintextError
from maintext.extractors.trace import Trace
from maintext.reports.figures.canvas import BLUE, INK, SKY, SOFT, VERMILION, as_svg, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".pdf", ".png")
_MOST_VALUES = 4000


def plot(trace: Trace, target: Path) -> None:
    """Draw a trace into a file; the file extension selects the format."""
    if target.suffix.lower() not in ENDINGS:
        raise MaintextError(f"{target}: pictures are written as {', '.join(ENDINGS)}; choose one of these endings")
    figure = draw(trace.reduced(_MOST_VALUES))
    try:
        if target.suffix.lower() == ".svg":
            target.write_text(as_svg(figure), encoding="utf-8")
        else:
            figure.savefig(target, dpi=150)
    except OSError as error:
        raise MaintextError(f"{target}: cannot be written ({error.strerror})") from error


@styled
def draw(trace: Trace) -> "Figure":
    """The trace as a figure."""
    figure, axes = canvas(9, 4)
    for at, (first, last) in enumerate(trace.chosen):
        axes.axvspan(first, last, color=SKY, alpha=0.35, linewidth=0, label="chosen" if at == 0 else None)
    middle = [(at + 0.5) * trace.step for at in range(len(trace.values))]
    if trace.kind == "bars":
        axes.vlines(middle, 0, trace.values, color=SOFT, linewidth=max(0.6, min(6.0, 400 / max(1, len(middle)))))
    else:
        axes.plot(middle, trace.values, color=BLUE, linewidth=1.2)
    if trace.curve is not None:
        axes.plot(middle, trace.curve, color=INK, linewidth=1.2, linestyle="--", label="fitted curve")
    if trace.threshold is not None:
        axes.axhline(trace.threshold, color=VERMILION, linewidth=1.2, linestyle="--", label=trace.threshold_name)
    axes.set_xlim(0, max(1.0, len(trace.values) * trace.step))
    axes.set_title(trace.title)
    axes.set_xlabel(trace.x_label)
    axes.set_ylabel(trace.y_label)
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower right", ncols=3, fontsize=8)
    return figure
