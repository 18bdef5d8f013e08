"""Several acceptable gold texts, such as with and without headline and byline [Pasternack 2009]."""

from dataclasses import dataclass, field, replace
from typing import Literal

from maintext.metrics.bag_of_words import Bag
from maintext.metrics.counts import Counts, Score
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.tokenizers import Tokens


@dataclass(frozen=True, slots=True)
class Best(Metric):
    """Another metric against the most favorable version of the gold, or against the shortest: the text alone."""

    metric: Metric = field(default_factory=Bag)
    version: Literal["best", "short"] = "best"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The counts of the version chosen; a gold without versions is its own only one."""
        tried = (self.metric.counts(version, retrieved) for version in self.versions(gold))
        return max((counts for counts in tried if counts is not None), key=self.preference, default=None)

    def versions(self, gold: Gold) -> list[Gold]:
        """The versions that come into question."""
        texts = gold.versions or (gold.text,)
        chosen = (min(texts, key=len),) if self.version == "short" else texts
        return [replace(gold, text=text) for text in chosen]

    def preference(self, counts: Counts) -> float:
        """How good counts look; undefined is worst, for it is no match."""
        value = self.metric.score(counts).value
        return -1.0 if value is None else value

    def score(self, counts: Counts, beta: float = 1.0) -> Score:
        """As the other metric scores."""
        return self.metric.score(counts, beta)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether every version in question is empty."""
        return all(self.metric.gold_is_empty(version) for version in self.versions(gold))

    def text_is_empty(self, retrieved: Retrieved) -> bool:
        """As the other metric judges."""
        return self.metric.text_is_empty(retrieved)

    @property
    def needs_page(self) -> bool:
        """As the other metric does."""
        return self.metric.needs_page

    def reads(self) -> Tokens:
        """The other metric's tokenizer."""
        return self.metric.reads()
