"""Longest common subsequence and edit distance by bit-parallel algorithms of rapidfuzz.

The results are exact up to 5e10 pairs of tokens (two texts of 220,000 tokens), which takes seconds. Longer texts are
split first: at runs of 64 tokens that occur once in each text (as in patience diff), then into equal pieces. Then the
results are approximate: the subsequence may be too short and the distance too large.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType

from maintext.errors import MetricError
from maintext.metrics.ngram_ids import Grams, encode_tokens

_MOST_PAIRS = 50_000_000_000
_LONG_RUN = 64  # a power of two
_CUT_EVERY = 256

Piece = tuple[list[int], list[int]]


def lcs_length(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    return _sum(a, b, _distance().LCSseq.similarity)


def edit_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """The minimum number of insertions, deletions and substitutions between two sequences."""
    return min(_sum(a, b, _distance().Levenshtein.distance), max(len(a), len(b)))


def _distance() -> ModuleType:
    try:
        from rapidfuzz import distance
    except ImportError as error:
        raise MetricError("this metric needs rapidfuzz; try: pip install 'maintext[bench]'") from error
    return distance


def _sum(a: Sequence[str], b: Sequence[str], compare: Callable[[list[int], list[int]], int]) -> int:
    left, right, _ = encode_tokens(a, b)
    whole = len(a) * len(b) <= _MOST_PAIRS
    return sum(compare(*piece) for piece in ([(left, right)] if whole else _aligned_pieces(left, right)))


def _aligned_pieces(a: list[int], b: list[int]) -> Iterator[Piece]:
    """Pairs of pieces, split at runs that occur once in each sequence."""
    at_a = at_b = 0
    for i, j in [*_unique_anchors(a, b), (len(a), len(b))]:
        yield from _equal_parts(a[at_a:i], b[at_b:j])
        at_a, at_b = i, j


def _equal_parts(a: list[int], b: list[int]) -> Iterator[Piece]:
    """Pairs of equal pieces that are short enough for an exact comparison."""
    many = 1 + len(a) * len(b) // _MOST_PAIRS
    for part in range(many):
        left, right = (side[len(side) * part // many : len(side) * (part + 1) // many] for side in (a, b))
        yield left, right


def _unique_anchors(a: list[int], b: list[int]) -> list[tuple[int, int]]:
    """Start positions of long runs that occur once in each sequence, in the same order in both."""
    import numpy as np

    grams = Grams(1, np.array(a, dtype=np.int64), np.array(b, dtype=np.int64))
    while grams.size < _LONG_RUN:
        grams = grams.widened(grams.size)
    if not len(grams.a) or not len(grams.b):
        return []
    top = 1 + max(int(grams.a.max()), int(grams.b.max()))
    once = (np.bincount(grams.a, minlength=top) == 1) & (np.bincount(grams.b, minlength=top) == 1)
    positions = np.zeros(top, dtype=np.int64)
    positions[grams.b] = np.arange(len(grams.b))
    candidates = np.flatnonzero(once[grams.a])[::_CUT_EVERY]
    others = positions[grams.a[candidates]].tolist()
    return [(int(candidates[index]), others[index]) for index in _longest_increasing_subsequence(others)]


def _longest_increasing_subsequence(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest increasing subsequence."""
    ends: list[int] = []
    at_end: list[int] = []
    before: list[int] = []
    for position, number in enumerate(numbers):
        size = bisect_left(ends, number)
        ends[size : size + 1], at_end[size : size + 1] = [number], [position]
        before.append(at_end[size - 1] if size else -1)
    position, found = at_end[-1] if at_end else -1, []
    while position >= 0:
        found.append(position)
        position = before[position]
    return found[::-1]
