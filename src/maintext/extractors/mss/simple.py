"""Simple maximum subsequence segmentation (baseline 2 of [Pasternack 2009]): words count for, tags against.

The main text is the run of tokens with the largest sum of scores; one pass finds it. All words of a stretch of text
score alike, so whole stretches are added at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.base import TextExtractor
from maintext.extractors.trace import Trace, token_score_trace
from maintext.page import Page
from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import TEXT, source_tokens
from maintext.page.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class SimpleMss(TextExtractor):
    """Keep the run of tokens where words outweigh tags the most."""

    paper: ClassVar[str] = "Pasternack 2009"

    word: float = 1.0
    """The score of a word, number or symbol."""
    tag: float = -3.25
    """The score of a tag."""

    def find(self, page: Page) -> str:
        """The text of the best run."""
        texts: list[str] = []
        scores: list[float] = []
        for kind, data, _ in source_tokens(page.source):
            if kind == TEXT:
                texts.append(data.replace("\n", " "))
                scores.append(self.word * count_tokens(data))
            else:
                texts.append("" if data in STYLING else "\n")
                scores.append(self.tag)
        first, last = best_run(scores)
        lines = (" ".join(line.split()) for line in "".join(texts[first:last]).split("\n"))
        return "\n".join(line for line in lines if line)

    def trace(self, page: Page) -> Trace:
        """The running sum of the token scores."""
        scores = [self.tag if kind <= 1 else self.word for kind in page.tokens.kinds]
        return token_score_trace(self, scores, (best_run(scores),))


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
