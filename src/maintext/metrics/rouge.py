"""ROUGE [Lin 2004]: common n-grams, and longest common subsequences of whole texts or of their lines.

The scores equal those of the rouge-score package without stemming, given the same tokens. `rouge-lsum` compares every
gold line with every retrieved line; beyond four million pairs of lines it does not apply.
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
    """ROUGE-N; it does not apply if the gold text has words, but fewer than n."""

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
        """The words inside and outside of the longest common subsequence."""
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class RougeLsum(Metric):
    """ROUGE-LSum: the union of the common subsequences of each gold line with all retrieved lines."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The words found in any line, and the other words of each text."""
        wanted, got = self.lines(gold.text), self.lines(retrieved.text)
        if len(wanted) * len(got) > _MOST_PAIRS:
            return None
        left = Counter(word for line in wanted for word in line) & Counter(word for line in got for word in line)
        found = 0
        for line in wanted:
            for position in sorted(_union_lcs_positions(line, got)):
                found += left[line[position]] > 0
                left[line[position]] -= 1
        return overlap(found, sum(map(len, wanted)), sum(map(len, got)))

    def lines(self, text: str) -> list[list[str]]:
        """The words of each line that has any."""
        return [tokens for line in text.split("\n") if (tokens := tokenize(line, self.tokens))]


def _union_lcs_positions(line: Sequence[str], others: Sequence[Sequence[str]]) -> set[int]:
    """The positions of a line that are in its longest common subsequence with any of the others."""
    bits: dict[str, int] = {}
    for position, word in enumerate(line):
        bits[word] = bits.get(word, 0) | 1 << position
    positions: set[int] = set()
    for other in others:
        if not bits.keys().isdisjoint(other):
            positions.update(_lcs_positions(line, other, bits))
    return positions


def _lcs_positions(line: Sequence[str], other: Sequence[str], bits: dict[str, int]) -> list[int]:
    """The positions of a longest common subsequence, found by backtracking in a bit-parallel table [Hyyrö 2004].

    Bit i of row j is 0 if the subsequence is one longer for the first i+1 words of the line than for the first i.
    """
    full = (1 << len(line)) - 1
    row, rows = full, []
    for word in other:
        same = row & bits.get(word, 0)
        row = ((row + same) | (row - same)) & full
        rows.append(row)
    i, j, positions = len(line) - 1, len(other) - 1, []
    while i >= 0 and j >= 0:
        if line[i] == other[j]:
            positions.append(i)
            i, j = i - 1, j - 1
        elif rows[j] >> i & 1:
            i -= 1
        else:
            j -= 1
    return positions
