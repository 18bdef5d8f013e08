"""The other ranking: extractors by an intrinsic metric on the same documents, so that the two can be compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext.analysis.scores import PageScore
from maintext.metrics import Metric
from maintext.metrics.sequences import Diff
from maintext.tasks.result import Figures, TaskResult
from maintext.tasks.task import means, precision_recall_f1

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLUMNS = ("P", "R", "F1")


@dataclass(frozen=True, eq=False)
class Intrinsic:
    """A metric's counts or scores of every extractor on every document.

    003's metric, `diff`, is pooled over documents as in the paper; every other one is the mean over all documents,
    where an empty, mismatched or failed one counts 0.
    """

    metric: Metric
    extractors: "Mapping[str, NDArray[Any]]"

    @property
    def pooled(self) -> bool:
        """Whether counts are summed before they become a score."""
        return isinstance(self.metric, Diff)

    @property
    def name(self) -> str:
        """The metric, and how it is averaged."""
        return f"{self.metric}, {'pooled' if self.pooled else 'mean'}"

    def of(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Precision, recall and the value that ranks, of sums over documents."""
        return precision_recall_f1(sums) if self.pooled else means(sums)

    def figures(self, label: str, part: "NDArray[Any] | None" = None) -> Figures:
        """Precision, recall and value of an extractor on some documents; undefined is None."""
        import numpy as np

        rows = self.extractors[label]
        found = self.of((rows if part is None else rows[part]).sum(axis=0))
        return tuple(None if np.isnan(value) else float(value) for value in found)

    def value(self, label: str, part: "NDArray[Any] | None" = None) -> float:
        """The value that ranks; undefined counts 0."""
        return self.figures(label, part)[2] or 0.0

    def drawn_values(self, weights: "NDArray[Any]") -> "dict[str, NDArray[Any]]":
        """The value that ranks of every extractor in every sample."""
        import numpy as np

        return {label: np.nan_to_num(self.of(weights @ rows)[:, 2]) for label, rows in self.extractors.items()}


def intrinsic(result: TaskResult, metric: Metric, workers: int = 1) -> Intrinsic | None:
    """The metric on a task's documents; None if it applies to none of them, for want of the gold it needs."""
    import numpy as np

    found = {}
    for source in result.sources:
        scores = {each.page: each for each in source.scored_run.scores(source.spec, metric, workers=workers)}
        own = [scores[document.id] for document in result.documents]
        if all(each.case is None for each in own):
            return None
        pooled = isinstance(metric, Diff)
        found[source.label] = np.array([_counts(each) if pooled else _values(each) for each in own])
    return Intrinsic(metric, found)


def _counts(score: PageScore) -> tuple[float, ...]:
    return (0.0, 0.0, 0.0) if score.counts is None else tuple(score.counts)


def _values(score: PageScore) -> tuple[float, ...]:
    """Precision, recall, value and 1; zeros where the metric does not apply."""
    if score.case is None:
        return 0.0, 0.0, 0.0, 0.0
    fixed = score.case.value_over_all
    numbers = ((number or 0.0) if fixed is None else fixed for number in (score.p, score.r, score.value))
    return (*numbers, 1.0)
