"""The matching blocks of two sequences [Ratcliff 1988], equal to those of difflib but several times as fast.

difflib finds the longest common run and then recurses to its left and right, reading the whole region again each time.
Here the common runs of a region are listed once and are split only where a block divides them. To be exact:

- difflib ignores popular tokens of the second sequence (over 1 % of 200 or more) when it searches for the longest run,
  then extends the run over any equal tokens. Of several longest runs it takes the first in the first sequence, then the
  first in the second.
- If no common run of two tokens is left, the longest run is a single token: one scan in order finds them all.
- If no unpopular token is shared, difflib still takes the common prefix of the region.

Repetitive text has too many common runs, so longer runs are listed first, down to two tokens. If even the longest are
too many, all have the same length, and a scan in order finds them. The time is close to n log n for pages of 5 MB.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from maintext.metrics.ngram_ids import Grams, Run, encode_tokens, runs_of_two, shared_runs, shortest_rare_runs

Block = tuple[int, int, int]
_PAIRS_PER_TOKEN, _MOST_PAIRS = 8, 200_000
_STRIDE = 32


class Region(NamedTuple):
    """A range of both sequences that is still to be matched."""

    alo: int
    ahi: int
    blo: int
    bhi: int

    def without(self, block: Block) -> tuple["Region", "Region"]:
        """The regions before and after a block."""
        i, j, size = block
        return Region(self.alo, i, self.blo, j), Region(i + size, self.ahi, j + size, self.bhi)

    def __bool__(self) -> bool:
        return self.alo < self.ahi and self.blo < self.bhi


def matched_size(a: Sequence[Hashable], b: Sequence[Hashable], *, autojunk: bool = True) -> int:
    """The total size of difflib's matching blocks."""
    return sum(size for _, _, size in _blocks(a, b, autojunk))


def matching_blocks(a: Sequence[Hashable], b: Sequence[Hashable], *, autojunk: bool = True) -> list[Block]:
    """The blocks as (position in a, position in b, size), in order; adjacent blocks are not merged."""
    return sorted(_blocks(a, b, autojunk))


def _blocks(a: Sequence[Hashable], b: Sequence[Hashable], autojunk: bool) -> list[Block]:
    if not a or not b:
        return []
    if a == b:
        return [(0, 0, len(a))]
    left, right, vocabulary = encode_tokens(a, b)
    matcher = _Matcher(left, right, _without_popular(left, right, vocabulary, autojunk), vocabulary)
    matcher.run()
    return matcher.found


def _without_popular(a: list[int], b: list[int], vocabulary: int, autojunk: bool) -> Grams:
    """Both sequences, in which popular tokens are replaced by numbers that match nothing."""
    import numpy as np

    left, right = np.array(a, dtype=np.int64), np.array(b, dtype=np.int64)
    if autojunk and len(b) >= 200:
        popular = np.bincount(right, minlength=vocabulary + 1) > len(b) // 100 + 1
        left[popular[left]] = vocabulary
        right[popular[right]] = vocabulary + 1
    return Grams(1, left, right)


@dataclass(slots=True)
class _Matcher:
    """Matches one pair of sequences of token numbers; `found` collects the blocks."""

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
        """Match a region by its common runs; returns the regions that are still to be matched."""
        tokens = self.unpopular_tokens(region)
        budget = min(_MOST_PAIRS, _PAIRS_PER_TOKEN * (len(tokens.a) + len(tokens.b)) + 64)
        runs = runs_of_two(tokens, region[::2], self.vocabulary, budget)
        if runs is not None:
            for leaf in self.divide(region, runs, 2):
                self.singles(leaf)
            return []
        few, many = shortest_rare_runs(tokens, budget)
        runs = shared_runs(few, region[::2], budget)
        return self.divide(region, runs, few.size) if runs else self.scan(region, many)

    def unpopular_tokens(self, region: Region) -> Grams:
        """The unpopular tokens of a region."""
        return Grams(1, self.rare.a[region.alo : region.ahi], self.rare.b[region.blo : region.bhi])

    def divide(self, region: Region, runs: list[Run], least: int) -> list[Region]:
        """Match runs of at least `least` tokens, best first; returns the regions without such runs."""
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
        """Match a region without common runs of two unpopular tokens."""
        for rest in self.scan(region, self.unpopular_tokens(region)):
            size = 0
            for x, y in zip(self.a[rest.alo : rest.ahi], self.b[rest.blo : rest.bhi], strict=False):
                if x != y:
                    break
                size += 1
            if size:
                self.found.append((rest.alo, rest.blo, size))

    def scan(self, region: Region, grams: Grams) -> list[Region]:
        """Match runs of the maximum length in the order of the first sequence; returns the regions between them."""
        left, right = grams.a.tolist(), grams.b.tolist()
        common = set(left) & set(right)
        if not common:
            return [region]
        positions: dict[int, list[int]] = {gram: [] for gram in common}
        for j, gram in enumerate(right, region.blo):
            if gram in common:
                positions[gram].append(j)
        between = []
        for i, gram in enumerate(left, region.alo):
            if gram not in common or i < region.alo:
                continue
            index = bisect_left(positions[gram], region.blo)
            if index < len(positions[gram]):
                before, region = region.without(self.grow(region, i, positions[gram][index], grams.size))
                between.append(before)
        between.append(region)
        return [rest for rest in between if rest]

    def grow(self, region: Region, i: int, j: int, size: int) -> Block:
        """Extend a run by equal tokens on both ends, and store the block."""
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
    """The runs before a position in both sequences, truncated there; those shorter than `least` are dropped."""
    last_a, last_b = ahi - least, bhi - least
    near = [run for run in runs if run[1] <= last_a and run[2] <= last_b]
    whole = [run for run in near if run[1] - run[0] <= ahi and run[2] - run[0] <= bhi]
    if len(whole) < len(near):
        whole += [(max(i - ahi, j - bhi), i, j) for size, i, j in near if i - size > ahi or j - size > bhi]
    return whole


def _after(runs: list[Run], alo: int, blo: int, least: int) -> list[Run]:
    """The runs after a position in both sequences, truncated there; those shorter than `least` are dropped."""
    first_a, first_b = alo + least, blo + least
    near = [run for run in runs if run[1] - run[0] >= first_a and run[2] - run[0] >= first_b]
    whole = [run for run in near if run[1] >= alo and run[2] >= blo]
    if len(whole) < len(near):
        cuts = [(max(alo - i, blo - j), size, i, j) for size, i, j in near if i < alo or j < blo]
        whole += [(size + cut, i + cut, j + cut) for cut, size, i, j in cuts]
    return whole
