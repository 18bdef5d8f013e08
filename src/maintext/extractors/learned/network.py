"""The networks' forward pass: a few matrix products over the sequence of blocks, for all networks at once.

The features of every block become a hidden vector for each network. Dilated convolutions mix in its neighbors; after
each pair of them, context pooling adds the means of its containers, of the blocks with the same path, and of the page.
The last layers predict whether a block is main text, the title, a comment or the byline, and the type of the page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned.features import Features

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

    Weights = Mapping[str, Float32Array]
    """Arrays by their names in a model file."""

DILATIONS: Final = ((1, 2), (4, 8))
"""The dilations of the convolutions; after each pair comes a layer of context pooling."""
POOLED_LEVELS: Final = (1, 3)
"""The container levels, of those in the features, that context pooling averages over."""
HEADS: Final = ("text", "title", "comment", "byline")
PAGE_TYPES: Final = ("article", "documentation", "service", "forum", "collection", "listing", "product")
GUIDELINES: Final = ("wide", "tight", "plain", "any")
"""Annotation guidelines: WCXB's wide one, dragnet's tight one, CleanEval's plain one; any is none of them."""
ANY_GUIDELINE: Final = GUIDELINES.index("any")
FEATURE_LIMIT: Final = 4.0
"""Standardized features are clipped to this absolute value."""
SHARED: Final = ("mean", "scale")
"""The arrays that all networks share."""
_INPUT: Final = "in.w"
_CHUNK_MULTIPLICATIONS: Final = 260_000
"""Multiplications in one chunk of a matrix product, below the number from which OpenBLAS starts threads."""
_SUMMED_ROWS: Final = 16
_ROW_MULTIPLE: Final = 8
"""The rows of a chunk are a multiple of this, which suits vector instructions."""
_PART: Final = 2480
"""Rows of a layer that are computed at a time, so that its intermediate results stay small; chunks divide it evenly."""


@dataclass(frozen=True, slots=True)
class Output:
    """The log odds of each head for every block, and the page type logits: the means over all networks."""

    blocks: "Float32Array"
    page: "Float32Array"


class HiddenState(NamedTuple):
    """What the networks know before the guideline is chosen: hidden vectors and page type logits."""

    blocks: "Float32Array"
    """By block and network."""
    page: "Float32Array"
    """By network."""
    page_types: "Float32Array"
    """The page type logits by network."""


def stack_networks(networks: "Sequence[Weights]") -> "Weights":
    """The weights of several networks, with an axis for the network in front of all but the shared arrays."""
    import numpy as np

    own = {name: np.stack([weights[name] for weights in networks]) for name in networks[0] if name not in SHARED}
    return own | {name: networks[0][name] for name in SHARED}


def first_networks(stacked: "Weights", count: int) -> "Weights":
    """The weights of the first networks only."""
    return {name: array if name in SHARED else array[:count] for name, array in stacked.items()}


def join_inputs(stacked: "Weights") -> "Weights":
    """Stacked weights in the form that `run_networks` takes.

    The input layers are one matrix; the three matrices of a convolution stand side by side.
    """
    import numpy as np

    inputs = stacked[_INPUT]
    joined = {_INPUT: inputs.transpose(1, 0, 2).reshape(1, inputs.shape[1], -1)}
    for name in (f"conv{stage}{layer}.w" for stage, pair in enumerate(DILATIONS) for layer in range(len(pair))):
        networks, _, width = stacked[name].shape
        joined[name] = (
            stacked[name].reshape(networks, 3, width, width).transpose(0, 2, 1, 3).reshape(networks, width, -1)
        )
    return {**stacked, **{name: np.ascontiguousarray(array) for name, array in joined.items()}}


def standardize(weights: "Weights", rows: "Float32Array") -> "Float32Array":
    """Features scaled to mean 0 and standard deviation 1 on the training pages."""
    import numpy as np

    x: Float32Array = rows - weights["mean"]
    x *= weights["scale"]
    return np.clip(x, -FEATURE_LIMIT, FEATURE_LIMIT, out=x)


def run_networks(weights: "Weights", x: "Float32Array", features: Features) -> HiddenState:
    """Run all networks over standardized features up to the layers that the guideline is an input of."""
    import numpy as np

    biases = weights["in.b"]
    context = _ContextPooling(features)
    z = _product(x[:, None], weights[_INPUT]).reshape(len(x), *biases.shape)
    del x  # the largest array; most callers hold it no longer
    z += biases
    np.maximum(z, 0, out=z)
    for stage, dilations in enumerate(DILATIONS):
        for layer, dilation in enumerate(dilations):
            z += _convolve(z, dilation, weights, f"conv{stage}{layer}")
        z += context.layer(_normalize(z), weights[f"around{stage}.w"], weights[f"around{stage}.b"])
    page = _layer(np.concatenate([z.mean(0), z.max(0)], axis=1)[None], weights, "pool")
    page_types = _product(page, weights["type.w"])[0] + weights["type.b"]
    return HiddenState(z, page[0], page_types)


def block_log_odds(weights: "Weights", hidden: HiddenState, guideline: int) -> "Float32Array":
    """The log odds of every block by network and head, by a guideline."""
    import numpy as np

    width = hidden.blocks.shape[2]
    outer = weights["out1.w"]
    own = _product(hidden.blocks, outer[:, :width])
    own += _product(hidden.page[None], outer[:, width:]) + weights["out1.b"] + weights["guideline.out"][:, guideline]
    np.maximum(own, 0, out=own)
    return _product(own, weights["out2.w"]) + weights["out2.b"]


def _product(z: "Float32Array", matrices: "Float32Array") -> "Float32Array":
    """The product of the rows of each network with its matrix; rows by network in, rows by network out.

    The products are taken in chunks so small that no linear algebra library starts threads for them. Threads would
    double the CPU time for almost no gain, and the last digits would depend on their number.
    """
    import numpy as np

    count, height, width = matrices.shape
    rows = max(1, _CHUNK_MULTIPLICATIONS // (height * width * _ROW_MULTIPLE)) * _ROW_MULTIPLE
    out = np.empty((len(z), count, width), np.float32)
    full = len(z) - len(z) % rows
    if full:
        chunks = z[:full].reshape(-1, rows, count, height).transpose(0, 2, 1, 3)
        np.matmul(chunks, matrices, out=out[:full].reshape(-1, rows, count, width).transpose(0, 2, 1, 3))
    if full < len(z):
        np.matmul(z[full:].transpose(1, 0, 2), matrices, out=out[full:].transpose(1, 0, 2))
    return out


def _layer(z: "Float32Array", weights: "Weights", name: str) -> "Float32Array":
    import numpy as np

    out = _product(z, weights[f"{name}.w"])
    out += weights[f"{name}.b"]
    return np.maximum(out, 0, out=out)


def _convolve(z: "Float32Array", dilation: int, weights: "Weights", name: str) -> "Float32Array":
    """A convolution over every normalized row and those at the dilation before and after it, zero-padded at the ends.

    The rows are multiplied once with the matrices for all three places; the products are shifted.
    """
    import numpy as np

    width = z.shape[2]
    out: Float32Array = np.zeros_like(z)
    for start in range(0, len(z), _PART):
        stop = min(start + _PART, len(z))
        products = _product(_normalize(z[start:stop]), weights[f"{name}.w"])
        out[start:stop] += products[:, :, width : 2 * width] + weights[f"{name}.b"]
        after = out[start + dilation : stop + dilation]
        after += products[: len(after), :, :width]
        first = max(start, dilation)
        before = out[first - dilation : max(stop, dilation) - dilation]
        before += products[first - start :, :, 2 * width :]
    return np.maximum(out, 0, out=out)


def _normalize(z: "Float32Array") -> "Float32Array":
    """Layer normalization: every row of every network scaled to mean 0 and variance 1."""
    import numpy as np

    width = z.shape[2]
    normal: Float32Array = z - (np.einsum("ijk->ij", z) / width)[:, :, None]
    variance = np.einsum("ijk,ijk->ij", normal, normal)
    variance /= width
    variance += 1e-5
    normal /= np.sqrt(variance)[:, :, None]
    return normal


def _prefix_sums(rows: "Float32Array") -> "Float32Array":
    """The sums of the first rows, from none to all of them; a product for every few rows is faster than cumsum."""
    import numpy as np

    count, width = rows.shape
    full = count - count % _SUMMED_ROWS
    sums = np.zeros((count + 1, width), np.float32)
    parts = sums[1 : full + 1].reshape(-1, _SUMMED_ROWS, width)
    np.matmul(np.tri(_SUMMED_ROWS, dtype=np.float32), rows[:full].reshape(-1, _SUMMED_ROWS, width), out=parts)
    parts[1:] += np.cumsum(parts[:-1, -1], axis=0)[:, None]
    np.cumsum(rows[full:], axis=0, out=sums[full + 1 :])
    sums[full + 1 :] += sums[full]
    return sums


class _ContextPooling:
    """The means of hidden vectors over containers, over blocks with the same path, and over the page."""

    def __init__(self, features: Features) -> None:
        import numpy as np

        self._starts = features.starts[POOLED_LEVELS, :]
        self._stops = features.stops[POOLED_LEVELS, :]
        self._container_shares = np.float32(1) / (self._stops - self._starts)[:, :, None].astype(np.float32)
        self._paths = features.paths
        self._order = np.argsort(features.paths, kind="stable")
        sizes = np.bincount(features.paths)
        self._path_starts = np.cumsum(sizes) - sizes
        self._path_shares = np.float32(1) / sizes[:, None].astype(np.float32)

    def layer(self, z: "Float32Array", matrices: "Float32Array", biases: "Float32Array") -> "Float32Array":
        """A layer over the means of containers, path and page.

        The matrices have a part for each of them; the means that blocks share are multiplied once.
        """
        import numpy as np

        n, networks, width = z.shape
        rows = z.reshape(n, -1)
        sums = _prefix_sums(rows)
        paths = np.add.reduceat(rows.take(self._order, axis=0), self._path_starts, axis=0)
        paths *= self._path_shares
        shared = _product(paths.reshape(-1, networks, width), matrices[:, -2 * width : -width])
        shared += _product((sums[-1:] / n).reshape(1, networks, width), matrices[:, -width:]) + biases
        out = shared.take(self._paths, axis=0)
        for level, (starts, stops, shares) in enumerate(
            zip(self._starts, self._stops, self._container_shares, strict=True)
        ):
            for start in range(0, n, _PART):
                part = slice(start, start + _PART)
                means = sums.take(stops[part], axis=0)
                means -= sums.take(starts[part], axis=0)
                means *= shares[part]
                own = means.reshape(-1, networks, width)
                out[part] += _product(own, matrices[:, level * width : (level + 1) * width])
        return np.maximum(out, 0, out=out)
