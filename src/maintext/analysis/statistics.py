"""Bootstrap intervals, paired tests between extractors, correction for many comparisons, rank correlation.

Efron's percentile bootstrap, Fisher's randomization test, Holm's step-down correction and Kendall's tau-b. Everything
random takes a seed.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from maintext.errors import MetricError

if TYPE_CHECKING:
    from maintext.arrays import Float64Array

_CELLS_AT_ONCE = 4_000_000
_SWAPS_PER_PAIR = 100


class Interval(NamedTuple):
    """Lower and upper bound."""

    low: float
    high: float


class PairedTest(NamedTuple):
    """A paired test of two extractors on the same pages: mean difference, first minus second, and p-values."""

    first: str
    second: str
    difference: float
    p_value: float
    corrected: float


def bootstrap_interval(
    values: Sequence[float], *, level: float = 0.95, samples: int = 1000, seed: int = 0
) -> Interval | None:
    """The percentile interval of the mean; None without values."""
    import numpy as np

    if not values:
        return None
    numbers = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(seed)
    rows = max(1, _CELLS_AT_ONCE // len(numbers))
    means = np.concatenate(
        [
            numbers[rng.integers(0, len(numbers), (min(rows, samples - done), len(numbers)))].mean(axis=1)
            for done in range(0, samples, rows)
        ]
    )
    return percentiles(means, level)


def percentiles(draws: "Float64Array | Sequence[float]", level: float) -> Interval:
    """The central interval of the samples."""
    import numpy as np

    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def randomization_test(
    first: Sequence[float], second: Sequence[float], *, samples: int = 10_000, seed: int = 0
) -> float:
    """The two-sided p-value of the mean difference, with the two values of each page swapped at random."""
    import numpy as np

    differences = _differences(first, second)
    changed = differences[differences != 0]
    if not len(changed):
        return 1.0
    rng = np.random.default_rng(seed)
    seen = abs(float(changed.sum())) * (1 - 1e-12)
    rows = max(1, _CELLS_AT_ONCE // len(changed))
    larger = 0
    for done in range(0, samples, rows):
        signs = rng.integers(0, 2, (min(rows, samples - done), len(changed)), dtype=np.int8) * 2 - 1
        larger += int((np.abs(signs @ changed) >= seen).sum())
    return (larger + 1) / (samples + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted by Holm's step-down correction."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    running = 0.0
    for passed, at in enumerate(order):
        running = max(running, min(1.0, p_values[at] * (len(p_values) - passed)))
        corrected[at] = running
    return corrected


def paired_tests(
    values: Mapping[str, Sequence[float]], *, samples: int | None = None, seed: int = 0
) -> list[PairedTest]:
    """Test every two extractors by randomization, with the same random swaps for every pair.

    All extractors need values for the same pages in the same order. All pairs are one matrix product, which takes a
    second instead of a minute. The default number of swaps grows with the number of pairs, so that a difference can
    still be significant after the correction.
    """
    import numpy as np

    pairs = list(combinations(values, 2))
    if not pairs:
        return []
    samples = samples or max(10_000, _SWAPS_PER_PAIR * len(pairs))
    differences = np.stack([_differences(values[first], values[second]) for first, second in pairs], axis=1)
    seen = np.abs(differences.sum(axis=0)) * (1 - 1e-12)
    rng = np.random.default_rng(seed)
    rows = max(1, _CELLS_AT_ONCE // max(1, len(differences)))
    larger = np.zeros(len(pairs))
    for done in range(0, samples, rows):
        signs = rng.integers(0, 2, (min(rows, samples - done), len(differences)), dtype=np.int8) * 2.0 - 1.0
        larger += (np.abs(signs @ differences) >= seen - 1e-12).sum(axis=0)
    p_values = [float(count) for count in (larger + 1) / (samples + 1)]
    means = differences.mean(axis=0) if len(differences) else np.zeros(len(pairs))
    return [
        PairedTest(first, second, float(mean), p_value, corrected)
        for (first, second), mean, p_value, corrected in zip(pairs, means, p_values, holm(p_values), strict=True)
    ]


def groups(
    values: Mapping[str, Sequence[float]], comparisons: Sequence[PairedTest], *, level: float = 0.05
) -> list[tuple[str, ...]]:
    """Groups of extractors, best first, in which no two differ significantly; groups may overlap."""
    from statistics import fmean

    ranking = sorted(values, key=lambda name: -fmean(values[name]))
    apart = {frozenset((each.first, each.second)) for each in comparisons if each.corrected < level}
    found: list[tuple[str, ...]] = []
    reached = 0
    for start, name in enumerate(ranking):
        end = start + 1
        while end < len(ranking) and all(frozenset((ranking[end], other)) not in apart for other in ranking[start:end]):
            end += 1
        if end > reached or not found:
            found.append((name, *ranking[start + 1 : end]))
            reached = end
    return found


def letters(found: Sequence[tuple[str, ...]]) -> dict[str, str]:
    """For every extractor, the letters of its groups: a is the best; z is followed by aa, ab and so on."""
    named: dict[str, list[str]] = {}
    for at, group in enumerate(found):
        for name in group:
            named.setdefault(name, []).append(_letter(at))
    return {name: " ".join(listed) for name, listed in named.items()}


def _letter(at: int) -> str:
    return chr(97 + at) if at < 26 else _letter(at // 26 - 1) + chr(97 + at % 26)


def kendall(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Kendall's tau-b, which handles ties; None if all values of one side are equal."""
    agree = tied_x = tied_y = 0
    for i, j in combinations(range(len(x)), 2):
        side_x, side_y = _sign(x[i] - x[j]), _sign(y[i] - y[j])
        agree += side_x * side_y
        tied_x += side_x == 0
        tied_y += side_y == 0
    total = len(x) * (len(x) - 1) // 2
    if total in (tied_x, tied_y):
        return None
    return agree / sqrt((total - tied_x) * (total - tied_y))


def _differences(first: Sequence[float], second: Sequence[float]) -> "Float64Array":
    import numpy as np

    if len(first) != len(second):
        raise MetricError(
            f"cannot pair {len(first)} pages with {len(second)}; give both extractors' scores on the same pages"
        )
    return np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
