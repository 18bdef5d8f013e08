"""Sketches of streams in bounded memory: frequent values and the number of distinct values.

`Frequent` is the summary of [Misra 1982]: no count is too high, and none is too low by more than `error`.
`Distinct` keeps the k smallest hashes [Bar-Yossef 2002b]: exact up to k values, then within about 1 / sqrt(k).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappushpop

_LARGEST = 1 << 64


@dataclass(slots=True)
class Frequent:
    """Counts of the most frequent values, at most twice `capacity` of them."""

    capacity: int
    counts: dict[int, int] = field(default_factory=dict)
    error: int = 0
    """By how much a count may be too low; 0 while all values fit."""
    total: int = 0

    def add(self, value: int) -> int:
        """Count one occurrence; returns the count of the value so far."""
        self.total += 1
        count = self.counts.get(value, 0) + 1
        self.counts[value] = count
        if len(self.counts) > 2 * self.capacity:
            self._forget()
            return self.counts.get(value, 0)
        return count

    def _forget(self) -> None:
        """Subtract the first count beyond the capacity from all counts, and drop those that reach 0."""
        least = sorted(self.counts.values(), reverse=True)[self.capacity]
        self.error += least
        self.counts = {value: count - least for value, count in self.counts.items() if count > least}

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Values with their counts, the most frequent first."""
        return iter(sorted(self.counts.items(), key=lambda item: (-item[1], item[0])))


@dataclass(slots=True)
class Distinct:
    """An estimate of the number of distinct values."""

    size: int = 64
    _kept: list[int] = field(default_factory=list)
    _known: set[int] = field(default_factory=set)

    def add(self, value: int) -> None:
        """Add one value, a uniformly distributed 64-bit hash."""
        if value in self._known:
            return
        if len(self._kept) < self.size:
            self._known.add(value)
            self._kept.append(-value)
            if len(self._kept) == self.size:
                self._kept.sort()
        elif value < -self._kept[0]:
            self._known.add(value)
            self._known.discard(-heappushpop(self._kept, -value))

    @property
    def count(self) -> float:
        """The estimate; exact up to `size` values."""
        if len(self._kept) < self.size:
            return float(len(self._kept))
        return (self.size - 1) * _LARGEST / -self._kept[0]


def entropy(heavy: Frequent, distinct: float) -> float:
    """Entropy in bits per value; values that were not counted are assumed to be uniformly distributed."""
    if heavy.total <= 1:
        return 0.0
    counts = list(heavy.counts.values())
    bits = -sum(count / heavy.total * math.log2(count / heavy.total) for count in counts)
    rest = heavy.total - sum(counts)
    if rest > 0:
        others = max(1.0, min(distinct - len(counts), rest))
        bits += rest / heavy.total * math.log2(heavy.total * others / rest)
    return max(0.0, min(bits, math.log2(heavy.total)))
