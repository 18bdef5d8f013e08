"""CleanEval's own score (Baroni, Chantree, Kilgarriff and Sharoff 2008): 1 - distance / length of the alignment.

Only insertions and deletions are counted, so the distance follows from the longest common subsequence: "the dog" for
"the dog barked" is 1 - 1/3. Precision, recall and F come from the same alignment.
"""

from dataclasses import dataclass

from maintext.metrics.counts import Counts, Score, overlap
from maintext.metrics.markup import Tags, gold_units, retrieved_units
from maintext.metrics.metric import Metric
from maintext.metrics.rapid import lcs_length
from maintext.metrics.sides import Gold, Retrieved
from maintext.metrics.tokens import Tokens, Unit


@dataclass(frozen=True, slots=True)
class CleanEval(Metric):
    """Text only, or with the tags p, h and l as tokens, told apart (labelled) or not; by words or characters."""

    markup: Tags | None = None
    unit: Unit = "words"
    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Matches, insertions and deletions of the best alignment."""
        wanted = gold_units(gold, self.markup, self.unit, self.tokens)
        if wanted is None:
            return None
        got = retrieved_units(retrieved, self.markup, self.unit, self.tokens)
        return overlap(lcs_length(wanted, got), len(wanted), len(got))

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The value is CleanEval's; precision, recall and F stand beside it."""
        return Score(counts.precision, counts.recall, counts.f(beta), counts.similarity)
