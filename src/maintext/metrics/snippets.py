"""Snippets: short texts that must or must not be retrieved, as in the evaluation of trafilatura."""

from collections.abc import Iterable
from dataclasses import dataclass

from maintext.metrics.counts import Counts
from maintext.metrics.metric import Gold, Metric, Retrieved
from maintext.metrics.tokenizers import Tokens, has_tokens, tokenize


@dataclass(frozen=True, slots=True)
class Snippets(Metric):
    """Counts wanted snippets as shared or missed, and retrieved unwanted snippets as extra."""

    tokens: Tokens = "unicode"

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """The numbers of snippets; a snippet is found if its tokens occur in the text in a row."""
        if not gold.with_snippets and not gold.without_snippets:
            return None
        text = self.spaced(retrieved.text)
        shared, extra = self.found(gold.with_snippets, text), self.found(gold.without_snippets, text)
        return Counts(shared, extra, len(gold.with_snippets) - shared)

    def gold_is_empty(self, gold: Gold) -> bool:
        """Whether no snippet is wanted."""
        return not any(has_tokens(snippet, self.tokens) for snippet in gold.with_snippets)

    def found(self, snippets: Iterable[str], text: str) -> int:
        """The number of snippets in the text."""
        return sum(self.spaced(snippet) in text for snippet in snippets)

    def spaced(self, text: str) -> str:
        """The tokens joined and surrounded by single spaces."""
        return f" {' '.join(tokenize(text, self.tokens))} "
