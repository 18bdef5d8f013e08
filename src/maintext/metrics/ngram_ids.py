"""N-grams as integer ids for fast matching: equal ids, equal n-grams.

Ids of runs of length 2p come from pairs of ids of runs of length p [Karp 1972], so a run of any
length costs a few sorts and no two different runs ever share an id.
"""

from collections.abc import Hashable, Sequence
from itertools import count, repeat
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from maintext.arrays import Int64Array

Run = tuple[int, int, int]  # minus the length, place in a, place in b: the smallest is the one difflib takes


class Grams(NamedTuple):
    """Ids of all runs of one length, on both sides, in order."""

    size: int
    a: "Int64Array"
    b: "Int64Array"

    def widened(self, by: int) -> "Grams":
        """The runs longer by at most their own length."""
        import numpy as np

        if min(len(self.a), len(self.b)) <= by:
            return Grams(self.size + by, self.a[:0], self.b[:0])
        base = 1 + max(int(self.a.max()), int(self.b.max()))
        keys = np.concatenate([side[:-by] * base + side[by:] for side in (self.a, self.b)])
        ids = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        border = len(self.a) - by
        return Grams(self.size + by, ids[:border], ids[border:])

    def pairs(self) -> int:
        """How many pairs of places, one on each side, hold the same run."""
        import numpy as np

        if not len(self.a) or not len(self.b):
            return 0
        top = 1 + max(int(self.a.max()), int(self.b.max()))
        return int(np.bincount(self.a, minlength=top) @ np.bincount(self.b, minlength=top))


def codes(a: Sequence[Hashable], b: Sequence[Hashable]) -> tuple[list[int], list[int], int]:
    """Both sides as numbers from 0, and how many the second side has; that number is any token it has not."""
    known: dict[Hashable, int] = dict(zip(dict.fromkeys(b), count(), strict=False))
    return list(map(known.get, a, repeat(len(known)))), list(map(known.__getitem__, b)), len(known)


def runs_of_two(singles: Grams, starts: tuple[int, ...], vocabulary: int, budget: int) -> list[Run] | None:
    """All runs of two and more tokens below a number, each as long as can be, or None if they have too many pairs."""
    import numpy as np

    grams, places = [], []
    for side, start in zip((singles.a, singles.b), starts, strict=True):
        known = side < vocabulary
        at = np.flatnonzero(known[:-1] & known[1:])
        grams.append(side[at] * vocabulary + side[at + 1])
        places.append(at + start)
    return _runs(grams[0], places[0], grams[1], places[1], 2, budget)


def shared_runs(grams: Grams, starts: tuple[int, ...], budget: int) -> list[Run] | None:
    """All runs of the grams' length and more, each as long as can be, or None if they have too many pairs."""
    import numpy as np

    at_a, at_b = (np.arange(len(side)) + start for side, start in zip(grams[1:], starts, strict=True))
    return _runs(grams.a, at_a, grams.b, at_b, grams.size, budget)


def _runs(
    a: "Int64Array", at_a: "Int64Array", b: "Int64Array", at_b: "Int64Array", size: int, budget: int
) -> list[Run] | None:
    """Pair equal grams, then join the pairs that follow each other on one diagonal."""
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


def rarer(singles: Grams, budget: int) -> tuple[Grams, Grams]:
    """The shortest runs with at most so many pairs in common, and the runs one shorter."""
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
