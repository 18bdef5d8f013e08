"""Extrinsic evaluation in a report: task results of the runs' texts next to the intrinsic metrics [Lejeune 2018]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.errors import SpecError
from maintext.reports.comparison import Comparison, slug_of
from maintext.reports.figures.figure_list import NamedFigure
from maintext.reports.figures.scatter import extrinsic_figure
from maintext.reports.tables import Cell, Column, Table, word
from maintext.tasks.findings import BestExtractors, agreements, best_of
from maintext.tasks.intrinsic import Intrinsic, intrinsic
from maintext.tasks.registry import TASKS
from maintext.tasks.resampling import Contrast, bootstrap_weights, contrasts, interval, resampled_values
from maintext.tasks.result import ALL, TaskResult
from maintext.tasks.result_cache import CachedResult, cached_results
from maintext.tasks.shared_documents import TextSource
from maintext.tasks.task import TaskDocument

if TYPE_CHECKING:
    from numpy.typing import NDArray

REFERENCE = "gold text"
BETTER, EQUAL = "+", "="
_SHOWN = 8
"""Number of parts, largest first, that have their own columns."""


class TaskEvaluation(NamedTuple):
    """The result of a task, with the intrinsic metrics and the parts that the report shows."""

    result: TaskResult
    metrics: list[Intrinsic]
    parts: "dict[str, NDArray[Any]]"


def stored_results(comparison: Comparison) -> Iterator[TaskResult]:
    """The task results stored with the runs; of each task, the one that covers most extractors."""
    groups: dict[str, dict[tuple[str, ...], dict[str | None, CachedResult]]] = {}
    run_extractors = {(each.run.folder, each.spec): each for each in comparison.run_extractors}
    for run in {each.run.folder: each.run for each in comparison.run_extractors}.values():
        for cached in cached_results(run):
            run_extractor = run_extractors.get((run.folder, cached.extractor or ""))
            if cached.extractor is None or run_extractor:
                together = groups.setdefault(cached.task, {}).setdefault(cached.documents, {})
                together[run_extractor.label if run_extractor else None] = cached
    for spec in sorted(groups):
        best = max(groups[spec].values(), key=len)
        found = _rebuilt(comparison, spec, best)
        if found is not None:
            yield found


def evaluate_task(comparison: Comparison, result: TaskResult) -> TaskEvaluation:
    """Compute the comparison's metrics on the documents of a task result."""
    metrics = (intrinsic(result, metric, comparison.workers) for metric in comparison.metrics)
    return TaskEvaluation(result, [each for each in metrics if each is not None], shown_parts(result))


def extrinsic_tables(comparison: Comparison, tasks: Sequence[TaskEvaluation]) -> list[Table]:
    """For every task: its figures, its agreement with the metrics, and the best extractors."""
    tables = []
    for found in tasks:
        tables.append(figures_table(found.result, found.parts, comparison.slug))
        if found.metrics and len(found.result.extractors) > 1:
            tables += [tau_table(found, comparison.slug), best_table(found, comparison.slug)]
    return tables


def extrinsic_figures(comparison: Comparison, tasks: Sequence[TaskEvaluation]) -> Iterator[NamedFigure]:
    """For every task, one scatter plot per metric: intrinsic against extrinsic."""
    for found in tasks:
        result, figure_name = found.result, found.result.task.ranks_by
        for metric in found.metrics:
            points = [(metric.value(label), result.value(label), label) for label in result.ranking]
            slug = f"{_slug(comparison.slug, result, 'against')}-{slug_of(str(metric.metric))}"
            caption = (
                f"{comparison.name}: {metric.name}, against {figure_name} of {result.task}; if both ranked alike, the "
                "points would rise from left to right."
            )
            yield NamedFigure(slug, caption, extrinsic_figure(points, metric.name, str(result.task), figure_name,
                                                        result.value(None)))  # fmt: skip


def shown_parts(result: TaskResult, field: str | None = "language") -> "dict[str, NDArray[Any]]":
    """The parts to show: the largest ones, then all documents."""
    parts = result.parts(field)
    names = [name for name in parts if name != ALL][:_SHOWN]
    return {name: parts[name] for name in [*names, ALL]}


def figures_table(result: TaskResult, parts: "Mapping[str, NDArray[Any]]", prefix: str = "") -> Table:
    """The figures of every extractor on every part, best first, with the reference last (Table 7 of [Lejeune 2018])."""
    columns = [Column("extractor", numeric=False)]
    columns += [
        Column(f"{name} {figure}", f"{figure} on {len(part)} documents")
        for name, part in parts.items()
        for figure in result.task.columns
    ]
    columns += [
        Column(f"{result.task.ranks_by} 95 %", "Bootstrapped over documents"),
        Column("p", "Against the best extractor, by randomization, corrected for the number of comparisons (Holm)"),
    ]
    against = {each.label: each for each in contrasts(result)} if len(result.extractors) > 1 else {}
    drawn = resampled_values(result, bootstrap_weights(len(result.documents)))
    rows = []
    for label in result.ranking:
        low, high = interval(drawn[label])
        rows.append([
            word(label), *_figures(result, label, parts),
            Cell(f"{100 * low:.1f}-{100 * high:.1f}", low), _chance(against.get(label), len(against)),
        ])  # fmt: skip
    rows.append([word(REFERENCE), *_figures(result, None, parts), Cell("", None), Cell("", None)])
    title = f"{result.dataset}: {result.task}, {len(result.documents)} documents"
    return Table(_slug(prefix, result, "figures"), title, columns, rows, note(result))


def note(result: TaskResult) -> str:
    """The note below the table: the reference, caveats, and documents left out."""
    if not result.task.annotated:
        said = "The truth is what the task does with the gold text, whose own figures are 100 by definition."
    else:
        said = (
            f"{BETTER} is better than with the gold text and {EQUAL} the same. Beware of {BETTER}: "
            f"{result.task.warning or 'it may be for a bad reason'}."
        )
    left = "; ".join(f"{number} {why}" for why, number in result.left_out.items())
    return said + (f" Documents left out: {left}." if left else "")


def tau_table(found: TaskEvaluation, prefix: str = "", *, samples: int = 1000) -> Table:
    """Kendall's tau between the ranking by the task and by each metric, on every part."""
    columns = [Column("metric", numeric=False)]
    columns += [Column(name, f"Kendall's tau on {len(part)} documents") for name, part in found.parts.items()]
    rows: dict[str, list[Cell]] = {}
    for each in agreements(found.result, found.metrics, found.parts, samples=samples):
        text = "–" if each.tau is None else f"{each.tau:.2f}"
        text += f" ({each.ci.low:.2f} to {each.ci.high:.2f})" if each.ci else ""
        rows.setdefault(each.metric, [word(each.metric)]).append(Cell(text, each.tau))
    title = f"{found.result.dataset}: does {found.result.task} rank like the metrics? (Kendall's tau, 95 %)"
    said = "1 is the same ranking, -1 the opposite one; the intervals come from resampled documents."
    return Table(_slug(prefix, found.result, "tau"), title, columns, list(rows.values()), said)


def best_table(found: TaskEvaluation, prefix: str = "") -> Table:
    """The best extractor by measure and part (Table 8 of [Lejeune 2018])."""
    every = list(best_of(found.result, found.metrics, found.parts))
    columns = [Column("evaluation", numeric=False), Column("part", numeric=False)]
    columns += [Column(f"{at}", numeric=False) for at in ("1st measure", "2nd measure", "3rd measure")]
    rows = []
    for evaluation, part in dict.fromkeys((each.evaluation, each.part) for each in every):
        own = [each for each in every if (each.evaluation, each.part) == (evaluation, part)]
        cells = [_best(each) for each in own]
        rows.append([word(evaluation), word(part), *cells, *[Cell("", None)] * (3 - len(cells))])
    title = f"{found.result.dataset}: the best extractor for each measure, {found.result.task} last"
    return Table(_slug(prefix, found.result, "best"), title, columns, rows)


def _best(each: BestExtractors) -> Cell:
    if each.value is None:
        return Cell(f"{each.measure}: N/A", None)
    return Cell(f"{each.measure} {100 * each.value:.1f}: {', '.join(each.extractors)}", each.value)


def _figures(result: TaskResult, label: str | None, parts: "Mapping[str, NDArray[Any]]") -> list[Cell]:
    cells = []
    for part in parts.values():
        reference = result.figures(None, part)
        for value, gold in zip(result.figures(label, part), reference, strict=True):
            marked = label is not None and result.task.annotated
            cells.append(Cell("N/A", None) if value is None else Cell(_marked(value, gold, marked), value))
    return cells


def _marked(value: float, gold: float | None, marked: bool) -> str:
    text = f"{100 * value:.1f}"
    if not marked or gold is None:
        return text
    return text + (BETTER if value > gold + 1e-9 else EQUAL if value >= gold - 1e-9 else "")


def _chance(against: Contrast | None, others: int) -> Cell:
    if against is None:
        return Cell("best" if others else "", 1.0 if others else None)
    return Cell(f"{against.corrected:.3f}", against.corrected)


def _rebuilt(comparison: Comparison, spec: str, cached: Mapping[str | None, CachedResult]) -> TaskResult | None:
    """The task result from stored parts; None if the reference is missing or the task cannot be built."""
    reference = cached.get(None)
    labels = [run_extractor.label for run_extractor in comparison.run_extractors if run_extractor.label in cached]
    if reference is None or not labels:
        return None
    try:
        task = TASKS.build(spec, imports=True)
    except SpecError:
        return None
    documents = [
        TaskDocument(each.id, each.gold, each.language, each.url, comparison.facts[each.id])
        for each in (comparison.dataset[name] for name in reference.documents)
    ]
    sources = tuple(
        TextSource(each.label, each.spec, each.scored_run) for each in comparison.run_extractors if each.label in labels
    )
    return TaskResult(
        task, comparison.name, tuple(documents), reference.stats, {label: cached[label].stats for label in labels},
        reference.left_out, sources,
    )  # fmt: skip


def _slug(prefix: str, result: TaskResult, kind: str) -> str:
    return "-".join(filter(None, (prefix, slug_of(str(result.task)), kind)))
