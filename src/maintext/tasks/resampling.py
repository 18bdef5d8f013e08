"""Bootstrap intervals, randomization tests and rank correlations of figures computed from sums over documents.

Figures such as pooled F1 are not means over documents, so sums are resampled rather than scores [Noreen 1989].
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.analysis.statistics import Interval, holm, percentiles
from maintext.tasks.result import TaskResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLES = 1000
_SWAPS = 5000


class Contrast(NamedTuple):
    """An extractor against the best one: difference, p-value, and corrected p-value."""

    label: str
    difference: float
    p_value: float
    corrected: float


def bootstrap_weights(
    size: int, part: "NDArray[Any] | None" = None, *, samples: int = SAMPLES, seed: int = 0
) -> "NDArray[Any]":
    """Bootstrap weights of `size` documents: one row of counts per sample of a part of them."""
    import numpy as np

    rng = np.random.default_rng(seed)
    inside = np.arange(size) if part is None else part
    counts = np.zeros((samples, size))
    if len(inside):
        counts[:, inside] = rng.multinomial(len(inside), np.full(len(inside), 1 / len(inside)), samples)
    return counts


def resampled_values(result: TaskResult, weights: "NDArray[Any]") -> "dict[str, NDArray[Any]]":
    """The ranking figure of every extractor in every bootstrap sample; 0 if undefined."""
    import numpy as np

    return {
        label: np.nan_to_num(result.task.figures(weights @ np.asarray(rows, dtype=np.float64))[:, result.rank_column])
        for label, rows in result.extractors.items()
    }


def interval(values: "NDArray[Any]", level: float = 0.95) -> Interval:
    """The central interval of resampled values."""
    return percentiles(values, level)


def contrasts(
    result: TaskResult, part: "NDArray[Any] | None" = None, *, samples: int = _SWAPS, seed: int = 0
) -> list[Contrast]:
    """Test every extractor against the best by swapping their counts of each document at random."""
    import numpy as np

    ranking = sorted(result.extractors, key=lambda label: (-result.value(label, part), label))
    best, *others = ranking
    chosen = slice(None) if part is None else part
    first = np.asarray(result.extractors[best], dtype=np.float64)[chosen]
    swaps = np.random.default_rng(seed).integers(0, 2, (samples, len(first))).astype(np.float64)
    found = []
    for label in others:
        second = np.asarray(result.extractors[label], dtype=np.float64)[chosen]
        moved = swaps @ (second - first)
        one, two = (
            np.nan_to_num(result.task.figures(sums)[..., result.rank_column])
            for sums in (first.sum(axis=0) + moved, second.sum(axis=0) - moved)
        )
        difference = result.value(best, part) - result.value(label, part)
        larger = int((np.abs(one - two) >= difference - 1e-12).sum())
        found.append((label, difference, (larger + 1) / (samples + 1)))
    corrected = holm([p_value for *_, p_value in found])
    return [Contrast(*each, fixed) for each, fixed in zip(found, corrected, strict=True)]


def row_kendalls(first: "NDArray[Any]", second: "NDArray[Any]") -> "NDArray[Any]":
    """Kendall's tau-b between the columns of two arrays, row by row; nan where all values of a row are equal."""
    import numpy as np

    one, two = np.triu_indices(first.shape[-1], 1)
    signs_a, signs_b = (np.sign(np.round(each[..., one] - each[..., two], 12)) for each in (first, second))
    untied = np.sqrt((signs_a != 0).sum(axis=-1) * (signs_b != 0).sum(axis=-1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(untied > 0, (signs_a * signs_b).sum(axis=-1) / untied, np.nan)


def tau(
    labels: Sequence[str],
    whole: tuple[Mapping[str, float], Mapping[str, float]],
    drawn: "tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]",
) -> tuple[float | None, Interval | None]:
    """Kendall's tau of two rankings, with its interval over the resampled values."""
    import numpy as np

    if len(labels) < 2:
        return None, None
    value = float(row_kendalls(*(np.array([[each[label] for label in labels]]) for each in whole))[0])
    again = row_kendalls(*(np.stack([each[label] for label in labels], axis=-1) for each in drawn))
    again = again[~np.isnan(again)]
    return (None, None) if np.isnan(value) else (value, interval(again) if len(again) else None)
