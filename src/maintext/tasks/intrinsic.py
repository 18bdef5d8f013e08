"""Intrinsic metrics on the documents of a task, to compare both rankings."""

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
    """The counts or scores of a metric for every extractor and document.

    `diff`, the metric of [Lejeune 2018], is pooled over documents as there. Every other metric is the mean over all
    documents, where an empty, mismatched or failed one counts 0.
    """

    metric: Metric
    extractors: "Mapping[str, NDArray[Any]]"

    @property
    def pooled(self) -> bool:
        """Whether counts are summed before they become a score."""
        return isinstance(self.metric, Diff)

    @property
    def name(self) -> str:
        """The name of the metric and of its average."""
        return f"{self.metric}, {'pooled' if self.pooled else 'mean'}"

    def scores_of_sums(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """Precision, recall and the ranking value of sums over documents."""
        return precision_recall_f1(sums) if self.pooled else means(sums)

    def figures(self, label: str, part: "NDArray[Any] | None" = None) -> Figures:
        """Precision, recall and value of an extractor on some documents; undefined is None."""
        import numpy as np

        rows = self.extractors[label]
        found = self.scores_of_sums((rows if part is None else rows[part]).sum(axis=0))
        return tuple(None if np.isnan(value) else float(value) for value in found)

    def value(self, label: str, part: "NDArray[Any] | None" = None) -> float:
        """The value to rank by; 0 if undefined."""
        return self.figures(label, part)[2] or 0.0

    def resampled_values(self, weights: "NDArray[Any]") -> "dict[str, NDArray[Any]]":
        """The ranking value of every extractor in every bootstrap sample."""
        import numpy as np

        return {
            label: np.nan_to_num(self.scores_of_sums(weights @ rows)[:, 2]) for label, rows in self.extractors.items()
        }


def intrinsic(result: TaskResult, metric: Metric, workers: int = 1) -> Intrinsic | None:
    """Compute a metric on the documents of a task; None if it applies to none of them, or if a run lacks the markup."""
    import numpy as np

    found = {}
    for source in result.sources:
        scores = {each.page: each for each in source.scored_run.scores(source.spec, metric, workers=workers)}
        own = [scores[document.id] for document in result.documents if document.id in scores]
        if len(own) < len(result.documents) or all(each.case is None for each in own):
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
