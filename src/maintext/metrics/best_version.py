"""Several acceptable gold texts, such as with and without headline and byline [Pasternack 2009]."""

from dataclasses import dataclass, field, replace
from typing import Literal

from maintext.metrics.bag_of_words import Bag
from maintext.metrics.counts import Counts, Score
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.tokenizers import Tokens


@dataclass(frozen=True, slots=True)
class Best(Metric):
    """Another metric, computed for the version of the gold text with the best score, or for the shortest version."""

    metric: Metric = field(default_factory=Bag)
    version: Literal["best", "short"] = "best"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The counts of the chosen version; without versions, of the gold text itself."""
        tried = (self.metric.counts(version, retrieved) for version in self.versions(gold))
        return max((counts for counts in tried if counts is not None), key=self.preference, default=None)

    def versions(self, gold: Gold) -> list[Gold]:
        """The versions to compare with."""
        texts = gold.versions or (gold.text,)
        chosen = (min(texts, key=len),) if self.version == "short" else texts
        return [replace(gold, text=text) for text in chosen]

    def preference(self, counts: Counts) -> float:
        """The score by which versions are ranked; -1 if it is undefined."""
        value = self.metric.score(counts).value
        return -1.0 if value is None else value

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """The score of the other metric."""
        return self.metric.score(counts, beta)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether all versions to compare with are empty."""
        return all(self.metric.gold_is_empty(version) for version in self.versions(gold))

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """Whether the text is empty for the other metric."""
        return self.metric.text_is_empty(retrieved)

    @property
    def reads_markup(self) -> bool:
        """Whether the other metric compares markup."""
        return self.metric.reads_markup

    @property
    def needs_page(self) -> bool:
        """Whether the other metric needs the page's text."""
        return self.metric.needs_page

    def tokenizer(self) -> Tokens:
        """The tokenizer of the other metric."""
        return self.metric.tokenizer()
