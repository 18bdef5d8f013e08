"""Findings of `maintext score`: rank agreement of metrics, and pages with suspicious gold."""

from collections.abc import Sequence

import click

from maintext.analysis.audit import AuditPage, audit
from maintext.analysis.rank_agreement import rank_agreements
from maintext.analysis.scored_run import ScoredRun, gold_of
from maintext.cli.console_tables import print_table
from maintext.metrics import Metric
from maintext.runs import Result


def print_agreement(scored_run: ScoredRun, metrics: Sequence[Metric], workers: int) -> None:
    """Kendall's tau between the rankings of the extractors by every two metrics."""
    values: dict[str, dict[str, list[float]]] = {}
    for metric in metrics:
        scored = {spec: scored_run.scores(spec, metric, workers=workers) for spec in scored_run.run.extractors}
        by_page = {
            spec: {page.page: value for page in pages if (value := page.value_over_all) is not None}
            for spec, pages in scored.items()
        }
        values[str(metric)] = {spec: list(each.values()) for spec, each in _on_shared_pages(by_page).items()}
    rows = [
        [
            each.first,
            each.second,
            _number(each.tau),
            "-" if each.ci is None else f"{each.ci.low:.2f} to {each.ci.high:.2f}",
        ]
        for each in rank_agreements(values)
    ]
    click.secho(f"{scored_run.dataset.name}: rank agreement of the metrics (Kendall's tau)", bold=True)
    print_table(("metric", "and", "tau", "95 %"), rows)


def print_audit(scored_run: ScoredRun, limit: int = 20) -> None:
    """The pages on which all extractors agree with each other against the gold."""
    results = {spec: scored_run.run.results(spec) for spec in scored_run.run.extractors}
    pages = [
        AuditPage(
            example.id,
            gold_of(example),
            {
                spec: result.text
                for spec, found in results.items()
                if isinstance(result := found.get(example.id), Result)
            },
        )
        for example in scored_run.dataset
    ]
    found = audit(pages)
    rows = [[each.page, _number(each.mutual), _number(each.with_gold), _number(each.gap)] for each in found[:limit]]
    click.secho(f"{scored_run.dataset.name}: {len(found)} pages where extractors agree against the gold", bold=True)
    print_table(("page", "with each other", "with the gold", "gap"), rows)


def _on_shared_pages(values: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The same pages in the same order for every extractor."""
    shared = sorted(set.intersection(*(set(each) for each in values.values()))) if values else []
    return {spec: {page: each[page] for page in shared} for spec, each in values.items()}


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
