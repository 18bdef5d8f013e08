"""Naive Bayes over features that are numbers: how much each one speaks for "in the main text" and against it.

With two labels all that matters of a feature is one weight, log P(feature | in) - log P(feature | out). A token's
probability is the logistic function of the sum of its features' weights; a feature never seen weighs 0, that is, it
counts as equally likely on both sides.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALPHA: Final = 0.1
"""Added to every count, so that a feature seen on one side only is never certain."""
_BUFFERED: Final = 2_000_000


@dataclass(slots=True)
class TokenCounts:
    """How often each feature was seen in and out of the main text, and on how many pages; filled in one pass."""

    keys: "NDArray[Any] | None" = None
    sums: "NDArray[Any] | None" = None
    _waiting: list[tuple["NDArray[Any]", "NDArray[Any]"]] = field(default_factory=list)
    _size: int = 0

    def add(self, keys: "NDArray[Any]", inside: "NDArray[Any]") -> None:
        """Count the features of one page, given which of its tokens are in the main text."""
        import numpy as np

        distinct, where = np.unique(keys, return_inverse=True)
        ins = np.bincount(where, inside, len(distinct))
        outs = np.bincount(where, ~inside, len(distinct))
        self._waiting.append((distinct, np.stack([ins, outs, np.ones(len(distinct))], axis=1)))
        self._size += len(distinct)
        if self._size > _BUFFERED:
            self.total()

    def total(self) -> tuple["NDArray[Any]", "NDArray[Any]"]:
        """The features in order, and per feature: in, out, pages."""
        import numpy as np

        if self.keys is not None and self.sums is not None:
            self._waiting.insert(0, (self.keys, self.sums))
        if not self._waiting:
            return np.empty(0, dtype=np.uint64), np.empty((0, 3))
        self.keys, self.sums = add_up(*(np.concatenate(parts) for parts in zip(*self._waiting, strict=True)))
        self._waiting.clear()
        self._size = 0
        return self.keys, self.sums

    @classmethod
    def sum(cls, parts: Iterable[Self]) -> Self:
        """The counts of several parts together."""
        totals = [part.total() for part in parts]
        together = cls(_waiting=[total for total in totals if len(total[0])])
        together.total()
        return together


def add_up(keys: "NDArray[Any]", sums: "NDArray[Any]") -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """Distinct keys in order, and the sum of the rows of each."""
    import numpy as np

    distinct, where = np.unique(keys, return_inverse=True)
    columns = [np.bincount(where, column, len(distinct)) for column in sums.T]
    return distinct, np.stack(columns, axis=1)


def weigh(sums: "NDArray[Any]", alpha: float = ALPHA) -> "NDArray[Any]":
    """The weight of every feature from its counts in and out."""
    import numpy as np

    ins, outs = sums[:, 0] + alpha, sums[:, 1] + alpha
    return np.asarray(np.log(ins / ins.sum()) - np.log(outs / outs.sum()))


def logistic(weights: "NDArray[Any]") -> "NDArray[Any]":
    """Probabilities from sums of weights."""
    import numpy as np

    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(weights, -30.0, 30.0))))
