"""N-grams as integer ids for fast matching: two n-grams are equal if and only if their ids are.

Ids of n-grams of length 2p are computed from pairs of ids of length p [Karp 1972], so n-grams of any length need only
a few sorts and there are no collisions.
"""

from collections.abc import Hashable, Sequence
from itertools import count, repeat
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from maintext.arrays import Int64Array

Run = tuple[int, int, int]  # (-length, position in a, position in b): the minimum is the run that difflib takes


class Grams(NamedTuple):
    """The ids of all n-grams of one length in two sequences, in order."""

    size: int
    a: "Int64Array"
    b: "Int64Array"

    def widened(self, by: int) -> "Grams":
        """The n-grams that are longer by `by` tokens; `by` is at most the current length."""
        import numpy as np

        if min(len(self.a), len(self.b)) <= by:
            return Grams(self.size + by, self.a[:0], self.b[:0])
        base = 1 + max(int(self.a.max()), int(self.b.max()))
        keys = np.concatenate([side[:-by] * base + side[by:] for side in (self.a, self.b)])
        ids = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        border = len(self.a) - by
        return Grams(self.size + by, ids[:border], ids[border:])

    def pairs(self) -> int:
        """The number of pairs of positions, one in each sequence, with equal n-grams."""
        import numpy as np

        if not len(self.a) or not len(self.b):
            return 0
        top = 1 + max(int(self.a.max()), int(self.b.max()))
        return int(np.bincount(self.a, minlength=top) @ np.bincount(self.b, minlength=top))


def encode_tokens(a: Sequence[Hashable], b: Sequence[Hashable]) -> tuple[list[int], list[int], int]:
    """Two sequences as numbers, and the vocabulary size of the second, which encodes tokens missing in it."""
    known: dict[Hashable, int] = dict(zip(dict.fromkeys(b), count(), strict=False))
    return list(map(known.get, a, repeat(len(known)))), list(map(known.__getitem__, b)), len(known)


def runs_of_two(singles: Grams, starts: tuple[int, ...], vocabulary: int, budget: int) -> list[Run] | None:
    """All maximal common runs of at least two tokens below `vocabulary`; None if there are more than `budget` pairs."""
    import numpy as np

    grams, positions = [], []
    for side, start in zip((singles.a, singles.b), starts, strict=True):
        known = side < vocabulary
        starts_of_pairs = np.flatnonzero(known[:-1] & known[1:])
        grams.append(side[starts_of_pairs] * vocabulary + side[starts_of_pairs + 1])
        positions.append(starts_of_pairs + start)
    return _runs(grams[0], positions[0], grams[1], positions[1], 2, budget)


def shared_runs(grams: Grams, starts: tuple[int, ...], budget: int) -> list[Run] | None:
    """All maximal common runs of at least the n-grams' length; None if there are more than `budget` pairs."""
    import numpy as np

    at_a, at_b = (np.arange(len(side)) + start for side, start in zip(grams[1:], starts, strict=True))
    return _runs(grams.a, at_a, grams.b, at_b, grams.size, budget)


def _runs(
    a: "Int64Array", at_a: "Int64Array", b: "Int64Array", at_b: "Int64Array", size: int, budget: int
) -> list[Run] | None:
    """Pair equal n-grams, then merge pairs that are adjacent on the same diagonal."""
    import numpy as np

    order_a, order_b = np.argsort(a), np.argsort(b)
    a, at_a, b, at_b = a[order_a], at_a[order_a], b[order_b], at_b[order_b]
    first = np.searchsorted(b, a)
    many = np.searchsorted(b, a, "right") - first
    ends = np.cumsum(many)
    total = int(ends[-1]) if len(ends) else 0
    if total > budget:
        return None
    if total == 0:
        return []
    i = np.repeat(at_a, many)
    j = at_b[np.arange(total) + np.repeat(first - ends + many, many)]
    width = int(i.max()) + 2
    height = int(i.max()) + 1
    along = np.sort((j - i + height) * width + i)
    starts = np.flatnonzero(np.diff(along, prepend=-2) != 1)
    sizes = np.diff(starts, append=total) + size - 1
    i = along[starts] % width
    j = along[starts] // width - height + i
    return list(zip((-sizes).tolist(), i.tolist(), j.tolist(), strict=True))


def shortest_rare_runs(singles: Grams, budget: int) -> tuple[Grams, Grams]:
    """The shortest n-grams with at most `budget` equal pairs, and the n-grams that are one token shorter."""
    narrow, wide = singles, singles.widened(1)
    while wide.pairs() > budget:
        narrow, wide = wide, wide.widened(wide.size)
    power, low, high = narrow, narrow.size, wide.size
    while high - low > 1:
        middle = power.widened((low + high) // 2 - power.size)
        if middle.pairs() > budget:
            narrow, low = middle, middle.size
        else:
            wide, high = middle, middle.size
    return wide, narrow
