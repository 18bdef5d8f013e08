"""The sequence of words (000) and the diff of CleanEval's script (003): both count what difflib's blocks cover."""

from dataclasses import dataclass

from maintext.metrics.counts import Counts, overlap
from maintext.metrics.markup import Tags, gold_units, retrieved_units
from maintext.metrics.metric import Metric
from maintext.metrics.ratcliff import matched
from maintext.metrics.sides import Gold, Retrieved
from maintext.metrics.tokens import Tokens, Unit, tokenize


@dataclass(frozen=True, slots=True)
class Words(Metric):
    """The thesis's sequence of words: the reference first, the retrieved text second, difflib's defaults."""

    tokens: Tokens = "ascii"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """The words in matching blocks, and the others of each side."""
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(matched(wanted, got), len(wanted), len(got))


@dataclass(frozen=True, slots=True)
class Diff(Metric):
    """003's true positives, false positives and false negatives: the extraction first, the gold second.

    With `markup`, the tags p, h and l are tokens like any other. A replaced token is both extra and missed.
    """

    unit: Unit = "words"
    markup: bool = False
    tokens: Tokens = "whitespace"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Equal, deleted and inserted tokens."""
        tags: Tags | None = "labelled" if self.markup else None
        wanted = gold_units(gold, tags, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, tags, self.unit, self.tokens)
        return overlap(matched(got, wanted), len(wanted), len(got))
