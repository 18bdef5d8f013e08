"""Segments: groups of blocks that belong together, in a tree from the whole page down to single blocks.

Every segment has a degree of coherence from 1 to 10, as in VIPS [Cai 2003]: 10 without separators inside it, less the
heavier they are. Cutting at granularity g divides every segment whose coherence is below g.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from maintext.page.page import Page

COARSEST: Final = 1
FINEST: Final = 10


class Box(NamedTuple):
    """A rectangle on the rendered page, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Segment:
    """Blocks that belong together; `parts` are its child segments."""

    blocks: tuple[int, ...]
    """The indices of the blocks, in reading order."""
    coherence: int
    parts: tuple["Segment", ...] = ()
    box: Box | None = None
    """Its bounding box on the rendered page, if known."""

    def segments_at(self, granularity: int) -> Iterator["Segment"]:
        """The segments inside this one at a granularity, in reading order."""
        waiting = [self]
        while waiting:
            segment = waiting.pop()
            if segment.coherence >= granularity or not segment.parts:
                yield segment
            else:
                waiting.extend(reversed(segment.parts))

    def words(self, page: Page) -> int:
        """The number of words."""
        return sum(page.block_words[block] for block in self.blocks)

    def tags(self, page: Page) -> int:
        """The number of start and end tags between the first and last text of each run of blocks."""
        ranks, starts = page.tree.text_ranks, page.tree.block_starts
        count = 0
        for first, last in _runs(self.blocks):
            stop = starts[last + 1] if last + 1 < len(starts) else len(ranks)
            count += 2 * (ranks[stop - 1] - ranks[starts[first]] + 1)
        return count

    def score(self, page: Page, word: float = 1.0, tag: float = -2.0) -> float:
        """The weighted sum of words and tags, by default with the weights of [Pasternack 2009]."""
        return word * self.words(page) + tag * self.tags(page)


def cut(root: Segment, granularity: int) -> list[Segment]:
    """The segments of a page at a granularity from 1, coarse, to 10, fine."""
    if not COARSEST <= granularity <= FINEST:
        raise ValueError(f"granularity must be between {COARSEST} and {FINEST}, not {granularity}")
    return list(root.segments_at(granularity))


def coherence_of(heaviest: float) -> int:
    """The coherence of a segment by the weight of its heaviest separator: 10 only if the weight is 0."""
    return FINEST if heaviest <= 0 else max(COARSEST, min(FINEST - 1, round(FINEST - heaviest)))


def _runs(blocks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs of consecutive blocks, each as (first, last)."""
    first = last = blocks[0]
    for block in blocks[1:]:
        if block != last + 1:
            yield first, last
            first = block
        last = block
    yield first, last
