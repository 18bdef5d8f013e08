"""Shingles and MinHash [Broder 1997]: the similarity of texts, estimated from short signatures.

A shingle is a run of lower-cased words joined by single spaces, hashed to 64 bits. Hashes are the same on every machine
and in every process. Banding (Leskovec, Rajaraman and Ullman) finds candidates for similar texts without comparing all
pairs: two texts with similarity s agree in at least one band with the probability 1 - (1 - s**rows)**bands.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from maintext.page.words import words

if TYPE_CHECKING:
    from maintext.arrays import UInt32Array, UInt64Array

_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_BATCH = 256


def shingles(text: str, size: int = 5) -> "UInt64Array":
    """The sorted distinct hashes of all runs of `size` words; a shorter text is one run, an empty text has none."""
    import numpy as np

    found = words(text.lower())
    if not found:
        return np.zeros(0, np.uint64)
    run = min(size, len(found))
    signs = np.frombuffer(" ".join(found).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    stops = np.cumsum(np.fromiter(map(len, found), np.int64, len(found))) + np.arange(len(found))
    starts = np.concatenate((np.zeros(1, np.int64), stops[:-1] + 1))
    first, last = starts[: len(found) - run + 1], stops[run - 1 :]
    # a polynomial hash modulo 2**64 over the characters: each run is a normalized difference of two prefix sums
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(_mix(signs) * _powers(_BASE, len(signs)))))
    values: UInt64Array = np.unique(_mix((sums[last] - sums[first]) * _powers(_INVERSE, len(signs))[first]))
    return values


def resemblance(a: "UInt64Array", b: "UInt64Array") -> float:
    """The Jaccard similarity of two sets of shingles; 1.0 if both are empty."""
    import numpy as np

    shared = len(np.intersect1d(a, b, assume_unique=True))
    together = len(a) + len(b) - shared
    return shared / together if together else 1.0


@dataclass(frozen=True, slots=True)
class MinHash:
    """MinHash signatures of `bands` times `rows` numbers, over shingles of `size` words.

    With 14 bands of 8 rows, nine of ten pairs with a similarity of 0.8 agree in a band, and fewer than one of a hundred
    pairs with a similarity of 0.4.
    """

    size: int = 5
    bands: int = 14
    rows: int = 8
    seed: int = 1

    def __post_init__(self) -> None:
        if min(self.size, self.bands, self.rows) < 1:
            raise ValueError("size, bands and rows must be at least 1")

    @property
    def near(self) -> float:
        """The approximate similarity at which two texts agree in a band with probability one half."""
        return float((1 / self.bands) ** (1 / self.rows))

    def signature(self, text: str) -> "UInt32Array":
        """The signature of a text: for each hash function, the minimum over all shingles."""
        return self.signature_of(shingles(text, self.size))

    def signature_of(self, hashes: "UInt64Array") -> "UInt32Array":
        """The signature of a set of shingles; all numbers are the maximum if it is empty."""
        import numpy as np

        factors, summands = _hash_functions(self.bands * self.rows, self.seed)
        least = np.full(len(factors), np.iinfo(np.uint64).max, np.uint64)
        for start in range(0, len(hashes), _BATCH):
            batch = hashes[None, start : start + _BATCH] * factors[:, None] + summands[:, None]
            least = np.minimum(least, batch.min(axis=1))
        signature: UInt32Array = (least >> np.uint64(32)).astype(np.uint32)
        return signature

    def keys(self, signature: "UInt32Array") -> "UInt64Array":
        """One key per band for one signature or rows of them; texts that share a key are candidate pairs."""
        import numpy as np

        parts = signature.reshape(*signature.shape[:-1], self.bands, self.rows)
        columns = (self.band_keys(parts[..., band, :], band) for band in range(self.bands))
        return np.stack(tuple(columns), axis=-1)

    def band_keys(self, part: "UInt32Array", band: int) -> "UInt64Array":
        """The keys of one band, from the columns of signatures that belong to it."""
        import numpy as np

        mixed = _mix(part.astype(np.uint64)) * _powers(_BASE, self.rows)
        with np.errstate(over="ignore"):  # integer overflow is intended; numpy warns about it for scalars
            return _mix(mixed.sum(axis=-1, dtype=np.uint64) + np.uint64((band + 1) * _INVERSE % (1 << 64)))


def _mix(values: "UInt64Array") -> "UInt64Array":
    """Hash 64-bit numbers with the finalizer of SplitMix64."""
    import numpy as np

    mixed = values + np.uint64(_BASE)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _powers(base: int, count: int) -> "UInt64Array":
    """The first `count` powers of a number, starting with 1, modulo 2**64."""
    import numpy as np

    powers = np.full(count, base, np.uint64)
    powers[:1] = 1
    return np.cumprod(powers, dtype=np.uint64)


@cache
def _hash_functions(count: int, seed: int) -> "tuple[UInt64Array, UInt64Array]":
    import numpy as np

    numbers = _mix(np.arange(2 * count, dtype=np.uint64) + np.uint64(seed) * np.uint64(_INVERSE))
    return numbers[:count] | np.uint64(1), numbers[count:]
