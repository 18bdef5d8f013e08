"""Extrinsic evaluation in a report: downstream tasks beside the intrinsic metrics [Lejeune 2018]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.errors import SpecError
from maintext.reports.contest import Contest, slug_of
from maintext.reports.figures.all import Drawn
from maintext.reports.figures.scatter import extrinsic_figure
from maintext.reports.tables import Cell, Column, Table, word
from maintext.tasks.findings import Best, agreements, best_of
from maintext.tasks.intrinsic import Intrinsic, intrinsic
from maintext.tasks.material import Source
from maintext.tasks.registry import TASKS
from maintext.tasks.resampling import Contrast, contrasts, drawn_values, draws, interval
from maintext.tasks.result import ALL, TaskResult
from maintext.tasks.store import Stored, stored
from maintext.tasks.task import Document

if TYPE_CHECKING:
    from numpy.typing import NDArray

REFERENCE = "gold text"
BETTER, EQUAL = "+", "="
_SHOWN = 8
"""Parts that have columns of their own, the largest ones."""


class Seen(NamedTuple):
    """A task's result with everything that is shown of it."""

    result: TaskResult
    metrics: list[Intrinsic]
    parts: "dict[str, NDArray[Any]]"


def results_beside(contest: Contest) -> Iterator[TaskResult]:
    """The tasks whose results lie beside a contest's runs, each with as many extractors as were done together."""
    groups: dict[str, dict[tuple[str, ...], dict[str | None, Stored]]] = {}
    entrants = {(each.run.folder, each.spec): each for each in contest.entrants}
    for run in {each.run.folder: each.run for each in contest.entrants}.values():
        for held in stored(run):
            entrant = entrants.get((run.folder, held.extractor or ""))
            if held.extractor is None or entrant:
                together = groups.setdefault(held.task, {}).setdefault(held.documents, {})
                together[entrant.label if entrant else None] = held
    for spec in sorted(groups):
        best = max(groups[spec].values(), key=len)
        found = _rebuilt(contest, spec, best)
        if found is not None:
            yield found


def seen(contest: Contest, result: TaskResult) -> Seen:
    """The result with the contest's own metrics."""
    metrics = (intrinsic(result, metric, contest.workers) for metric in contest.metrics)
    return Seen(result, [each for each in metrics if each is not None], shown_parts(result))


def extrinsic_tables(contest: Contest, tasks: Sequence[Seen]) -> list[Table]:
    """Of every task the figures, the agreement with the metrics, and the best extractors."""
    tables = []
    for found in tasks:
        tables.append(figures_table(found.result, found.parts, contest.slug))
        if found.metrics and len(found.result.extractors) > 1:
            tables += [tau_table(found, contest.slug), best_table(found, contest.slug)]
    return tables


def extrinsic_figures(contest: Contest, tasks: Sequence[Seen]) -> Iterator[Drawn]:
    """Of every task one scatter plot for each metric: intrinsic against extrinsic."""
    for found in tasks:
        result, figure_name = found.result, found.result.task.ranks_by
        for metric in found.metrics:
            points = [(metric.value(label), result.value(label), label) for label in result.ranking]
            slug = f"{_slug(contest.slug, result, 'against')}-{slug_of(str(metric.metric))}"
            caption = (
                f"{contest.name}: {metric.name}, against {figure_name} of {result.task}; if the two ranked alike, the "
                "points would rise from left to right."
            )
            yield Drawn(slug, caption, extrinsic_figure(points, metric.name, str(result.task), figure_name,
                                                        result.value(None)))  # fmt: skip


def shown_parts(result: TaskResult, field: str | None = "language") -> "dict[str, NDArray[Any]]":
    """The parts that are shown: the largest ones and all documents."""
    parts = result.parts(field)
    names = [name for name in parts if name != ALL][:_SHOWN]
    return {name: parts[name] for name in [*names, ALL]}


def figures_table(result: TaskResult, parts: "Mapping[str, NDArray[Any]]", prefix: str = "") -> Table:
    """Every extractor's figures on every part, best first, and the reference below (Table 7 of [Lejeune 2018])."""
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
    drawn = drawn_values(result, draws(len(result.documents)))
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
    """What the figures are measured against, and what to beware of."""
    if not result.task.annotated:
        said = "The truth is what the task does with the gold text, whose own figures are 100 by definition."
    else:
        said = (
            f"{BETTER} is better than with the gold text and {EQUAL} the same. Beware of {BETTER}: "
            f"{result.task.warning or 'it may be for a bad reason'}."
        )
    left = "; ".join(f"{number} {why}" for why, number in result.left_out.items())
    return said + (f" Documents left out: {left}." if left else "")


def tau_table(found: Seen, prefix: str = "", *, samples: int = 1000) -> Table:
    """Kendall's tau between the ranking by the task and by each metric, on every part."""
    columns = [Column("metric", numeric=False)]
    columns += [Column(name, f"Kendall's tau on {len(part)} documents") for name, part in found.parts.items()]
    rows: dict[str, list[Cell]] = {}
    for each in agreements(found.result, found.metrics, found.parts, samples=samples):
        text = "–" if each.tau is None else f"{each.tau:.2f}"
        text += f" ({each.ci.low:.2f} to {each.ci.high:.2f})" if each.ci else ""
        rows.setdefault(each.metric, [word(each.metric)]).append(Cell(text, each.tau))
    title = f"{found.result.dataset}: does {found.result.task} rank like the metrics? (Kendall's tau, 95 %)"
    said = "1 is the same ranking, -1 the opposite one; the intervals are over documents drawn again."
    return Table(_slug(prefix, found.result, "tau"), title, columns, list(rows.values()), said)


def best_table(found: Seen, prefix: str = "") -> Table:
    """Who is best by which measure on which part (Table 8 of [Lejeune 2018])."""
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


def _best(each: Best) -> Cell:
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


def _rebuilt(contest: Contest, spec: str, held: Mapping[str | None, Stored]) -> TaskResult | None:
    """The result that stored parts came from; None without the gold's, or if the task cannot be built here."""
    reference = held.get(None)
    labels = [entrant.label for entrant in contest.entrants if entrant.label in held]
    if reference is None or not labels:
        return None
    try:
        task = TASKS.build(spec, imports=True)
    except SpecError:
        return None
    documents = [
        Document(each.id, each.gold, each.language, each.url, contest.facts[each.id])
        for each in (contest.dataset[name] for name in reference.documents)
    ]
    sources = tuple(Source(each.label, each.spec, each.joined) for each in contest.entrants if each.label in labels)
    return TaskResult(
        task, contest.name, tuple(documents), reference.stats, {label: held[label].stats for label in labels},
        reference.left_out, sources,
    )  # fmt: skip


def _slug(prefix: str, result: TaskResult, kind: str) -> str:
    return "-".join(filter(None, (prefix, slug_of(str(result.task)), kind)))
