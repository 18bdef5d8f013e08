"""Longest common subsequence and longest common substring (001), by words or by characters without white space."""

from dataclasses import dataclass

from maintext.metrics.counts import Counts, overlap
from maintext.metrics.metric import Metric
from maintext.metrics.rapid import lcs_length
from maintext.metrics.sides import Gold, Retrieved
from maintext.metrics.substring import longest_shared_run
from maintext.metrics.tokens import Tokens, Unit, read


@dataclass(frozen=True, slots=True)
class Lcs(Metric):
    """What both texts have in the same order, with gaps."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The longest common subsequence, and what is outside it."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Substring(Metric):
    """The longest run both texts have: one lost word in the middle halves it."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The longest common run, and what is outside it."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        return overlap(longest_shared_run(wanted, got), len(wanted), len(got))
