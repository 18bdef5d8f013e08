"""Shared by all figures: sizes, colors that color-blind readers can tell apart, and saving."""

import io
import warnings
from collections.abc import Callable
from functools import wraps
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from maintext.errors import MaintextError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")

INK = "#1b1f24"
SOFT = "#57606a"
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, GRAY = (
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8b949e",
)  # fmt: skip
COLORS = (BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, GRAY)
"""Okabe and Ito's colors."""
MARKERS = "os^Dv<>"
_COLUMNS = 4
_DARK = {INK: "#e6e9ed", SOFT: "#a3acb7"}
_STYLE = {
    "axes.edgecolor": SOFT, "axes.labelcolor": INK, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlecolor": INK, "axes.titlesize": 11, "font.size": 10, "legend.frameon": False, "legend.labelcolor": INK,
    "pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "maintext", "text.color": INK,
    "text.parse_math": False, "xtick.color": SOFT, "xtick.labelcolor": INK, "ytick.color": SOFT,
    "ytick.labelcolor": INK, "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"],
}  # fmt: skip


def styled(draw: Callable[P, "Figure"]) -> Callable[P, "Figure"]:
    """A function that draws, in the style of all figures."""

    @wraps(draw)
    def drawn(*args: P.args, **options: P.kwargs) -> "Figure":
        with _matplotlib().rc_context(_STYLE):
            return draw(*args, **options)

    return drawn


def canvas(width: float, height: float, rows: int = 1, columns: int = 1, **options: Any) -> "tuple[Figure, Any]":
    """An empty figure of so many inches, and its axes."""
    _matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)


def panels(
    many: int, height: float, margins: tuple[float, float], least_width: float = 0.0
) -> "tuple[Figure, list[Axes]]":
    """A figure of so many plots with shared axes, four in a row, and the plots."""
    columns = min(_COLUMNS, many)
    rows = ceil(many / columns)
    width = max(least_width, 2.6 * columns + margins[0])
    figure, axes = canvas(width, height * rows + margins[1], rows, columns, sharex=True, sharey=True, squeeze=False)
    for unused in axes.flat[many:]:
        unused.set_axis_off()
    return figure, list(axes.flat[:many])


def save(figure: "Figure", folder: Path, slug: str) -> tuple[int, int]:
    """Write a figure as SVG and PDF; its width and height in pixels."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{slug}.svg").write_text(as_svg(figure), encoding="utf-8")
    (folder / f"{slug}.pdf").write_bytes(_drawn(figure, "pdf", {"CreationDate": None}))
    width, height = figure.get_size_inches()
    return round(96 * width), round(96 * height)


def as_svg(figure: "Figure") -> str:
    """A figure as SVG whose ink turns light where the reader's screen is dark."""
    text = _drawn(figure, "svg", {"Date": None}).decode()
    rules = "".join(
        f'[style*="{kind}: {ink}"]{{{kind}:{light}!important}}'
        for ink, light in _DARK.items()
        for kind in ("fill", "stroke")
    )
    fonts = "text{font-family:system-ui,'DejaVu Sans',sans-serif!important}"
    style = f"<style>{fonts}@media(prefers-color-scheme:dark){{{rules}}}</style>"
    head, mark, rest = text.partition("<defs>")
    return f"{head}{style}{mark}{rest}"


def _drawn(figure: "Figure", kind: str, metadata: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with _matplotlib().rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # signs that the font lacks are boxes in the PDF, no fault
        figure.savefig(out, format=kind, transparent=kind == "svg", metadata=metadata)
    return out.getvalue()


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise MaintextError(
            "figures need matplotlib, which is not installed; try: pip install 'maintext[bench]'"
        ) from error
    return matplotlib
