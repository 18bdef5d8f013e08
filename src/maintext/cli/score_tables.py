"""Score tables for the terminal, and as Markdown, LaTeX, CSV and JSON."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from maintext.analysis.scores import Average, ScoreSummary

_CASES = (
    ("reference_empty", "no gold"),
    ("retrieved_empty", "empty"),
    ("both_empty", "both empty"),
    ("mismatch", "mismatch"),
    ("failed", "failed"),
)
HEADINGS = (
    "extractor", "group", "n", "P", "R", "F1", "score", "sd", "95 %",
    "n all", "P all", "R all", "F1 all", "score all", "95 % all", *(name for _, name in _CASES),
)  # fmt: skip
"""The score is what a metric ranks by; deviation and interval are those of the score."""
LEFT_ALIGNED = 2
"""The number of first columns that hold text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One extractor on one dataset, or on a slice of it, by one metric."""

    run: str
    dataset: str
    extractor: str
    part: str | None
    group: str
    summary: ScoreSummary
    signature: str = ""
    """That of the metric that was asked for, if the row is of one of its parts."""

    @property
    def table(self) -> str:
        """The signature under which the row is printed."""
        return self.signature or self.summary.signature


def cells(row: Row) -> list[str]:
    """A row as text, undefined as a dash."""
    success, everything = row.summary.success, row.summary.all
    return [
        row.extractor, row.group, str(success.n), *_numbers(success), _number(success.sd), _interval(success),
        str(everything.n), *_numbers(everything), _interval(everything),
        *(str(row.summary.cases[case]) for case, _ in _CASES),
    ]  # fmt: skip


def informative_columns(rows: Sequence[Row]) -> list[int]:
    """The columns to show: F1 and score only if they differ or the other is undefined."""
    return [at for at in range(len(HEADINGS)) if at not in _repeated_columns(rows)]


def _repeated_columns(rows: Sequence[Row]) -> set[int]:
    """The columns of scores that are F1 in every row, or of undefined precision, recall and F1."""
    averages = [average for row in rows for average in (row.summary.success, row.summary.all)]
    if all(average.f1 == average.value for average in averages):
        return {HEADINGS.index("score"), HEADINGS.index("score all")}
    if all(average.f1 is None for average in averages):
        return {HEADINGS.index(name) for name in ("P", "R", "F1", "P all", "R all", "F1 all")}
    return set()


def as_json(rows: Sequence[Row]) -> str:
    """A JSON list with one object per row."""
    objects = [
        row.summary.to_json(run=row.run, extractor=row.extractor, dataset=row.dataset)
        | ({"slice": row.part} if row.part is not None else {})
        | ({"group": row.group} if row.group else {})
        for row in rows
    ]
    return json.dumps(objects, ensure_ascii=False, indent=2)


def as_csv(rows: Sequence[Row]) -> str:
    """Comma-separated values with everything in every line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("run", "dataset", "metric", "slice", *HEADINGS))
    for row in rows:
        writer.writerow((row.run, row.dataset, row.summary.metric, row.part or "", *cells(row)))
    return out.getvalue()


def as_markdown(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    headings, body = _grid(rows)
    left = len(headings) - sum(at >= LEFT_ALIGNED for at in informative_columns(rows))
    lines = ["| " + " | ".join(headings) + " |"]
    lines += ["|" + "|".join(["---"] * left + ["---:"] * (len(headings) - left)) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in body]
    return "\n".join(lines)


def as_latex(rows: Sequence[Row]) -> str:
    """A LaTeX table in booktabs style."""
    headings, body = _grid(rows)
    left = len(headings) - sum(at >= LEFT_ALIGNED for at in informative_columns(rows))
    lines = [r"\begin{tabular}{" + "l" * left + "r" * (len(headings) - left) + "}", r"\toprule"]
    lines += [" & ".join(_tex(heading) for heading in headings) + r" \\", r"\midrule"]
    lines += [" & ".join(_tex(cell) for cell in cells) + r" \\" for cells in body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _grid(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Headings and cells, with first columns for the dataset, the metric and the slice if there is more than one."""
    shown = informative_columns(rows)
    slices = [row.part or "" for row in rows]
    labels = {"dataset": [row.dataset for row in rows], "metric": [row.table for row in rows]}
    several = {name: column for name, column in labels.items() if len(set(column)) > 1}
    several |= {"slice": slices} if any(slices) else {}
    headings = [*several, *(HEADINGS[at] for at in shown)]
    body = [
        [*(column[number] for column in several.values()), *(values[at] for at in shown)]
        for number, values in enumerate(map(cells, rows))
    ]
    return headings, body


def _numbers(average: Average) -> list[str]:
    return [_number(average.p), _number(average.r), _number(average.f1), _number(average.value)]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _interval(average: Average) -> str:
    return "-" if average.ci is None else f"{average.ci.low:.3f}-{average.ci.high:.3f}"


def _tex(text: str) -> str:
    for sign in "\\_%&#${}":
        text = text.replace(sign, r"\textbackslash{}" if sign == "\\" else f"\\{sign}")
    return text.replace("|", r"\textbar{}")
