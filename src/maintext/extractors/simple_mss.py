"""Simple maximum subsequence segmentation (baseline 2 of Pasternack and Roth 2009): words count for, tags against.

The main text is the run of tokens with the largest sum of scores; one pass finds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.base import TextExtractor
from maintext.page import Page
from maintext.page.tokens import CLOSE


@dataclass(frozen=True, slots=True)
class SimpleMss(TextExtractor):
    """Keep the run of tokens where words outweigh tags the most."""

    paper: ClassVar[str] = "Pasternack and Roth 2009"

    word: float = 1.0
    """The score of a word, number or symbol."""
    tag: float = -3.25
    """The score of a tag."""

    def find(self, page: Page) -> str:
        """The text of the best run."""
        tokens = page.tokens
        first, last = best_run([self.tag if kind <= CLOSE else self.word for kind in tokens.kinds])
        return tokens.text_between(first, last)


def best_run(scores: Sequence[float]) -> tuple[int, int]:
    """The contiguous run with the largest sum, from first up to, not including, last; empty if no score is positive."""
    best = total = 0.0
    first = last = start = 0
    for at, score in enumerate(scores):
        if total <= 0:
            total, start = 0.0, at
        total += score
        if total > best:
            best, first, last = total, start, at + 1
    return first, last
