"""Counts of one page or of many pages, and scores computed from them."""

from collections.abc import Iterable
from typing import NamedTuple


class Counts(NamedTuple):
    """The contribution of one page to a metric; counts can be summed, resampled and scored."""

    shared: float
    extra: float
    missed: float

    @property
    def precision(self) -> float | None:
        """The share of the retrieved units that are correct; None if nothing was retrieved."""
        return _ratio(self.shared, self.shared + self.extra)

    @property
    def recall(self) -> float | None:
        """The share of the gold units that were retrieved; None if there are none."""
        return _ratio(self.shared, self.shared + self.missed)

    @property
    def similarity(self) -> float | None:
        """1 - distance / alignment length; None if the alignment is empty."""
        return _ratio(self.shared, self.shared + self.extra + self.missed)

    def f(self, beta: float = 1.0) -> float | None:
        """The F measure; beta below 1 favors precision. None if precision or recall is undefined."""
        precision, recall = self.precision, self.recall
        if precision is None or recall is None:
            return None
        if precision + recall == 0:
            return 0.0
        return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


class Score(NamedTuple):
    """Scores computed from counts; `value` is the one that the metric ranks by. None means undefined."""

    p: float | None
    r: float | None
    f1: float | None
    value: float | None


def pool(counts: Iterable[Counts]) -> Counts:
    """The sum of counts over pages, for micro averages."""
    shared = extra = missed = 0.0
    for each in counts:
        shared, extra, missed = shared + each.shared, extra + each.extra, missed + each.missed
    return Counts(shared, extra, missed)


def overlap(shared: float, gold: float, retrieved: float) -> Counts:
    """Counts from the sizes of gold and retrieved text and of their overlap."""
    return Counts(shared, retrieved - shared, gold - shared)


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None
