"""Counts of the features of maximum subsequence segmentation on labeled pages.

Tallies that share their ids can be added up, so that one pass over the pages serves every fold of a cross-validation.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from maintext.errors import TrainingError
from maintext.extractors.mss.bayes import TokenCounts
from maintext.extractors.mss.model import ID_BITS, trigram_keys
from maintext.extractors.mss.units import END, RARE_WORD, UNKNOWN_TAGS, unclosed_tags, units
from maintext.page.tokens import Tokens

if TYPE_CHECKING:
    from maintext.arrays import AnyArray

FIXED: Final = (END, *UNKNOWN_TAGS, RARE_WORD)
"""Units that are in the vocabulary of every model."""


def new_ids() -> dict[str, int]:
    """Ids of the fixed units; other units get an id at their first occurrence."""
    return {unit: at for at, unit in enumerate(FIXED, 1)}


class Numbered(NamedTuple):
    """The tokens of a page as ids: the unit of each token, and the most recent unclosed tag before it."""

    units: "AnyArray"
    tops: "AnyArray"


@dataclass(slots=True)
class Tally:
    """How often each trigram, single token and unclosed tag was seen in and out of the main text."""

    ids: dict[str, int] = field(default_factory=new_ids)
    trigrams: TokenCounts = field(default_factory=TokenCounts)
    singles: TokenCounts = field(default_factory=TokenCounts)
    tops: TokenCounts = field(default_factory=TokenCounts)
    sources: dict[int, str | None] = field(default_factory=dict)
    """The site of each unit; None if it occurs on several."""
    pages: int = 0

    def number(self, tokens: Tokens) -> Numbered:
        """The ids of a page's tokens; new units get new ids."""
        import numpy as np

        own = [self._id(unit) for unit in units(tokens)]
        tops = [self._id(f"<{tag}>" if tag else END) for tag in unclosed_tags(tokens)]
        return Numbered(np.array(own, dtype=np.uint64), np.array(tops, dtype=np.uint64))

    def add(self, page: Numbered, inside: "AnyArray", source: str) -> None:
        """Count one page, given which of its tokens are main text."""
        import numpy as np

        self.pages += 1
        self.trigrams.add(trigram_keys(page.units, self.ids[END]), inside)
        self.singles.add(page.units, inside)
        self.tops.add(page.tops, inside)
        for number in np.unique(page.units).tolist():
            self._see(number, source)

    @classmethod
    def sum(cls, tallies: Iterable[Self]) -> Self:
        """One tally of all pages; the tallies must share their ids."""
        listed = list(tallies)
        total = cls(ids=listed[0].ids if listed else new_ids())
        for tally in listed:
            if tally.ids is not total.ids:
                raise ValueError("tallies that do not share their ids cannot be added")
            total.pages += tally.pages
            for number, source in tally.sources.items():
                total._see(number, source)
        total.trigrams = TokenCounts.sum(tally.trigrams for tally in listed)
        total.singles = TokenCounts.sum(tally.singles for tally in listed)
        total.tops = TokenCounts.sum(tally.tops for tally in listed)
        return total

    def _id(self, unit: str) -> int:
        number = self.ids.setdefault(unit, len(self.ids) + 1)
        if number >> ID_BITS:
            raise TrainingError(f"these pages have more than {1 << ID_BITS:,} different tokens; train on fewer")
        return number

    def _see(self, number: int, source: str | None) -> None:
        if self.sources.setdefault(number, source) != source:
            self.sources[number] = None
