"""`maintext score`: score stored runs with any metric."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.analysis.scores import PageScore, summarize
from maintext.analysis.slices import by_field, by_size
from maintext.analysis.statistics import groups, letters, paired_tests
from maintext.cli.console_tables import new_table, wide_console
from maintext.cli.messages import print_error, print_missing_markup
from maintext.cli.score_findings import print_agreement, print_audit
from maintext.cli.score_tables import (
    HEADINGS,
    LEFT_ALIGNED,
    Row,
    as_csv,
    as_json,
    as_latex,
    as_markdown,
    cells,
    informative_columns,
)
from maintext.cli.shared_options import Number, SpecType, format_option, stored_run_options
from maintext.metrics import METRICS, Metric
from maintext.runs import open_run, selected_extractors

if TYPE_CHECKING:
    from rich.table import Table

_FORMATS = {"json": as_json, "csv": as_csv, "latex": as_latex, "markdown": as_markdown}
_LENGTHS = (50, 200, 500, 1000, 2000, 5000)
_DISPENSABLE = ("sd", "R all", "P all", "95 %", "n all", "score all", "R", "P", "95 % all", "group")
"""The columns that a narrow terminal can do without, the first one first."""
_UNLIMITED = 10_000


@click.command("score")
@stored_run_options
@click.option("-m", "--metric", "metrics", type=SpecType(METRICS), multiple=True, metavar="SPEC",
              help="A metric; may be repeated (default: words, the sequence of words).")  # fmt: skip
@click.option("--by", "field", metavar="FIELD",
              help="Score each value of a field: language, page_type, site, split, length or another.")  # fmt: skip
@click.option(
    "--beta",
    type=Number(0, 1000, min_open=True),
    default=1.0,
    show_default=True,
    help="Weight precision more (below 1) or recall (above 1).",
)
@click.option("--sort", type=click.Choice(["f1-all", "f1", "p", "r", "name"]), default="f1-all", show_default=True)
@click.option("--groups/--no-groups", "show_groups", default=True,
              help="Show significance groups: extractors that share a letter do not differ (paired test).")  # fmt: skip
@click.option("--agreement", "show_agreement", is_flag=True,
              help="Show the rank agreement of the metrics (Kendall's tau).")  # fmt: skip
@click.option("--audit", "show_audit", is_flag=True,
              help="Show pages on which the extractors agree with each other against the gold.")  # fmt: skip
@format_option("csv", "latex", "markdown")
def command(
    runs: tuple[Path, ...],
    metrics: tuple[Metric, ...],
    wanted: tuple[str, ...],
    field: str | None,
    beta: float,
    sort: str,
    dataset: str | None,
    show_groups: bool,
    show_agreement: bool,
    show_audit: bool,
    workers: int,
    output_format: str,
) -> None:
    """Score stored runs.

    Two averages stand side by side: over the pages where gold and text overlap, which flatters an extractor that gives
    up, and over all pages, where an empty, mismatched or failed page counts 0. The boundary cases are counted beside
    them. Scores are kept in the run's folder, so the same question is answered at once.

    \b
    maintext score runs/cleaneval-final
    maintext score runs/cleaneval-final -m words -m 'bag(tokens=unicode)' --format latex
    maintext score runs/wcxb-dev -m bag --by page_type
    maintext score runs/cleaneval-final -m words -m lcs -m rouge --agreement --audit
    maintext score runs/structure-reader -m structure -m tables
    """
    chosen = metrics or (METRICS.build("words"),)
    if show_agreement and len(chosen) < 2:
        raise click.UsageError("--agreement compares the rankings of several metrics: pass -m at least twice")
    opened = [open_run(run) for run in runs]
    selected = selected_extractors(opened, wanted)
    scored_run = [open_scored_run(run, dataset) for run in opened]
    rows: list[Row] = []
    for metric in chosen:
        for each in scored_run:
            rows += _rows(each, metric, selected[each.run.folder], field, beta, sort, show_groups, workers)
    if output_format == "table":
        _print(rows)
        for each in scored_run:
            if show_agreement:
                print_agreement(each, chosen, workers)
            if show_audit:
                print_audit(each)
    else:
        click.echo(_FORMATS[output_format](rows).rstrip("\n"))


def _rows(
    scored_run: ScoredRun, metric: Metric, specs: Sequence[str], field: str | None, beta: float, sort: str,
    show_groups: bool, workers: int,
) -> list[Row]:  # fmt: skip
    """The sorted rows of one run by one metric, for each slice."""
    scores = {spec: scored_run.scores(spec, metric, beta=beta, workers=workers) for spec in specs}
    for spec in specs:
        print_missing_markup(scored_run, spec, metric)
        if left := scored_run.left(spec):
            print_error(f"{scored_run.run.folder}: {spec} has not processed {left} pages yet")
    rows: list[Row] = []
    for part, inside in _score_slices(scored_run, scores, field):
        letters = _letters(inside) if show_groups else {}
        found = [
            Row(
                str(scored_run.run.folder), scored_run.dataset.name, spec, part, letters.get(spec, ""),
                summarize(metric, pages, beta=beta),
            )
            for spec, pages in inside.items()
        ]  # fmt: skip
        rows += sorted(found, key=lambda row: _order(row, sort))
    return rows + _part_rows(scored_run, metric, specs, field, beta, sort, workers)


def _part_rows(
    scored_run: ScoredRun, metric: Metric, specs: Sequence[str], field: str | None, beta: float, sort: str, workers: int
) -> list[Row]:
    """The rows of the parts of a metric, such as the kinds of document structure, each like a slice."""
    by_spec = {spec: scored_run.part_scores(spec, metric, beta=beta, workers=workers) for spec in specs}
    rows: list[Row] = []
    for name, part_metric in metric.parts().items():
        for part, inside in _score_slices(scored_run, {spec: by_spec[spec][name] for spec in specs}, field):
            found = [
                Row(
                    str(scored_run.run.folder), scored_run.dataset.name, spec, f"{part}, {name}" if part else name, "",
                    summarize(part_metric, pages, beta=beta), metric.signature(),
                )
                for spec, pages in inside.items()
            ]  # fmt: skip
            rows += sorted(found, key=lambda row: _order(row, sort))
    return rows


def _score_slices(
    scored_run: ScoredRun, scores: dict[str, list[PageScore]], field: str | None
) -> Iterator[tuple[str | None, dict[str, list[PageScore]]]]:
    if field is None:
        yield None, scores
        return
    sliced = {
        spec: by_size(pages, scored_run.sizes, _LENGTHS)
        if field == "length"
        else by_field(pages, scored_run.facts, field)
        for spec, pages in scores.items()
    }
    names = dict.fromkeys(name for slices in sliced.values() for name in slices)
    for name in names:
        yield f"{field} {name}", {spec: slices.get(name, []) for spec, slices in sliced.items()}


def _letters(scores: dict[str, list[PageScore]]) -> dict[str, str]:
    """Significance groups as letters, from the pages that all extractors have."""
    if len(scores) < 2:
        return {}
    values = {spec: {p.page: v for p in pages if (v := p.value_over_all) is not None} for spec, pages in scores.items()}
    shared = sorted(set.intersection(*(set(each) for each in values.values())))
    if len(shared) < 2:
        return {}
    aligned = {spec: [each[page] for page in shared] for spec, each in values.items()}
    return letters(groups(aligned, paired_tests(aligned)))


def _order(row: Row, sort: str) -> tuple[float, str]:
    success, everything = row.summary.success, row.summary.all
    value = {
        "f1-all": everything.value, "f1": success.value, "p": success.p, "r": success.r, "name": 0.0,
    }[sort]  # fmt: skip
    return (-(value if value is not None else -1.0), row.extractor)


def _print(rows: Sequence[Row]) -> None:
    console = wide_console()
    tables: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        tables.setdefault((row.dataset, row.table), []).append(row)
    for (dataset, signature), inside in tables.items():
        console.print(f"{dataset}: {signature}", style="bold", markup=False)
        shown = _shown_columns(inside)
        left_out = [at for name in _DISPENSABLE if (at := HEADINGS.index(name)) in shown]
        dropped: list[int] = []
        unlimited = console.options.update(max_width=_UNLIMITED)
        while console.measure(_table(inside, shown), options=unlimited).maximum > console.width and left_out:
            dropped.append(left_out.pop(0))
            shown = [at for at in shown if at not in dropped]
        console.print(_table(inside, shown))
        if dropped:
            names = ", ".join(HEADINGS[at] for at in sorted(dropped))
            console.print(f"Left out for lack of space: {names}. All columns: --format markdown", style="dim")


def _table(rows: Sequence[Row], shown: Sequence[int]) -> "Table":
    """The rows as a table with some of the columns."""
    table = new_table(padding=(0, 1, 0, 0))
    sliced = any(row.part for row in rows)
    if sliced:
        table.add_column("slice", overflow="fold")
    for at in shown:
        justify: Literal["left", "right"] = "left" if at < LEFT_ALIGNED else "right"
        table.add_column(HEADINGS[at], justify=justify, no_wrap=at > 0, overflow="fold")
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        values = cells(row)
        last = following is None or following.part != row.part
        part = [row.part or ""] if sliced else []
        table.add_row(*part, *(values[at] for at in shown), end_section=sliced and last)
    return table


def _shown_columns(rows: Sequence[Row]) -> list[int]:
    """The informative columns, without an empty group column and without cases that do not occur."""
    everything = [cells(row) for row in rows]
    first_case = len(HEADINGS) - 5
    return [
        at
        for at in informative_columns(rows)
        if not (at == 1 and all(not values[1] for values in everything))
        and not (at >= first_case and all(values[at] == "0" for values in everything))
    ]
