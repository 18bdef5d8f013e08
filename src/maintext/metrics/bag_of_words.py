"""Metrics over bags of words or n-grams, ignoring order."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from maintext.metrics.counts import Counts, overlap
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.tokenizers import Tokens, tokenize


@dataclass(frozen=True, slots=True)
class Bag(Metric):
    """Overlap of multisets of words; `bag(tokens=unicode)` is called "word F1" in this project."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """Overlap of two multisets of words."""
        return multiset_overlap(tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens))


@dataclass(frozen=True, slots=True)
class SetOfWords(Metric):
    """Overlap of sets of distinct words."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """Overlap of two sets."""
        wanted, got = set(tokenize(gold.text, self.tokens)), set(tokenize(retrieved.text, self.tokens))
        return overlap(len(wanted & got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Shingles(Metric):
    """Overlap of multisets of n-grams of words; a text with fewer than n words is one shingle."""

    n: int = 4
    tokens: Tokens = "unicode"

    def __post_init__(self) -> None:
        if self.n < 1:
            raise ValueError(f"n must be at least 1, not {self.n}")

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """Overlap of two multisets of shingles."""
        return multiset_overlap(self.shingles(gold.text), self.shingles(retrieved.text))

    def shingles(self, text: str) -> list[tuple[str, ...]]:
        """The shingles of a text in order."""
        tokens = tokenize(text, self.tokens)
        return [tuple(tokens)] if 0 < len(tokens) < self.n else ngrams(tokens, self.n)


def ngrams(tokens: Sequence[str], n: int) -> list[tuple[str, ...]]:
    """All n-grams of the tokens, in order."""
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def multiset_overlap(wanted: Sequence[Hashable], got: Sequence[Hashable]) -> Counts:
    """Overlap of two multisets."""
    return overlap((Counter(wanted) & Counter(got)).total(), len(wanted), len(got))
