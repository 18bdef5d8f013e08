"""Shingles and MinHash [Broder 1997]: how alike two texts are, from a few numbers of each.

A shingle is a run of words, lower-cased and joined by single spaces, as a 64-bit number. Equal texts give equal numbers
on every machine and in every process. Bands (Leskovec, Rajaraman and Ullman) bring together those texts that are
likely to be alike without comparing all pairs: of two texts with the similarity s, at least one band is the same with
the probability 1 - (1 - s**rows)**bands.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from maintext.page.words import words

if TYPE_CHECKING:
    from maintext.arrays import UInt32Array, UInt64Array

_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_AT_ONCE = 256


def shingles(text: str, size: int = 5) -> "UInt64Array":
    """The distinct runs of `size` words as sorted numbers; a shorter text is one run, a text without words has none."""
    import numpy as np

    found = words(text.lower())
    if not found:
        return np.zeros(0, np.uint64)
    run = min(size, len(found))
    signs = np.frombuffer(" ".join(found).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    stops = np.cumsum(np.fromiter(map(len, found), np.int64, len(found))) + np.arange(len(found))
    starts = np.concatenate((np.zeros(1, np.int64), stops[:-1] + 1))
    first, last = starts[: len(found) - run + 1], stops[run - 1 :]
    # a polynomial modulo 2**64 over the characters: every run is a difference of two sums, moved to the origin
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(_mix(signs) * _powers(_BASE, len(signs)))))
    values: UInt64Array = np.unique(_mix((sums[last] - sums[first]) * _powers(_INVERSE, len(signs))[first]))
    return values


def resemblance(a: "UInt64Array", b: "UInt64Array") -> float:
    """The share of shingles that two texts have in common (Jaccard); two texts without any are the same."""
    import numpy as np

    shared = len(np.intersect1d(a, b, assume_unique=True))
    together = len(a) + len(b) - shared
    return shared / together if together else 1.0


@dataclass(frozen=True, slots=True)
class MinHash:
    """How signatures are made: `bands` times `rows` numbers from runs of `size` words.

    With 14 bands of 8 rows, nine of ten pairs that share 80 % of their shingles meet in a band, and fewer than one of
    a hundred that share 40 %.
    """

    size: int = 5
    bands: int = 14
    rows: int = 8
    seed: int = 1

    def __post_init__(self) -> None:
        if min(self.size, self.bands, self.rows) < 1:
            raise ValueError("size, bands and rows are at least 1")

    @property
    def near(self) -> float:
        """About the similarity at which two texts are as likely as not to meet in a band."""
        return float((1 / self.bands) ** (1 / self.rows))

    def signature(self, text: str) -> "UInt32Array":
        """The smallest number that each of several hash functions gives to any shingle of a text."""
        return self.signature_of(shingles(text, self.size))

    def signature_of(self, hashes: "UInt64Array") -> "UInt32Array":
        """The signature of shingles; without any, the largest number throughout."""
        import numpy as np

        factors, summands = _functions(self.bands * self.rows, self.seed)
        least = np.full(len(factors), np.iinfo(np.uint64).max, np.uint64)
        for at in range(0, len(hashes), _AT_ONCE):
            part = hashes[None, at : at + _AT_ONCE] * factors[:, None] + summands[:, None]
            least = np.minimum(least, part.min(axis=1))
        signature: UInt32Array = (least >> np.uint64(32)).astype(np.uint32)
        return signature

    def keys(self, signature: "UInt32Array") -> "UInt64Array":
        """One number per band; texts that share one are candidates for being alike. Takes many signatures as rows."""
        import numpy as np

        parts = signature.reshape(*signature.shape[:-1], self.bands, self.rows)
        columns = (self.band_keys(parts[..., band, :], band) for band in range(self.bands))
        return np.stack(tuple(columns), axis=-1)

    def band_keys(self, part: "UInt32Array", band: int) -> "UInt64Array":
        """The numbers of one band, from that part of signatures alone."""
        import numpy as np

        mixed = _mix(part.astype(np.uint64)) * _powers(_BASE, self.rows)
        with np.errstate(over="ignore"):  # numbers wrap around, which numpy tells of where there is only one
            return _mix(mixed.sum(axis=-1, dtype=np.uint64) + np.uint64((band + 1) * _INVERSE % (1 << 64)))


def _mix(values: "UInt64Array") -> "UInt64Array":
    """Every bit of a number spread over all others (SplitMix64)."""
    import numpy as np

    mixed = values + np.uint64(_BASE)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _powers(base: int, count: int) -> "UInt64Array":
    """The powers of a number from the zeroth, modulo 2**64."""
    import numpy as np

    powers = np.full(count, base, np.uint64)
    powers[:1] = 1
    return np.cumprod(powers, dtype=np.uint64)


@cache
def _functions(count: int, seed: int) -> "tuple[UInt64Array, UInt64Array]":
    import numpy as np

    numbers = _mix(np.arange(2 * count, dtype=np.uint64) + np.uint64(seed) * np.uint64(_INVERSE))
    return numbers[:count] | np.uint64(1), numbers[count:]
