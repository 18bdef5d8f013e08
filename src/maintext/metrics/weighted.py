"""Weights for parts of the gold text, as proposed in [Kovačič 2012]: start, end, noise, headings, lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from maintext.metrics.cleaneval_markup import split_marked_blocks, tagged
from maintext.metrics.counts import Counts
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.ratcliff import matching_blocks
from maintext.metrics.tokenizers import Tokens, tokenize
from maintext.render.cleaneval_output import DISTINCT


@dataclass(frozen=True, slots=True)
class Weighted(Metric):
    """In-order alignment with weighted words.

    `first` and `last`: only this many words at the start and end of the gold text count. `headings`, `lists`, `tables`
    and `code`: the weights of words in such blocks; they need gold text with markup. An extra word has the weight of
    the next gold word, times `inline` if it is between matched words and `outside` if not: `weighted(outside=0)`
    measures noise inside the article alone. `marked`: the words and regions that the dataset lists under `weights`
    have the weights given there, and pages without such a list are left out.
    """

    first: int = 0
    last: int = 0
    inline: float = 1.0
    outside: float = 1.0
    headings: float = 1.0
    lists: float = 1.0
    tables: float = 1.0
    code: float = 1.0
    marked: bool = False
    tokens: Tokens = "unicode"

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name not in ("tokens", "marked") and not 0 <= value < float("inf"):
                raise ValueError(f"{item.name} cannot be {value}; it must be 0 or more")

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The summed weights of shared, extra and missed words."""
        if (gold.markup is None and self.needs_markup()) or (self.marked and not gold.weights):
            return None
        words = list(self.weighted_words(gold))
        wanted, weights = [word for word, _ in words], self.without_middle([weight for _, weight in words])
        if self.marked:
            weights = self.with_marked(wanted, weights, gold.weights)
        got = tokenize(retrieved.text, self.tokens)
        blocks = matching_blocks(wanted, got, autojunk=False)
        shared = sum(sum(weights[i : i + size]) for i, _, size in blocks)
        return Counts(shared, self.extra_weight(blocks, weights, len(got)), max(0.0, sum(weights) - shared))

    def needs_markup(self) -> bool:
        """Whether blocks of different kinds have different weights."""
        return {self.headings, self.lists, self.tables, self.code} != {1.0}

    def weighted_words(self, gold: Gold) -> Iterator[tuple[str, float]]:
        """The words of the gold text with the weights of their blocks."""
        kinds = {"h": self.headings, "l": self.lists, "t": self.tables, "c": self.code}
        markup = tagged(gold, DISTINCT) if self.needs_markup() else None
        parts = [("", gold.text)] if markup is None else split_marked_blocks(markup)
        return ((word, kinds.get(kind, 1.0)) for kind, text in parts for word in tokenize(text, self.tokens))

    def with_marked(
        self, words: Sequence[str], weights: Sequence[float], marked: Sequence[tuple[str, float]]
    ) -> list[float]:
        """The weights times those of the marked parts, wherever one occurs; of overlapping parts, the last applies."""
        factors = [1.0] * len(words)
        for part, weight in marked:
            own = tokenize(part, self.tokens)
            for at in range(len(words) - len(own) + 1 if own else 0):
                if words[at] == own[0] and words[at : at + len(own)] == own:
                    factors[at : at + len(own)] = [weight] * len(own)
        return [weight * factor for weight, factor in zip(weights, factors, strict=True)]

    def without_middle(self, weights: list[float]) -> list[float]:
        """The weights; if `first` or `last` is set, those between are 0."""
        if not self.first and not self.last:
            return weights
        end = len(weights) - self.last
        return [weight if index < self.first or index >= end else 0.0 for index, weight in enumerate(weights)]

    def extra_weight(self, blocks: Sequence[tuple[int, int, int]], weights: Sequence[float], size: int) -> float:
        """The summed weights of the retrieved words outside of the matching blocks."""
        following = (*weights, weights[-1] if weights else 1.0)
        total, at = 0.0, 0
        for i, j, length in blocks:
            total += (j - at) * following[i] * (self.inline if at else self.outside)
            at = j + length
        rest = following[-1] if blocks else following[0]
        return total + (size - at) * rest * self.outside
