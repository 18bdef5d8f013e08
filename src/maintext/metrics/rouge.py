"""ROUGE [Lin 2004]: shared runs of n words, longest common subsequence of the text, and of its lines.

As the rouge-score package computes them without stemming, given the same tokens. `rouge-lsum` compares every line of
the gold with every line retrieved, so beyond four million pairs of lines it does not apply.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from maintext.metrics.bag_of_words import multiset_overlap, ngrams
from maintext.metrics.counts import Counts, overlap
from maintext.metrics.edit_distance import lcs_length
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.tokenizers import Tokens, tokenize

_MOST_PAIRS = 4_000_000


@dataclass(frozen=True, slots=True)
class Rouge(Metric):
    """ROUGE-N; it does not apply where the gold has words, but fewer than n."""

    n: int = 1
    tokens: Tokens = "unicode"

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError(f"n must be at least 1, not {self.n}")

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two multisets of n-grams."""
        wanted = tokenize(gold.text, self.tokens)
        if 0 < len(wanted) < self.n:
            return None
        return multiset_overlap(ngrams(wanted, self.n), ngrams(tokenize(retrieved.text, self.tokens), self.n))


@dataclass(frozen=True, slots=True)
class RougeL(Metric):
    """ROUGE-L: the longest common subsequence of words."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The words of the longest common subsequence, and the others."""
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class RougeLsum(Metric):
    """ROUGE-LSum: per line of the gold the union of its subsequences in all lines retrieved, no word counted twice."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The words found in any line, and the others."""
        wanted, got = self.lines(gold.text), self.lines(retrieved.text)
        if len(wanted) * len(got) > _MOST_PAIRS:
            return None
        left = Counter(word for line in wanted for word in line) & Counter(word for line in got for word in line)
        found = 0
        for line in wanted:
            for place in sorted(_union(line, got)):
                found += left[line[place]] > 0
                left[line[place]] -= 1
        return overlap(found, sum(map(len, wanted)), sum(map(len, got)))

    def lines(self, text: str) -> list[list[str]]:
        """The lines that have any word, as words."""
        return [tokens for line in text.split("\n") if (tokens := tokenize(line, self.tokens))]


def _union(line: Sequence[str], others: Sequence[Sequence[str]]) -> set[int]:
    """The places of the line that are in its longest common subsequence with any of the others."""
    bits: dict[str, int] = {}
    for place, word in enumerate(line):
        bits[word] = bits.get(word, 0) | 1 << place
    places: set[int] = set()
    for other in others:
        if not bits.keys().isdisjoint(other):
            places.update(_lcs_places(line, other, bits))
    return places


def _lcs_places(line: Sequence[str], other: Sequence[str], bits: dict[str, int]) -> list[int]:
    """One longest common subsequence, the one a walk back through the full table finds ([Hyyrö 2004] for the bits).

    A 0 in row j at bit i says that the subsequence grows by one from the first i to the first i+1 words of the line.
    """
    full = (1 << len(line)) - 1
    row, rows = full, []
    for word in other:
        same = row & bits.get(word, 0)
        row = ((row + same) | (row - same)) & full
        rows.append(row)
    i, j, places = len(line) - 1, len(other) - 1, []
    while i >= 0 and j >= 0:
        if line[i] == other[j]:
            places.append(i)
            i, j = i - 1, j - 1
        elif rows[j] >> i & 1:
            i -= 1
        else:
            j -= 1
    return places
