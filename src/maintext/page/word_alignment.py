"""In-order alignment of two word sequences in nearly linear time.

As in patience diff, both sequences are cut at n-grams that occur once in each, long n-grams first. The ranges between
the cuts are small and are aligned by their longest common subsequence.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maintext.page.words import words

if TYPE_CHECKING:
    from maintext.page.page import Page

_NGRAM_SIZES = (8, 4, 2, 1)
_EXACT = 40_000


def align(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int, int]]:
    """Matching runs as (start in first, start in second, length), in order and without overlap."""
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(word, len(numbers)) for word in first]
    b = [numbers.setdefault(word, len(numbers)) for word in second]
    if a == b:
        return [(0, 0, len(a))] if a else []
    runs: list[tuple[int, int, int]] = []
    work = [(0, len(a), 0, len(b), 0)]
    while work:
        a0, a1, b0, b1, level = work.pop()
        while a0 < a1 and 0 < b0 < b1 and a[a0] == b[b0]:  # not at the start of the page, which may be a teaser
            runs.append((a0, b0, 1))
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 < len(b) and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
            runs.append((a1, b1, 1))
        if a0 == a1 or b0 == b1:
            continue
        if level == len(_NGRAM_SIZES):
            runs.extend(_longest_common_subsequence(a[a0:a1], b[b0:b1], a0, b0))
            continue
        at_a, at_b = a0, b0
        for i, j in _anchors(a, b, (a0, a1), (b0, b1), _NGRAM_SIZES[level]):
            work.append((at_a, i, at_b, j, level + 1))
            at_a, at_b = i, j
        work.append((at_a, a1, at_b, b1, level + 1))
    return _merge_adjacent_runs(sorted(runs))


def aligned_words(first: Sequence[str], second: Sequence[str]) -> list[bool]:
    """For every word of the first sequence, whether it is aligned with one of the second."""
    found = [False] * len(first)
    for start, _, length in align(first, second):
        found[start : start + length] = [True] * length
    return found


def kept_blocks(page: "Page", text: str) -> list[bool]:
    """For every block, whether at least half of its words are aligned with the text."""
    blocks = [words(block.lower()) for block in page.tree.block_texts]
    found = aligned_words([word for block in blocks for word in block], words(text.lower()))
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
    """Positions of n-grams that occur once in each range, as the longest chain that increases on both sides."""
    in_a, in_b = _unique_ngrams(a, a_range, size), _unique_ngrams(b, b_range, size)
    pairs = [(i, in_b[gram]) for gram, i in in_a.items() if gram in in_b]
    return _longest_increasing_chain(pairs)


def _unique_ngrams(words: list[int], span: tuple[int, int], size: int) -> dict[tuple[int, ...], int]:
    """N-grams that occur exactly once, with their positions, in order."""
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


def _longest_increasing_chain(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs with increasing second numbers; `pairs` are sorted by the first."""
    tails: list[int] = []
    tail_at: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        position = bisect_left(tails, j)
        before.append(tail_at[position - 1] if position else -1)
        tails[position : position + 1] = [j]
        tail_at[position : position + 1] = [index]
    chain = []
    index = tail_at[-1] if tail_at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _longest_common_subsequence(a: list[int], b: list[int], a_start: int, b_start: int) -> list[tuple[int, int, int]]:
    """A longest common subsequence of two short ranges; larger ranges are matched greedily."""
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
    """Match each word of the first range with its next occurrence in the second, if that is near."""
    positions: dict[int, list[int]] = {}
    for j, word in enumerate(b):
        positions.setdefault(word, []).append(j)
    runs = []
    at = 0
    reach = max(20, 2 * len(b) // max(1, len(a)))
    for i, word in enumerate(a):
        where = positions.get(word, [])
        nearest = bisect_left(where, at)
        if nearest < len(where) and where[nearest] < at + reach:
            at = where[nearest]
            runs.append((a_start + i, b_start + at, 1))
            at += 1
    return runs


def _merge_adjacent_runs(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Merge runs that are adjacent on both sides."""
    merged: list[tuple[int, int, int]] = []
    for i, j, length in runs:
        if merged and merged[-1][0] + merged[-1][2] == i and merged[-1][1] + merged[-1][2] == j:
            merged[-1] = (merged[-1][0], merged[-1][1], merged[-1][2] + length)
        else:
            merged.append((i, j, length))
    return merged
