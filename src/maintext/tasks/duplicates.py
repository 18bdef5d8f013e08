"""Near-duplicates [Broder 1997]: pages with similar gold texts should have similar extractions.

What repeats on all pages of a site makes different articles look the same, and what was lost makes the same article
look different. `segment` compares the largest segment of each text only, as [Chakrabarti 2008] does against the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.errors import TaskError
from maintext.page.shingles import MinHash, resemblance, shingles
from maintext.page.words import count_words
from maintext.tasks.task import Stats, Task, TaskDocument, TextScorer, precision_recall_f1

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Duplicates(Task):
    """Precision, recall and F1 of the pairs found; each document of a pair counts half."""

    columns: ClassVar[tuple[str, ...]] = ("P", "R", "F1")
    ranks_by: ClassVar[str] = "F1"
    paper: ClassVar[str] = "Broder 1997; Chakrabarti 2008"

    near: float = 0.5
    """The share of shingles that two texts must have in common."""
    size: int = 4
    """Words in a shingle."""
    bands: int = 50
    rows: int = 3
    """With 50 bands of 3 rows, 999 of 1,000 pairs that share half of their shingles meet in a band."""
    segment: int = 0
    """Shingle only the largest segment: the successive lines with the most words, less this number for each line."""

    def __post_init__(self) -> None:
        if not 0 < self.near <= 1:
            raise ValueError("near must be above 0 and at most 1")
        if self.segment < 0:
            raise ValueError("segment must be 0 or more")
        MinHash(self.size, self.bands, self.rows)

    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        """Find the pairs with similar gold texts."""
        wanted = self.pairs([document.gold for document in documents])
        if not wanted:
            raise TaskError(
                f"no two gold texts share {self.near:.0%} of their shingles, so there are no duplicates to find; "
                "choose another dataset, or a lower duplicates(near=...)"
            )

        def score_texts(texts: Sequence[str]) -> list[Stats]:
            found = self.pairs([largest_segment(text, self.segment) for text in texts] if self.segment else texts)
            sums = [[0.0, 0.0, 0.0] for _ in texts]
            for kind, pairs in enumerate((found & wanted, found - wanted, wanted - found)):
                for pair in pairs:
                    for document in pair:
                        sums[document][kind] += 0.5
            return [tuple(each) for each in sums]

        return score_texts

    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Precision, recall and F1 of pairs."""
        return precision_recall_f1(sums)

    def pairs(self, texts: Sequence[str]) -> set[Pair]:
        """Index pairs of similar texts, smaller index first; a text without words is similar to none."""
        import numpy as np

        hashing = MinHash(self.size, self.bands, self.rows)
        hashes = {at: own for at, text in enumerate(texts) if len(own := shingles(text, self.size))}
        if not hashes:
            return set()
        buckets: dict[int, list[int]] = {}
        candidates: set[Pair] = set()
        keys = hashing.keys(np.stack([hashing.signature_of(own) for own in hashes.values()]))
        for at, own_keys in zip(hashes, keys.tolist(), strict=True):
            for key in own_keys:
                bucket = buckets.setdefault(key, [])
                candidates.update((other, at) for other in bucket)
                bucket.append(at)
        return {(a, b) for a, b in candidates if resemblance(hashes[a], hashes[b]) >= self.near}


def largest_segment(text: str, cost: int) -> str:
    """The successive lines with the largest sum of words minus `cost`; the first of equals, empty if none has more."""
    lines = text.splitlines()
    best, first, last = 0, 0, 0
    total, start = 0, 0
    for at, line in enumerate(lines):
        if total <= 0:
            total, start = 0, at
        total += count_words(line) - cost if line.strip() else 0
        if total > best:
            best, first, last = total, start, at + 1
    return "\n".join(lines[first:last])
