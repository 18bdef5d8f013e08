"""Score tables for the terminal, and as Markdown, LaTeX, CSV and JSON."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from maintext.analysis.scores import Average, Summary

_CASES = (
    ("reference_empty", "no gold"),
    ("retrieved_empty", "empty"),
    ("both_empty", "both empty"),
    ("mismatch", "mismatch"),
    ("failed", "failed"),
)
HEADINGS = (
    "extractor", "group", "n", "P", "R", "F1", "sd", "95 %", "n all", "P all", "R all", "F1 all", "95 % all",
    *(name for _, name in _CASES),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One extractor on one dataset, or on a slice of it, by one metric."""

    run: str
    dataset: str
    extractor: str
    part: str | None
    group: str
    summary: Summary


def cells(row: Row) -> list[str]:
    """A row as text, undefined as a dash."""
    success, everything = row.summary.success, row.summary.all
    return [
        row.extractor, row.group, str(success.n), *_numbers(success), _number(success.sd), _interval(success),
        str(everything.n), *_numbers(everything), _interval(everything),
        *(str(row.summary.cases[case]) for case, _ in _CASES),
    ]  # fmt: skip


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
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "|".join(["---", "---", *["---:"] * (len(HEADINGS) - 2)]) + "|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells(row)) + " |" for row in rows]
    return "\n".join(lines)


def as_latex(rows: Sequence[Row]) -> str:
    """A LaTeX table in booktabs style."""
    lines = [r"\begin{tabular}{ll" + "r" * (len(HEADINGS) - 2) + "}", r"\toprule"]
    lines += [" & ".join(_tex(heading) for heading in HEADINGS) + r" \\", r"\midrule"]
    lines += [" & ".join(_tex(cell) for cell in cells(row)) + r" \\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _numbers(average: Average) -> list[str]:
    if average.p is None and average.f1 is None:
        return ["-", "-", _number(average.value)]
    return [_number(average.p), _number(average.r), _number(average.f1)]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _interval(average: Average) -> str:
    return "-" if average.ci is None else f"{average.ci.low:.3f}-{average.ci.high:.3f}"


def _tex(text: str) -> str:
    for sign in "\\_%&#${}":
        text = text.replace(sign, r"\textbackslash{}" if sign == "\\" else f"\\{sign}")
    return text.replace("|", r"\textbar{}")
