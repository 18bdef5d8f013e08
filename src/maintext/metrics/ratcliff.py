"""Matching blocks of two sequences [Ratcliff 1988], exactly those of difflib, several times as fast.

difflib finds the longest run both sides share, then does the same left and right of it, reading the whole region again
each time. Here the runs of a region are listed once and only cut where a block divides them. What keeps it exact:

- difflib ignores popular tokens of the second side (over 1 % of 200 or more) when it looks for the longest run, then
  grows the run over any equal tokens. Among the longest it takes the first in the first side, then in the second.
- Where no run of two is left, the longest is a single token, and the first one is taken: one scan in order settles it.
- Where no unpopular token is shared, difflib still takes what both sides begin with.

Repetitive text has too many runs to list, so longer runs are listed first, down to two. Where even the longest are too
many, all have the same length, and again a scan in order takes the first. Time stays near n log n on pages of 5 MB.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from maintext.metrics.ngram_ids import Grams, Run, codes, rarer, runs_of_two, shared_runs

Block = tuple[int, int, int]
_PAIRS_PER_TOKEN, _MOST_PAIRS = 8, 200_000
_STRIDE = 32


class Region(NamedTuple):
    """A part of both sides that is still to be matched."""

    alo: int
    ahi: int
    blo: int
    bhi: int

    def without(self, block: Block) -> tuple["Region", "Region"]:
        """What is left before and after a block."""
        i, j, size = block
        return Region(self.alo, i, self.blo, j), Region(i + size, self.ahi, j + size, self.bhi)

    def __bool__(self) -> bool:
        return self.alo < self.ahi and self.blo < self.bhi


def matched(a: Sequence[Hashable], b: Sequence[Hashable], *, autojunk: bool = True) -> int:
    """The total size of difflib's matching blocks."""
    return sum(size for _, _, size in _blocks(a, b, autojunk))


def matching_blocks(a: Sequence[Hashable], b: Sequence[Hashable], *, autojunk: bool = True) -> list[Block]:
    """The blocks (place in a, place in b, size) in order; neighbors are not joined."""
    return sorted(_blocks(a, b, autojunk))


def _blocks(a: Sequence[Hashable], b: Sequence[Hashable], autojunk: bool) -> list[Block]:
    if not a or not b:
        return []
    if a == b:
        return [(0, 0, len(a))]
    left, right, vocabulary = codes(a, b)
    matcher = _Matcher(left, right, _without_popular(left, right, vocabulary, autojunk), vocabulary)
    matcher.run()
    return matcher.found


def _without_popular(a: list[int], b: list[int], vocabulary: int, autojunk: bool) -> Grams:
    """Both sides with every token that may not start a match made unequal to all of the other side."""
    import numpy as np

    left, right = np.array(a, dtype=np.int64), np.array(b, dtype=np.int64)
    if autojunk and len(b) >= 200:
        popular = np.bincount(right, minlength=vocabulary + 1) > len(b) // 100 + 1
        left[popular[left]] = vocabulary
        right[popular[right]] = vocabulary + 1
    return Grams(1, left, right)


@dataclass(slots=True)
class _Matcher:
    """The work on one pair of sequences, given as numbers."""

    a: list[int]
    b: list[int]
    rare: Grams
    vocabulary: int
    found: list[Block] = field(default_factory=list)

    def run(self) -> None:
        """Find every block."""
        todo = [Region(0, len(self.a), 0, len(self.b))]
        while todo:
            region = todo.pop()
            if region:
                todo += self.match(region)

    def match(self, region: Region) -> list[Region]:
        """Match a region as far as its listed runs go; the regions still to be matched."""
        part = self.part(region)
        budget = min(_MOST_PAIRS, _PAIRS_PER_TOKEN * (len(part.a) + len(part.b)) + 64)
        runs = runs_of_two(part, region[::2], self.vocabulary, budget)
        if runs is not None:
            for leaf in self.divide(region, runs, 2):
                self.singles(leaf)
            return []
        few, many = rarer(part, budget)
        runs = shared_runs(few, region[::2], budget)
        return self.divide(region, runs, few.size) if runs else self.scan(region, many)

    def part(self, region: Region) -> Grams:
        """The unpopular tokens of a region."""
        return Grams(1, self.rare.a[region.alo : region.ahi], self.rare.b[region.blo : region.bhi])

    def divide(self, region: Region, runs: list[Run], least: int) -> list[Region]:
        """Take the best run, go on left and right of it; the regions where no run of that length is left."""
        todo, leaves = [(region, runs)], []
        while todo:
            region, runs = todo.pop()
            if not runs:
                leaves.append(region)
                continue
            size, i, j = min(runs)
            block = self.grow(region, i, j, -size)
            left, right = region.without(block)
            if left:
                todo.append((left, _before(runs, left.ahi, left.bhi, least)))
            if right:
                todo.append((right, _after(runs, right.alo, right.blo, least)))
        return leaves

    def singles(self, region: Region) -> None:
        """Match a region that shares no two unpopular tokens in a row."""
        for rest in self.scan(region, self.part(region)):
            size = 0
            for x, y in zip(self.a[rest.alo : rest.ahi], self.b[rest.blo : rest.bhi], strict=False):
                if x != y:
                    break
                size += 1
            if size:
                self.found.append((rest.alo, rest.blo, size))

    def scan(self, region: Region, grams: Grams) -> list[Region]:
        """Match runs of one length, the longest there are, in order of the first side; the regions between them."""
        left, right = grams.a.tolist(), grams.b.tolist()
        common = set(left) & set(right)
        if not common:
            return [region]
        places: dict[int, list[int]] = {gram: [] for gram in common}
        for j, gram in enumerate(right, region.blo):
            if gram in common:
                places[gram].append(j)
        between = []
        for i, gram in enumerate(left, region.alo):
            if gram not in common or i < region.alo:
                continue
            at = bisect_left(places[gram], region.blo)
            if at < len(places[gram]):
                before, region = region.without(self.grow(region, i, places[gram][at], grams.size))
                between.append(before)
        between.append(region)
        return [rest for rest in between if rest]

    def grow(self, region: Region, i: int, j: int, size: int) -> Block:
        """Note the block that a run becomes with all equal tokens around it."""
        a, b = self.a, self.b
        alo, ahi, blo, bhi = region
        end, other = i + size, j + size
        while i - _STRIDE >= alo and j - _STRIDE >= blo and a[i - _STRIDE : i] == b[j - _STRIDE : j]:
            i, j = i - _STRIDE, j - _STRIDE
        while i > alo and j > blo and a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
        while end + _STRIDE <= ahi and other + _STRIDE <= bhi and a[end : end + _STRIDE] == b[other : other + _STRIDE]:
            end, other = end + _STRIDE, other + _STRIDE
        while end < ahi and other < bhi and a[end] == b[other]:
            end, other = end + 1, other + 1
        block = (i, j, end - i)
        self.found.append(block)
        return block


def _before(runs: list[Run], ahi: int, bhi: int, least: int) -> list[Run]:
    """What of the runs lies before a place on both sides."""
    last_a, last_b = ahi - least, bhi - least
    near = [run for run in runs if run[1] <= last_a and run[2] <= last_b]
    whole = [run for run in near if run[1] - run[0] <= ahi and run[2] - run[0] <= bhi]
    if len(whole) < len(near):
        whole += [(max(i - ahi, j - bhi), i, j) for size, i, j in near if i - size > ahi or j - size > bhi]
    return whole


def _after(runs: list[Run], alo: int, blo: int, least: int) -> list[Run]:
    """What of the runs lies after a place on both sides."""
    first_a, first_b = alo + least, blo + least
    near = [run for run in runs if run[1] - run[0] >= first_a and run[2] - run[0] >= first_b]
    whole = [run for run in near if run[1] >= alo and run[2] >= blo]
    if len(whole) < len(near):
        cuts = [(max(alo - i, blo - j), size, i, j) for size, i, j in near if i < alo or j < blo]
        whole += [(size + cut, i + cut, j + cut) for cut, size, i, j in cuts]
    return whole
