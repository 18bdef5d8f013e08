"""Edit similarity: 1 - Levenshtein distance / length of the longer text."""

from dataclasses import dataclass

from maintext.metrics.counts import Counts, Score
from maintext.metrics.metric import Metric
from maintext.metrics.rapid import edit_distance
from maintext.metrics.sides import Gold, Retrieved
from maintext.metrics.tokens import Tokens, Unit, read


@dataclass(frozen=True, slots=True)
class Edit(Metric):
    """How little must be inserted, deleted or replaced; there is no precision or recall in it."""

    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts:
        """What needs no edit; an edit is missed, or extra where nothing of the gold is left to miss."""
        wanted, got = read(gold.text, self.unit, self.tokens), read(retrieved.text, self.unit, self.tokens)
        distance = edit_distance(wanted, got)
        shared = max(len(wanted), len(got)) - distance
        missed = max(0, len(wanted) - shared)
        return Counts(shared, distance - missed, missed)

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The similarity alone."""
        return Score(None, None, None, counts.similarity)
