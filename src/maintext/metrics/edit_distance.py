"""Longest common subsequence and edit distance by bit-parallel arithmetic, through rapidfuzz.

Exact up to 5e10 pairs of tokens (two texts of 220,000 tokens), which takes seconds. Longer texts are cut first: at runs
of 64 tokens that occur once on each side (as in patience diff), and what is still too long into equal parts. Each piece
is compared exactly, so the subsequence may be shorter than the longest and the distance larger than the least.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType

from maintext.errors import MetricError
from maintext.metrics.ngram_ids import Grams, codes

_MOST_PAIRS = 50_000_000_000
_LONG_RUN = 64  # a power of two
_CUT_EVERY = 256

Piece = tuple[list[int], list[int]]


def lcs_length(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    return _sum(a, b, _distance().LCSseq.similarity)


def edit_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """The fewest insertions, deletions and substitutions that make one side the other."""
    return min(_sum(a, b, _distance().Levenshtein.distance), max(len(a), len(b)))


def _distance() -> ModuleType:
    try:
        from rapidfuzz import distance
    except ImportError as error:
        raise MetricError("this metric needs rapidfuzz; try: pip install 'maintext[bench]'") from error
    return distance


def _sum(a: Sequence[str], b: Sequence[str], compare: Callable[[list[int], list[int]], int]) -> int:
    left, right, _ = codes(a, b)
    whole = len(a) * len(b) <= _MOST_PAIRS
    return sum(compare(*piece) for piece in ([(left, right)] if whole else _aligned_pieces(left, right)))


def _aligned_pieces(a: list[int], b: list[int]) -> Iterator[Piece]:
    """Both sides split at common anchors into short pieces."""
    at_a = at_b = 0
    for i, j in [*_cuts(a, b), (len(a), len(b))]:
        yield from _equal_parts(a[at_a:i], b[at_b:j])
        at_a, at_b = i, j


def _equal_parts(a: list[int], b: list[int]) -> Iterator[Piece]:
    """Two sides cut into so many equal parts that comparing part with part is not too much."""
    many = 1 + len(a) * len(b) // _MOST_PAIRS
    for part in range(many):
        left, right = (side[len(side) * part // many : len(side) * (part + 1) // many] for side in (a, b))
        yield left, right


def _cuts(a: list[int], b: list[int]) -> list[tuple[int, int]]:
    """Places where a run begins that both sides have once: most of those that are in the same order on both."""
    import numpy as np

    grams = Grams(1, np.array(a, dtype=np.int64), np.array(b, dtype=np.int64))
    while grams.size < _LONG_RUN:
        grams = grams.widened(grams.size)
    if not len(grams.a) or not len(grams.b):
        return []
    top = 1 + max(int(grams.a.max()), int(grams.b.max()))
    once = (np.bincount(grams.a, minlength=top) == 1) & (np.bincount(grams.b, minlength=top) == 1)
    places = np.zeros(top, dtype=np.int64)
    places[grams.b] = np.arange(len(grams.b))
    candidates = np.flatnonzero(once[grams.a])[::_CUT_EVERY]
    others = places[grams.a[candidates]].tolist()
    return [(int(candidates[at]), others[at]) for at in _rising(others)]


def _rising(numbers: Sequence[int]) -> list[int]:
    """The places of a longest rising subsequence."""
    ends: list[int] = []
    at_end: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        size = bisect_left(ends, number)
        ends[size : size + 1], at_end[size : size + 1] = [number], [place]
        before.append(at_end[size - 1] if size else -1)
    place, found = at_end[-1] if at_end else -1, []
    while place >= 0:
        found.append(place)
        place = before[place]
    return found[::-1]
