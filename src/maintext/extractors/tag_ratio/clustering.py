"""Clusters of points: k-means with centers that may be fixed, farthest-first, and a mixture of Gaussians.

Nothing here is random: the first centers come from farthest-first, so the same page always gives the same clusters.
Every round is one pass over the points, and the rounds are limited: time is linear.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.arrays import Float64Array, IndexArray

_ROUNDS = 100
_SETTLED = 1e-4
"""A mixture is settled when no mean moves by more than this share of the whole spread."""
_NARROWEST = 1e-3
"""A mixture's component is never narrower than this share of the whole spread: else it collapses onto one value."""


def k_means(points: "Float64Array", centers: "Float64Array", fixed: int = 0) -> "IndexArray":
    """For each point (a row) the number of its cluster; the first `fixed` centers stay where they are."""
    centers = centers.astype(float)
    labels = nearest(points, centers)
    for _ in range(_ROUNDS):
        for cluster in range(fixed, len(centers)):
            members = points[labels == cluster]
            if len(members):
                centers[cluster] = members.mean(axis=0)
        again = nearest(points, centers)
        if (again == labels).all():
            break
        labels = again
    return labels


def farthest_first(points: "Float64Array", first: "Float64Array", clusters: int) -> "Float64Array":
    """Centers: `first`, then again and again the point that is farthest from all centers so far."""
    import numpy as np

    centers = [first]
    distances = _squared(points, first)
    while len(centers) < clusters:
        centers.append(points[int(distances.argmax())])
        distances = np.minimum(distances, _squared(points, centers[-1]))
    return np.array(centers, dtype=float)


def nearest(points: "Float64Array", centers: "Float64Array") -> "IndexArray":
    """For each point the number of the nearest center, the first of equals."""
    import numpy as np

    labels: IndexArray = np.stack([_squared(points, center) for center in centers]).argmin(axis=0)
    return labels


def mixture(values: "Float64Array", centers: "Float64Array") -> "IndexArray":
    """For each number the likeliest component of a mixture of Gaussians fitted by expectation and maximization."""
    import numpy as np

    spread = float(values.std())
    if spread == 0:
        return np.zeros(len(values), dtype=np.intp)
    means = centers.astype(float).reshape(-1, 1)
    widths = np.full_like(means, spread / len(means))
    weights = np.full_like(means, 1 / len(means))
    logs = _log_shares(values, means, widths, weights)
    for _ in range(_ROUNDS):
        shares = np.exp(logs - logs.max(axis=0))
        shares /= shares.sum(axis=0)
        sizes = np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
        before, means = means, (shares * values).sum(axis=1, keepdims=True) / sizes
        variances = (shares * (values - means) ** 2).sum(axis=1, keepdims=True) / sizes
        widths = np.maximum(np.sqrt(variances), _NARROWEST * spread)
        weights = sizes / len(values)
        logs = _log_shares(values, means, widths, weights)
        if abs(means - before).max() < _SETTLED * spread:
            break
    labels: IndexArray = logs.argmax(axis=0)
    return labels


def _log_shares(
    values: "Float64Array", means: "Float64Array", widths: "Float64Array", weights: "Float64Array"
) -> "Float64Array":
    """How well each component (a row) explains each value (a column), as a logarithm."""
    import numpy as np

    shares: Float64Array = np.log(weights) - np.log(widths) - ((values - means) / widths) ** 2 / 2
    return shares


def _squared(points: "Float64Array", center: "Float64Array") -> "Float64Array":
    """The squared distance of each point from one center."""
    distances: Float64Array = ((points - center) ** 2).sum(axis=1)
    return distances
