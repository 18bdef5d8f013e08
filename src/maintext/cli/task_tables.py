"""Tables of a task result for the terminal, and as Markdown, LaTeX, CSV and JSON."""

import json
from collections.abc import Iterator, Sequence

import click

from maintext.cli.console_tables import new_table, wide_console
from maintext.reports.extrinsic import BETTER, EQUAL, TaskEvaluation, best_table, figures_table, tau_table
from maintext.reports.tables import FORMATS, Cell, Table
from maintext.tasks.findings import agreements, best_of
from maintext.tasks.resampling import bootstrap_weights, contrasts, interval, resampled_values
from maintext.tasks.result import ALL

_ENDINGS = {"csv": "csv", "markdown": "md", "latex": "tex"}
_NARROW = 3
"""Width between columns, including a mark."""


def print_evaluation(found: TaskEvaluation, *, agreement: bool, best: bool) -> None:
    """Print the tables; one that is too wide for the terminal is split."""
    for table in _tables(found, agreement, best):
        click.secho(table.title, bold=True)
        for piece in _pieces(table, found.result.task.columns):
            _print(piece)
        if table.note:
            click.echo(table.note + "\n")


def written(found: TaskEvaluation, output_format: str, *, agreement: bool, best: bool) -> str:
    """The tables as CSV, Markdown or LaTeX, one after the other."""
    write = FORMATS[_ENDINGS[output_format]]
    return "\n".join(write(table) for table in _tables(found, agreement, best)).rstrip("\n")


def as_json(evaluations: Sequence[TaskEvaluation], *, agreement: bool, best: bool) -> str:
    """JSON with unrounded numbers, one object per dataset."""
    return json.dumps([_object(each, agreement, best) for each in evaluations], ensure_ascii=False, indent=2)


def _tables(found: TaskEvaluation, agreement: bool, best: bool) -> Iterator[Table]:
    yield figures_table(found.result, found.parts)
    if agreement and found.metrics:
        yield tau_table(found)
    if best and found.metrics:
        yield best_table(found)


def _object(found: TaskEvaluation, agreement: bool, best: bool) -> dict[str, object]:
    result, columns = found.result, found.result.task.columns

    def figures(label: str | None) -> dict[str, dict[str, float | None]]:
        parts = found.parts.items()
        return {name: dict(zip(columns, result.figures(label, part), strict=True)) for name, part in parts}

    several = len(result.extractors) > 1
    against = {each.label: each for each in contrasts(result)} if several else {}
    drawn = resampled_values(result, bootstrap_weights(len(result.documents)))
    rows = [
        {
            "extractor": label, "figures": figures(label), "ci": list(interval(drawn[label])),
            "p": against[label].p_value if label in against else None,
            "p_corrected": against[label].corrected if label in against else None,
        }
        for label in result.ranking
    ]  # fmt: skip
    return {
        "task": str(result.task), "dataset": result.dataset, "documents": len(result.documents),
        "left_out": dict(result.left_out), "parts": {name: len(part) for name, part in found.parts.items()},
        "ranks_by": result.task.ranks_by, "annotated": result.task.annotated, "reference": figures(None),
        "extractors": rows,
        "agreement": [each._asdict() for each in agreements(result, found.metrics, found.parts)] if agreement else [],
        "best": [each._asdict() for each in best_of(result, found.metrics, found.parts)] if best else [],
    }  # fmt: skip


def _pieces(table: Table, figures: Sequence[str]) -> Iterator[Table]:
    """Split a table between parts, so that each piece, with the first column, fits the terminal."""
    from rich.console import Console

    console = Console()
    room = console.width if console.is_terminal else 200
    widths = [
        max(len(cell.text) for cell in (*(row[at] for row in table.rows), Cell(_heading(column.name, figures)[1])))
        + _NARROW
        for at, column in enumerate(table.columns)
    ]
    start = 1
    while start < len(table.columns):
        end, used = start, widths[0]
        while end < len(table.columns) and (end == start or used + widths[end] <= room):
            used += widths[end]
            end += 1
        while end < len(table.columns) and end > start + 1 and _same_part(table, end, figures):
            end -= 1
        chosen = [0, *range(start, end)]
        yield Table(table.slug, table.title, [table.columns[at] for at in chosen],
                    [[row[at] for at in chosen] for row in table.rows])  # fmt: skip
        start = end


def _same_part(table: Table, at: int, figures: Sequence[str]) -> bool:
    """Whether a column belongs to the same part as the one before it."""
    before, own = (_heading(table.columns[place].name, figures)[0] for place in (at - 1, at))
    return bool(own) and before == own


def _heading(name: str, figures: Sequence[str]) -> tuple[str, str]:
    """The part and the figure of a heading; the part is empty if there is none."""
    if name == "p" or name.endswith(" 95 %"):
        return ALL, name
    for figure in figures:
        if name.endswith(f" {figure}"):
            return name.removesuffix(f" {figure}"), figure
    return "", name


def _print(table: Table) -> None:
    from rich.text import Text

    shown = new_table(padding=(0, 1, 0, 0))
    for at, column in enumerate(table.columns):
        heading = column.name.replace(" ", "\n", 1) if column.numeric else column.name
        shown.add_column(heading, justify="right" if column.numeric else "left", overflow="fold", no_wrap=at > 0)
    for row in table.rows:
        shown.add_row(*(Text(cell.text, style=_style(cell)) for cell in row))
    wide_console().print(shown)


def _style(cell: Cell) -> str:
    """The colors of [Lejeune 2018]: red is better than the gold text, green is equal."""
    if cell.value is None or isinstance(cell.value, str):
        return ""
    return "red" if cell.text.endswith(BETTER) else "green" if cell.text.endswith(EQUAL) else ""
