"""The words of a page's blocks and of its gold text as numbers, so that many sets of blocks can be scored quickly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from maintext.page.words import words

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Int64Array


@dataclass(frozen=True, eq=False)
class PageWordCounts:
    """The words of the page, in order, with the block of each, and how often the gold text has each word."""

    words: "Int64Array"
    blocks: "Int64Array"
    gold: "Int64Array"

    @classmethod
    def of(cls, texts: Sequence[str], gold: str) -> Self:
        """Count the lower-cased Unicode words of blocks and of a gold text."""
        ids: dict[str, int] = {}
        wanted = [ids.setdefault(word, len(ids)) for word in words(gold.lower())]
        found = [[ids.setdefault(word, len(ids)) for word in words(text.lower())] for text in texts]
        return cls(
            np.array([word for block in found for word in block], np.int64),
            np.repeat(np.arange(len(found)), list(map(len, found))),
            np.bincount(np.array(wanted, np.int64), minlength=len(ids)),
        )

    def f1(self, kept: "BoolArray") -> float:
        """The word F1 of the kept blocks."""
        chosen = np.bincount(self.words[kept[self.blocks]], minlength=len(self.gold))
        total = int(chosen.sum() + self.gold.sum())
        return 2 * int(np.minimum(chosen, self.gold).sum()) / total if total else 0.0
