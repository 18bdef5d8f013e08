"""The longest common run of tokens, by binary search over its length with rolling hashes [Karp 1987].

Matches are checked token by token; after a hash collision, exact ids of runs are used instead.
"""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from maintext.metrics.ngram_ids import Grams, encode_tokens, shortest_rare_runs

if TYPE_CHECKING:
    from maintext.arrays import UInt64Array

_BASE, _MIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9


def longest_shared_run(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """The length of the longest common run of tokens, in O(n log n log length)."""
    import numpy as np

    left, right, _ = encode_tokens(a, b)
    search = _Search(left, right)
    low, high = 0, 1
    while search.share_run(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if search.share_run(middle) else (low, middle)
    if search.exact or low == 0:
        return low
    return shortest_rare_runs(Grams(1, np.array(left, dtype=np.int64), np.array(right, dtype=np.int64)), 0)[1].size


class _Search:
    """Rolling hashes of two sequences; `exact` is False after a hash collision."""

    def __init__(self, a: list[int], b: list[int]) -> None:
        import numpy as np

        self.sides = a, b
        self.exact = True
        powers = np.full(max(len(a), len(b)) + 1, _BASE, dtype=np.uint64)
        powers[0] = 1
        self.powers = np.cumprod(powers, dtype=np.uint64)
        self.sums = [self.prefix_hashes(side) for side in (a, b)]

    def prefix_hashes(self, side: list[int]) -> "UInt64Array":
        """The hashes of all prefixes of a sequence."""
        import numpy as np

        mixed = (np.array(side, dtype=np.uint64) + np.uint64(1)) * np.uint64(_MIX)
        mixed ^= mixed >> np.uint64(29)
        sums = np.zeros(len(side) + 1, dtype=np.uint64)
        np.cumsum(mixed * self.powers[: len(side)], dtype=np.uint64, out=sums[1:])
        return sums

    def share_run(self, size: int) -> bool:
        """Whether the sequences share a run of this length, by their hashes."""
        import numpy as np

        if min(map(len, self.sides)) < size:
            return False
        hashes = [self.hashes(sums, size) for sums in self.sums]
        tagged = np.sort(np.concatenate([side << np.uint64(1) | np.uint64(tag) for tag, side in enumerate(hashes)]))
        same = np.flatnonzero(tagged[1:] ^ tagged[:-1] == 1)
        if not len(same):
            return False
        i, j = (int(np.argmax(side << np.uint64(1) == tagged[same[0]])) for side in hashes)
        self.exact &= self.sides[0][i : i + size] == self.sides[1][j : j + size]
        return True

    def hashes(self, sums: "UInt64Array", size: int) -> "UInt64Array":
        """The hashes of all runs of this length, independent of their positions."""
        inside = sums[size:] - sums[:-size]
        return inside * self.powers[::-1][: len(inside)]
