"""The network's forward pass: a handful of matrix products over the sequence of blocks.

Every block's features become a row of hidden numbers. Convolutions with growing gaps let a block see its neighbors; in
between it sees the mean of its containers, of the blocks of its own kind, and of the page. The last layers say how
likely a block is main text, the title, a comment or the byline, and of what type the page is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.features import Features

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

GAPS: Final = ((1, 2), (4, 8))
"""The gaps of the convolutions; after each pair comes a look at the blocks around."""
SEEN_LEVELS: Final = (1, 3)
"""The levels of containers that are looked at, of those in the features."""
HEADS: Final = ("text", "title", "comment", "byline")
PAGE_TYPES: Final = ("article", "documentation", "service", "forum", "collection", "listing", "product")
GUIDELINES: Final = ("wide", "tight", "plain", "any")
"""Ways people annotate: WCXB's wide one, dragnet's tight one, CleanEval's plain one; any is none of them."""
ANY: Final = GUIDELINES.index("any")
_FITTING: Final = {PAGE_TYPES.index("article"): GUIDELINES.index("tight")}
"""The guideline that fits a type of page better than any."""
LIMIT: Final = 4.0
"""Standardized features end here."""
_PIECE: Final = 260_000
"""Multiplications in one piece of a matrix product: fewer than those for which OpenBLAS starts threads."""
_STRIDE: Final = 8
"""Rows that processors multiply at once."""


@dataclass(frozen=True, slots=True)
class Output:
    """Per block the log odds of each head, and for the page the logits of its type."""

    blocks: "Floats"
    page: "Floats"


def standardize(weights: Mapping[str, "Floats"], rows: "Floats") -> "Floats":
    """Features with the training pages' mean at 0 and their spread at 1."""
    import numpy as np

    x: Floats = rows - weights["mean"]
    x *= weights["scale"]
    return np.clip(x, -LIMIT, LIMIT, out=x)


def forward(weights: Mapping[str, "Floats"], x: "Floats", features: Features, guideline: int) -> Output:
    """Run the network over standardized features; without a guideline, by the one that fits the type of the page."""
    import numpy as np

    around = _Surroundings(features)
    z = _layer(x, weights, "in")
    for stage, gaps in enumerate(GAPS):
        for layer, gap in enumerate(gaps):
            z += _layer(_neighbors(z, gap), weights, f"conv{stage}{layer}")
        z += around.look(_normalize(z), weights[f"around{stage}.w"], weights[f"around{stage}.b"])
    page = _layer(np.concatenate([z.mean(0), z.max(0)])[None], weights, "pool")
    page_type = page[0] @ weights["type.w"] + weights["type.b"]
    if guideline == ANY:
        guideline = _FITTING.get(int(page_type.argmax()), ANY)
    half = z.shape[1]
    hidden = _product(z, weights["out1.w"][:half])
    hidden += page[0] @ weights["out1.w"][half:] + weights["out1.b"] + weights["guideline.out"][guideline]
    np.maximum(hidden, 0, out=hidden)
    return Output(_product(hidden, weights["out2.w"]) + weights["out2.b"], page_type)


def _product(z: "Floats", matrix: "Floats") -> "Floats":
    """A matrix product in pieces so small that no linear algebra library starts threads for them.

    Threads would take twice the processor time and save next to nothing, and the last digits would depend on them.
    """
    import numpy as np

    height, width = matrix.shape
    rows = max(1, _PIECE // (matrix.size * _STRIDE)) * _STRIDE
    if len(z) <= rows:
        return z @ matrix
    out = np.empty((len(z), width), np.float32)
    whole = len(z) - len(z) % rows
    np.matmul(z[:whole].reshape(-1, rows, height), matrix, out=out[:whole].reshape(-1, rows, width))
    if whole < len(z):
        np.matmul(z[whole:], matrix, out=out[whole:])
    return out


def _layer(z: "Floats", weights: Mapping[str, "Floats"], name: str) -> "Floats":
    import numpy as np

    out = _product(z, weights[f"{name}.w"])
    out += weights[f"{name}.b"]
    return np.maximum(out, 0, out=out)


def _normalize(z: "Floats", out: "Floats | None" = None) -> "Floats":
    """Every row with mean 0 and spread 1."""
    import numpy as np

    width = z.shape[1]
    normal: Floats = z - (np.einsum("ij->i", z) / width)[:, None]
    spread = np.einsum("ij,ij->i", normal, normal)
    spread /= width
    spread += 1e-5
    target = normal if out is None else out
    np.divide(normal, np.sqrt(spread)[:, None], out=target)
    return target


def _neighbors(z: "Floats", gap: int) -> "Floats":
    """Each normalized row between those so many before and after it; what lies outside the page is 0."""
    import numpy as np

    width = z.shape[1]
    beside = np.zeros((len(z), 3 * width), np.float32)
    normal = _normalize(z, beside[:, width:-width])
    beside[gap:, :width] = normal[:-gap]
    beside[:-gap, -width:] = normal[gap:]
    return beside


class _Surroundings:
    """Which blocks are seen together: those of a container, those of a kind, and all."""

    def __init__(self, features: Features) -> None:
        import numpy as np

        self._starts = features.starts[SEEN_LEVELS, :].T
        self._stops = features.stops[SEEN_LEVELS, :].T
        self._held = (self._stops - self._starts)[:, :, None].astype(np.float32)
        self._paths = features.paths
        self._order = np.argsort(features.paths, kind="stable")
        sizes = np.bincount(features.paths)
        self._begins = np.cumsum(sizes) - sizes
        self._sizes = sizes[:, None].astype(np.float32)

    def look(self, z: "Floats", matrix: "Floats", bias: "Floats") -> "Floats":
        """A layer over the means of what stands around each block: containers, blocks of its kind, the page.

        The matrix has a part for each of them; what many blocks see alike is multiplied once.
        """
        import numpy as np

        n, width = z.shape
        running = np.zeros((n + 1, width), np.float32)
        np.cumsum(z, axis=0, out=running[1:])
        held = running.take(self._stops, axis=0)
        held -= running.take(self._starts, axis=0)
        held /= self._held
        kinds = np.add.reduceat(z.take(self._order, axis=0), self._begins, axis=0)
        kinds /= self._sizes
        alike = _product(kinds, matrix[-2 * width : -width])
        alike += running[-1] / n @ matrix[-width:] + bias
        out = _product(held.reshape(n, -1), matrix[: -2 * width])
        out += alike.take(self._paths, axis=0)
        return np.maximum(out, 0, out=out)
