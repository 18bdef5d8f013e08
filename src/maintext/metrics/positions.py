"""Words told apart by their place in the page (002): the second "the" is not the first."""

from dataclasses import dataclass

from maintext.metrics.counts import Counts, overlap
from maintext.metrics.metric import Metric
from maintext.metrics.ratcliff import matching_blocks
from maintext.metrics.sides import Gold, Retrieved
from maintext.metrics.tokens import Tokens, tokenize


@dataclass(frozen=True, slots=True)
class Positions(Metric):
    """Gold and text are each aligned with the page in order; a word is right if both take it from the same place.

    A word that is not in the page has no place and is missed or extra. Needs the page's text.
    """

    tokens: Tokens = "unicode"

    @property
    def needs_page(self) -> bool:
        """It must."""
        return True

    def counts(self, gold: Gold, retrieved: Retrieved) -> Counts | None:
        """Overlap of two sets of places."""
        if gold.page_text is None:
            return None
        page = tokenize(gold.page_text, self.tokens)
        wanted, got = tokenize(gold.text, self.tokens), tokenize(retrieved.text, self.tokens)
        return overlap(len(places(wanted, page) & places(got, page)), len(wanted), len(got))


def places(tokens: list[str], page: list[str]) -> set[int]:
    """Where in the page the tokens stand, by in-order alignment."""
    blocks = matching_blocks(tokens, page, autojunk=False)
    return {place for _, start, size in blocks for place in range(start, start + size)}
