"""A picture on paper: what an extractor saw on a page as SVG, PDF or PNG."""

from pathlib import Path
from typing import TYPE_CHECKING

from maintext.errors import MaintextError
from maintext.reports.figures.canvas import BLUE, INK, SKY, SOFT, VERMILION, as_svg, canvas, styled
from maintext.reports.picture import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".pdf", ".png")
_MOST_VALUES = 4000


def plot(picture: Picture, target: Path) -> None:
    """Draw a picture into a file; its ending says in which format."""
    if target.suffix.lower() not in ENDINGS:
        raise MaintextError(f"{target}: pictures are written as {', '.join(ENDINGS)}; choose one of these endings")
    figure = draw(picture.reduced(_MOST_VALUES))
    try:
        if target.suffix.lower() == ".svg":
            target.write_text(as_svg(figure), encoding="utf-8")
        else:
            figure.savefig(target, dpi=150)
    except OSError as error:
        raise MaintextError(f"{target}: cannot be written ({error.strerror})") from error


@styled
def draw(picture: Picture) -> "Figure":
    """The picture as a figure."""
    figure, axes = canvas(9, 4)
    for at, (first, last) in enumerate(picture.chosen):
        axes.axvspan(first, last, color=SKY, alpha=0.35, linewidth=0, label="chosen" if at == 0 else None)
    middle = [(at + 0.5) * picture.step for at in range(len(picture.values))]
    if picture.kind == "bars":
        axes.vlines(middle, 0, picture.values, color=SOFT, linewidth=max(0.6, min(6.0, 400 / max(1, len(middle)))))
    else:
        axes.plot(middle, picture.values, color=BLUE, linewidth=1.2)
    if picture.curve is not None:
        axes.plot(middle, picture.curve, color=INK, linewidth=1.2, linestyle="--", label="fitted curve")
    if picture.limit is not None:
        axes.axhline(picture.limit, color=VERMILION, linewidth=1.2, linestyle="--", label=picture.limit_name)
    axes.set_xlim(0, max(1.0, len(picture.values) * picture.step))
    axes.set_title(picture.title)
    axes.set_xlabel(picture.x)
    axes.set_ylabel(picture.y)
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower right", ncols=3, fontsize=8)
    return figure
