"""The network's forward pass: a few matrix products over the sequence of blocks.

The features of every block become a hidden vector. Dilated convolutions mix in its neighbors; after each pair of them,
context pooling adds the means of its containers, of the blocks with the same path, and of the page. The last layers
predict whether a block is main text, the title, a comment or the byline, and the type of the page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.features import Features

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

    Weights = Mapping[str, Float32Array]

DILATIONS: Final = ((1, 2), (4, 8))
"""The dilations of the convolutions; after each pair comes a layer of context pooling."""
POOLED_LEVELS: Final = (1, 3)
"""The container levels, of those in the features, that context pooling averages over."""
HEADS: Final = ("text", "title", "comment", "byline")
PAGE_TYPES: Final = ("article", "documentation", "service", "forum", "collection", "listing", "product")
GUIDELINES: Final = ("wide", "tight", "plain", "any")
"""Annotation guidelines: WCXB's wide one, dragnet's tight one, CleanEval's plain one; any is none of them."""
ANY_GUIDELINE: Final = GUIDELINES.index("any")
_BEST_GUIDELINE: Final = {PAGE_TYPES.index("article"): GUIDELINES.index("tight")}
"""The guideline to use for a page type where it is better than any."""
FEATURE_LIMIT: Final = 4.0
"""Standardized features are clipped to this absolute value."""
_CHUNK_MULTIPLICATIONS: Final = 260_000
"""Multiplications in one chunk of a matrix product, below the number from which OpenBLAS starts threads."""
_ROW_MULTIPLE: Final = 8
"""The rows of a chunk are a multiple of this, which suits vector instructions."""


@dataclass(frozen=True, slots=True)
class Output:
    """The log odds of each head for every block, and the page type logits."""

    blocks: "Float32Array"
    page: "Float32Array"


def standardize(weights: "Weights", rows: "Float32Array") -> "Float32Array":
    """Features scaled to mean 0 and standard deviation 1 on the training pages."""
    import numpy as np

    x: Float32Array = rows - weights["mean"]
    x *= weights["scale"]
    return np.clip(x, -FEATURE_LIMIT, FEATURE_LIMIT, out=x)


def forward(weights: "Weights", x: "Float32Array", features: Features, guideline: int) -> Output:
    """Run the network over standardized features; `any` uses the guideline that suits the predicted page type."""
    import numpy as np

    context = _ContextPooling(features)
    z = _layer(x, weights, "in")
    for stage, dilations in enumerate(DILATIONS):
        for layer, dilation in enumerate(dilations):
            z += _layer(_neighbors(z, dilation), weights, f"conv{stage}{layer}")
        z += context.layer(_normalize(z), weights[f"around{stage}.w"], weights[f"around{stage}.b"])
    page = _layer(np.concatenate([z.mean(0), z.max(0)])[None], weights, "pool")
    page_type = page[0] @ weights["type.w"] + weights["type.b"]
    if guideline == ANY_GUIDELINE:
        guideline = _BEST_GUIDELINE.get(int(page_type.argmax()), ANY_GUIDELINE)
    half = z.shape[1]
    hidden = _product(z, weights["out1.w"][:half])
    hidden += page[0] @ weights["out1.w"][half:] + weights["out1.b"] + weights["guideline.out"][guideline]
    np.maximum(hidden, 0, out=hidden)
    return Output(_product(hidden, weights["out2.w"]) + weights["out2.b"], page_type)


def _product(z: "Float32Array", matrix: "Float32Array") -> "Float32Array":
    """A matrix product in chunks so small that no linear algebra library starts threads for them.

    Threads would double the CPU time for almost no gain, and the last digits would depend on their number.
    """
    import numpy as np

    height, width = matrix.shape
    rows = max(1, _CHUNK_MULTIPLICATIONS // (matrix.size * _ROW_MULTIPLE)) * _ROW_MULTIPLE
    if len(z) <= rows:
        return z @ matrix
    out = np.empty((len(z), width), np.float32)
    full = len(z) - len(z) % rows
    np.matmul(z[:full].reshape(-1, rows, height), matrix, out=out[:full].reshape(-1, rows, width))
    if full < len(z):
        np.matmul(z[full:], matrix, out=out[full:])
    return out


def _layer(z: "Float32Array", weights: "Weights", name: str) -> "Float32Array":
    import numpy as np

    out = _product(z, weights[f"{name}.w"])
    out += weights[f"{name}.b"]
    return np.maximum(out, 0, out=out)


def _normalize(z: "Float32Array", out: "Float32Array | None" = None) -> "Float32Array":
    """Layer normalization: every row scaled to mean 0 and variance 1."""
    import numpy as np

    width = z.shape[1]
    normal: Float32Array = z - (np.einsum("ij->i", z) / width)[:, None]
    variance = np.einsum("ij,ij->i", normal, normal)
    variance /= width
    variance += 1e-5
    target = normal if out is None else out
    np.divide(normal, np.sqrt(variance)[:, None], out=target)
    return target


def _neighbors(z: "Float32Array", dilation: int) -> "Float32Array":
    """Each normalized row joined with those at the dilation before and after it, zero-padded at the ends."""
    import numpy as np

    width = z.shape[1]
    neighbors = np.zeros((len(z), 3 * width), np.float32)
    normal = _normalize(z, neighbors[:, width:-width])
    neighbors[dilation:, :width] = normal[:-dilation]
    neighbors[:-dilation, -width:] = normal[dilation:]
    return neighbors


class _ContextPooling:
    """The means of hidden vectors over containers, over blocks with the same path, and over the page."""

    def __init__(self, features: Features) -> None:
        import numpy as np

        self._starts = features.starts[POOLED_LEVELS, :].T
        self._stops = features.stops[POOLED_LEVELS, :].T
        self._container_sizes = (self._stops - self._starts)[:, :, None].astype(np.float32)
        self._paths = features.paths
        self._order = np.argsort(features.paths, kind="stable")
        sizes = np.bincount(features.paths)
        self._path_starts = np.cumsum(sizes) - sizes
        self._path_sizes = sizes[:, None].astype(np.float32)

    def layer(self, z: "Float32Array", matrix: "Float32Array", bias: "Float32Array") -> "Float32Array":
        """A layer over the means of containers, path and page.

        The matrix has a part for each of them; the means that blocks share are multiplied once.
        """
        import numpy as np

        n, width = z.shape
        sums = np.zeros((n + 1, width), np.float32)
        np.cumsum(z, axis=0, out=sums[1:])
        containers = sums.take(self._stops, axis=0)
        containers -= sums.take(self._starts, axis=0)
        containers /= self._container_sizes
        paths = np.add.reduceat(z.take(self._order, axis=0), self._path_starts, axis=0)
        paths /= self._path_sizes
        shared = _product(paths, matrix[-2 * width : -width])
        shared += sums[-1] / n @ matrix[-width:] + bias
        out = _product(containers.reshape(n, -1), matrix[: -2 * width])
        out += shared.take(self._paths, axis=0)
        return np.maximum(out, 0, out=out)
