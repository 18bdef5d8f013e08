"""Weights on parts of the gold, proposed in [Kovačič 2012]: the start or end of the article, noise, headings, lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from maintext.metrics.cleaneval_markup import segments
from maintext.metrics.counts import Counts
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.ratcliff import matching_blocks
from maintext.metrics.tokenizers import Tokens, tokenize


@dataclass(frozen=True, slots=True)
class Weighted(Metric):
    """In-order alignment in which words do not count alike.

    `first` and `last`: only so many words at the start and the end of the gold count (is the start found?). `headings`,
    `lists`, `tables` and `code` weigh words of that kind and need gold with markup. A word that is not gold weighs what
    the gold word after it weighs, times `inline` if it stands inside the article's span, times `outside` if not: so
    `weighted(outside=0)` measures in-line noise alone.
    """

    first: int = 0
    last: int = 0
    inline: float = 1.0
    outside: float = 1.0
    headings: float = 1.0
    lists: float = 1.0
    tables: float = 1.0
    code: float = 1.0
    tokens: Tokens = "unicode"

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name != "tokens" and not 0 <= value < float("inf"):
                raise ValueError(f"{item.name} cannot be {value}; it must be 0 or more")

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Weights of the words both have, of those only retrieved and of those only in the gold."""
        if gold.markup is None and self.needs_markup():
            return None
        words = list(self.weigh(gold))
        wanted, weights = [word for word, _ in words], self.ends([weight for _, weight in words])
        got = tokenize(retrieved.text, self.tokens)
        blocks = matching_blocks(wanted, got, autojunk=False)
        shared = sum(sum(weights[i : i + size]) for i, _, size in blocks)
        return Counts(shared, self.noise(blocks, weights, len(got)), max(0.0, sum(weights) - shared))

    def needs_markup(self) -> bool:
        """Whether any kind of block weighs differently."""
        return {self.headings, self.lists, self.tables, self.code} != {1.0}

    def weigh(self, gold: Gold) -> Iterator[tuple[str, float]]:
        """The words of the gold with the weight of the block they are in."""
        kinds = {"h": self.headings, "l": self.lists, "t": self.tables, "c": self.code}
        markup = gold.markup if gold.markup is not None and self.needs_markup() else None
        parts = [("", gold.text)] if markup is None else segments(markup)
        return ((word, kinds.get(kind, 1.0)) for kind, text in parts for word in tokenize(text, self.tokens))

    def ends(self, weights: list[float]) -> list[float]:
        """The weights with the middle set to 0 if only the ends count."""
        if not self.first and not self.last:
            return weights
        end = len(weights) - self.last
        return [weight if at < self.first or at >= end else 0.0 for at, weight in enumerate(weights)]

    def noise(self, blocks: Sequence[tuple[int, int, int]], weights: Sequence[float], size: int) -> float:
        """The weight of the retrieved words between the blocks, before and after them."""
        following = (*weights, weights[-1] if weights else 1.0)
        total, at = 0.0, 0
        for i, j, length in blocks:
            total += (j - at) * following[i] * (self.inline if at else self.outside)
            at = j + length
        rest = following[-1] if blocks else following[0]
        return total + (size - at) * rest * self.outside
