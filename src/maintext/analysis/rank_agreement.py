"""Rank agreement of two metrics, or of a metric and a task: Kendall's tau of the extractors' means [Lejeune 2018]."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from maintext.analysis.statistics import Interval, kendall, percentiles
from maintext.errors import MetricError

Values = Mapping[str, Sequence[float]]


class RankAgreement(NamedTuple):
    """Tau of two rankings: 1 same, -1 opposite, None if one ranks all equal; ci over resampled pages."""

    first: str
    second: str
    tau: float | None
    ci: Interval | None


def rank_agreements(metrics: Mapping[str, Values], *, samples: int = 1000, seed: int = 0) -> list[RankAgreement]:
    """Every two metrics; for each metric the values of each extractor on the same pages in the same order."""
    return [
        RankAgreement(one, two, *rank_agreement(metrics[one], metrics[two], samples=samples, seed=seed))
        for one, two in combinations(metrics, 2)
    ]


def rank_agreement(
    first: Values, second: Values, *, level: float = 0.95, samples: int = 1000, seed: int = 0
) -> tuple[float | None, Interval | None]:
    """Tau over the shared extractors, and its bootstrap interval over pages."""
    names = sorted(first.keys() & second.keys())
    sizes = {len(values[name]) for values in (first, second) for name in names}
    if len(sizes) > 1:
        raise MetricError(f"cannot compare rankings over different pages ({sorted(sizes)}); score the same pages")
    if len(names) < 2 or sizes in (set(), {0}):
        return None, None
    tau = kendall([fmean(first[name]) for name in names], [fmean(second[name]) for name in names])
    draws = _draws([first[name] for name in names], [second[name] for name in names], samples, seed)
    return tau, percentiles(draws, level) if draws else None


def _draws(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], samples: int, seed: int) -> list[float]:
    import numpy as np

    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(samples):
        pages = rng.integers(0, one.shape[1], one.shape[1])
        tau = kendall(one[:, pages].mean(axis=1).tolist(), two[:, pages].mean(axis=1).tolist())
        if tau is not None:
            drawn.append(tau)
    return drawn
