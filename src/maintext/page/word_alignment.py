"""In-order alignment of two word sequences, in nearly linear time, for pages of any size.

Sequences are cut at runs of words that occur once on either side (as in patience diff, first long runs, then short
ones); what lies between the cuts is small and is compared exactly.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.page.words import words

if TYPE_CHECKING:
    from maintext.page.page import Page

_GRAMS = (8, 4, 2, 1)
_EXACT = 40_000


def align(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int, int]]:
    """Matching runs (start in first, start in second, length), in order on both sides and never overlapping."""
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(word, len(numbers)) for word in first]
    b = [numbers.setdefault(word, len(numbers)) for word in second]
    if a == b:
        return [(0, 0, len(a))] if a else []
    runs: list[tuple[int, int, int]] = []
    work = [(0, len(a), 0, len(b), 0)]
    while work:
        a0, a1, b0, b1, level = work.pop()
        while a0 < a1 and 0 < b0 < b1 and a[a0] == b[b0]:  # only after a cut: a page may begin with a teaser
            runs.append((a0, b0, 1))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 < len(b) and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            runs.append((a1, b1, 1))
        if a0 == a1 or b0 == b1:
            continue
        if level == len(_GRAMS):
            runs.extend(_exact(a[a0:a1], b[b0:b1], a0, b0))
            continue
        at_a, at_b = a0, b0
        for i, j in _anchors(a, b, (a0, a1), (b0, b1), _GRAMS[level]):
            work.append((at_a, i, at_b, j, level + 1))
            at_a, at_b = i, j
        work.append((at_a, a1, at_b, b1, level + 1))
    return _merge(sorted(runs))


def aligned(first: Sequence[str], second: Sequence[str]) -> list[bool]:
    """Which words of the first sequence have a partner in the second."""
    found = [False] * len(first)
    for start, _, length in align(first, second):
        found[start : start + length] = [True] * length
    return found


def kept_blocks(page: "Page", text: str) -> list[bool]:
    """Which blocks a text stands for: those with at least half their words in the in-order alignment with it."""
    blocks = [words(block.lower()) for block in page.tree.block_texts]
    found = aligned([word for block in blocks for word in block], words(text.lower()))
    kept = []
    at = 0
    for block in blocks:
        hits = sum(found[at : at + len(block)])
        kept.append(hits > 0 and 2 * hits >= len(block))
        at += len(block)
    return kept


def _anchors(
    a: list[int], b: list[int], a_range: tuple[int, int], b_range: tuple[int, int], size: int
) -> list[tuple[int, int]]:
    """Places of grams that occur once in either range, the longest chain of them that rises on both sides."""
    in_a, in_b = _unique(a, a_range, size), _unique(b, b_range, size)
    pairs = [(i, in_b[gram]) for gram, i in in_a.items() if gram in in_b]
    return _longest_rising(pairs)


def _unique(words: list[int], span: tuple[int, int], size: int) -> dict[tuple[int, ...], int]:
    """Grams that occur exactly once, with their place, in order of place."""
    seen: dict[tuple[int, ...], int] = {}
    repeated: set[tuple[int, ...]] = set()
    for at in range(span[0], span[1] - size + 1):
        gram = tuple(words[at : at + size])
        if gram in seen:
            repeated.add(gram)
        else:
            seen[gram] = at
    for gram in repeated:
        del seen[gram]
    return seen


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs, given in order of the first number, whose second numbers rise too."""
    tails: list[int] = []
    tail_at: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        place = bisect_left(tails, j)
        before.append(tail_at[place - 1] if place else -1)
        tails[place : place + 1] = [j]
        tail_at[place : place + 1] = [index]
    chain = []
    index = tail_at[-1] if tail_at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _exact(a: list[int], b: list[int], a_start: int, b_start: int) -> list[tuple[int, int, int]]:
    """A longest common subsequence of two short ranges; ranges too large for that are left unmatched."""
    if len(a) * len(b) > _EXACT:
        return _greedy(a, b, a_start, b_start)
    lengths = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(len(b) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if a[i] == b[j] else max(below[j], row[j + 1])
    runs = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            runs.append((a_start + i, b_start + j, 1))
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return runs


def _greedy(a: list[int], b: list[int], a_start: int, b_start: int) -> list[tuple[int, int, int]]:
    """Match each word of the shorter range with its next occurrence in the longer one, if that is near."""
    places: dict[int, list[int]] = {}
    for j, word in enumerate(b):
        places.setdefault(word, []).append(j)
    runs = []
    at = 0
    reach = max(20, 2 * len(b) // max(1, len(a)))
    for i, word in enumerate(a):
        where = places.get(word, [])
        nearest = bisect_left(where, at)
        if nearest < len(where) and where[nearest] < at + reach:
            at = where[nearest]
            runs.append((a_start + i, b_start + at, 1))
            at += 1
    return runs


def _merge(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Join runs that touch on both sides."""
    merged: list[tuple[int, int, int]] = []
    for i, j, length in runs:
        if merged and merged[-1][0] + merged[-1][2] == i and merged[-1][1] + merged[-1][2] == j:
            merged[-1] = (merged[-1][0], merged[-1][1], merged[-1][2] + length)
        else:
            merged.append((i, j, length))
    return merged
