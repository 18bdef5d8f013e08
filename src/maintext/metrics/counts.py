"""Counts of one page or of many, and the score they come to."""

from collections.abc import Iterable
from typing import NamedTuple


class Counts(NamedTuple):
    """What one page contributes: sum it, resample it, score it."""

    shared: float
    extra: float
    missed: float

    @property
    def precision(self) -> float | None:
        """The share of what was retrieved that is right; None if nothing was retrieved."""
        return _ratio(self.shared, self.shared + self.extra)

    @property
    def recall(self) -> float | None:
        """The share of the gold that was retrieved; None if there is no gold."""
        return _ratio(self.shared, self.shared + self.missed)

    @property
    def similarity(self) -> float | None:
        """The share of the alignment that matches: 1 - distance / alignment length; None if there is nothing."""
        return _ratio(self.shared, self.shared + self.extra + self.missed)

    def f(self, beta: float = 1.0) -> float | None:
        """The F measure; beta below 1 favors precision. None where precision or recall is None."""
        precision, recall = self.precision, self.recall
        if precision is None or recall is None:
            return None
        if precision + recall == 0:
            return 0.0
        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


class Score(NamedTuple):
    """What counts come to; `value` is the number the metric ranks by, None is undefined."""

    p: float | None
    r: float | None
    f1: float | None
    value: float | None


def pool(counts: Iterable[Counts]) -> Counts:
    """The sum over pages, for micro averages."""
    shared = extra = missed = 0.0
    for each in counts:
        shared, extra, missed = shared + each.shared, extra + each.extra, missed + each.missed
    return Counts(shared, extra, missed)


def overlap(shared: float, gold: float, retrieved: float) -> Counts:
    """Counts from the sizes of the two sides and of what they share."""
    return Counts(shared, retrieved - shared, gold - shared)


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None
