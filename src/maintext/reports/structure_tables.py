"""Document structure in a report: precision, recall and F1 per kind of item, for extractors that return markup."""

from collections.abc import Sequence

from maintext.analysis.scores import PageScore
from maintext.metrics import METRICS, Metric, Score, pool
from maintext.reports.comparison import Comparison, RunExtractor
from maintext.reports.tables import Cell, Column, Table, count, number, word

_COLUMNS = (
    Column("kind", "What is compared; docs/evaluation.md has the rules", numeric=False),
    Column("extractor", "Extractors whose HTML or Markdown the run stored", numeric=False),
    Column("items", "Items in the gold"),
    Column("P", "Share of the extracted items that the gold has, over the items of all pages"),
    Column("R", "Share of the gold's items that were extracted, over the items of all pages"),
    Column("F1"),
)
_NOTE = "Items of all pages counted together; a failed page has no items."


def structure_tables(comparison: Comparison) -> list[Table]:
    """One table of all kinds; none if the gold has no HTML or Markdown, or if the runs stored no markup."""
    if comparison.dataset.header.markup not in ("html", "markdown"):
        return []
    rows = [*_structure_rows(comparison), *_table_rows(comparison)]
    title = f"{comparison.name}: document structure"
    return [Table(f"{comparison.slug}-structure", title, _COLUMNS, rows, _NOTE)] if rows else []


def _structure_rows(comparison: Comparison) -> list[list[Cell]]:
    metric = METRICS.build("structure")
    scores = {
        each.label: each.scored_run.part_scores(each.spec, metric, workers=comparison.workers)
        for each in comparison.run_extractors
    }
    return [
        row
        for kind, part in metric.parts().items()
        for each in comparison.run_extractors
        for row in _row(kind, each, part, scores[each.label][kind])
    ]


def _table_rows(comparison: Comparison) -> list[list[Cell]]:
    metric = METRICS.build("tables")
    return [
        row
        for each in comparison.run_extractors
        for row in _row("tables", each, metric, each.scored_run.scores(each.spec, metric, workers=comparison.workers))
    ]


def _row(kind: str, extractor: RunExtractor, metric: Metric, scores: Sequence[PageScore]) -> list[list[Cell]]:
    """The row of an extractor; none if no page of it counts."""
    counts = pool(score.counts for score in scores if score.counts is not None)
    if not any(counts):
        return []
    score: Score = metric.score(counts)
    items = round(counts.shared + counts.missed)
    return [[word(kind), word(extractor.label), count(items), number(score.p), number(score.r), number(score.f1)]]
