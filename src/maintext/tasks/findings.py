"""Findings of a task result: rank agreement with intrinsic metrics, and the best extractors by measure."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.analysis.statistics import Interval
from maintext.tasks.intrinsic import COLUMNS, Intrinsic
from maintext.tasks.resampling import SAMPLES, bootstrap_weights, resampled_values, tau
from maintext.tasks.result import TaskResult

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TaskAgreement(NamedTuple):
    """Kendall's tau between the ranking by the task and by a metric on one part of the documents."""

    metric: str
    part: str
    documents: int
    tau: float | None
    ci: Interval | None


class BestExtractors(NamedTuple):
    """The best extractors by one measure on one part; several if tied, none if undefined."""

    evaluation: str
    part: str
    measure: str
    value: float | None
    extractors: tuple[str, ...]


def agreements(
    result: TaskResult,
    metrics: Sequence[Intrinsic],
    parts: "dict[str, NDArray[Any]]",
    *,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Iterator[TaskAgreement]:
    """Tau with every metric on every part, with bootstrap intervals over documents."""
    labels = list(result.extractors)
    for name, part in parts.items():
        weights = bootstrap_weights(len(result.documents), part, samples=samples, seed=seed)
        by_task = {label: result.value(label, part) for label in labels}
        task_drawn = resampled_values(result, weights)
        for metric in metrics:
            by_metric = {label: metric.value(label, part) for label in labels}
            found = tau(labels, (by_task, by_metric), (task_drawn, metric.resampled_values(weights)))
            yield TaskAgreement(metric.name, name, len(part), *found)


def best_of(
    result: TaskResult, metrics: Sequence[Intrinsic], parts: "dict[str, NDArray[Any]]"
) -> Iterator[BestExtractors]:
    """The best extractor by each figure of each metric and of the task, on each part: Table 8 of [Lejeune 2018]."""
    for metric in metrics:
        for name, part in parts.items():
            figures = {label: metric.figures(label, part) for label in result.extractors}
            yield from (_best(metric.name, name, measure, at, figures) for at, measure in enumerate(COLUMNS))
    for name, part in parts.items():
        figures = {label: result.figures(label, part) for label in result.extractors}
        columns = result.task.columns
        yield from (_best(str(result.task), name, measure, at, figures) for at, measure in enumerate(columns))


def _best(evaluation: str, part: str, measure: str, at: int, figures: "dict[str, Any]") -> BestExtractors:
    known = {label: values[at] for label, values in figures.items() if values[at] is not None}
    if not known:
        return BestExtractors(evaluation, part, measure, None, ())
    top = max(known.values())
    return BestExtractors(
        evaluation, part, measure, top, tuple(label for label, value in known.items() if value >= top - 1e-9)
    )
