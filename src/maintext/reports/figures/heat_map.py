"""Heat map of the text similarity between extractors."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.reports.figures.canvas import SOFT, canvas, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NUMBERS_UP_TO = 30


@styled
def heat_map(labels: Sequence[str], means: Sequence[Sequence[float | None]]) -> "Figure":
    """A square of the mean word F1 between the texts of every two extractors, in viridis."""
    size = 2.5 + 0.38 * len(labels)
    figure, axes = canvas(size + 0.8, size)
    values = [[float("nan") if value is None else value for value in row] for row in means]
    least = lowest(means)
    image = axes.imshow(values, vmin=least, vmax=1, cmap="viridis")
    axes.set_xticks(range(len(labels)), labels, rotation=60, ha="right", rotation_mode="anchor", fontsize=8)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.spines[:].set_visible(False)
    if len(labels) <= _NUMBERS_UP_TO:
        for y, row in enumerate(means):
            for x, value in enumerate(row):
                if value is not None:
                    color = "white" if value < least + 0.6 * (1 - least) else "black"
                    axes.text(x, y, f"{100 * value:.0f}", ha="center", va="center", fontsize=7, color=color)
    bar = figure.colorbar(image, ax=axes, shrink=0.7)
    bar.set_label("mean word F1 of the two texts (0 to 1; in cells: percent)")
    bar.outline.set_edgecolor(SOFT)
    return figure


def lowest(means: Sequence[Sequence[float | None]]) -> float:
    """The lower end of the color scale: the tenth percentile, so that most pairs can be distinguished."""
    values = sorted(value for row in means for value in row if value is not None)
    return min(9, int(10 * values[len(values) // 10])) / 10 if values else 0.0
