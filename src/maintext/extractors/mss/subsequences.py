"""The k best subsequences of a sequence of scores [Ruzzo 1999]: all maximal runs in linear time."""

from collections.abc import Iterable
from typing import NamedTuple


class Subsequence(NamedTuple):
    """A run of scores from first up to, not including, last, and their sum."""

    first: int
    last: int
    value: float


def maximal_subsequences(scores: Iterable[float]) -> list[Subsequence]:
    """All maximal runs, from left to right; none of them overlap, and each has a positive sum.

    The best run is one of them, the best of what is left of it and right of it are others, and so on. Each candidate
    knows the candidate that lies nearest to its left with a smaller sum before it; following these links makes the
    whole search linear.
    """
    found: list[tuple[int, int, float, float]] = []  # first, last, the sum before the run, the sum at its end
    lower: list[int] = []
    total = 0.0
    for at, score in enumerate(scores):
        before, total = total, total + score
        if score <= 0:
            continue
        first, last = at, at + 1
        while True:
            link = len(found) - 1
            while link >= 0 and found[link][2] >= before:
                link = lower[link]
            if link < 0 or found[link][3] >= total:
                found.append((first, last, before, total))
                lower.append(link)
                break
            first, before = found[link][0], found[link][2]
            del found[link:], lower[link:]
    return [Subsequence(first, last, end - begin) for first, last, begin, end in found]


def best_subsequences(scores: Iterable[float], count: int = 1) -> list[Subsequence]:
    """The runs with the largest sums, the best first; of equal ones, the leftmost first."""
    from heapq import nsmallest

    return nsmallest(count, maximal_subsequences(scores), key=lambda run: (-run.value, run.first))
