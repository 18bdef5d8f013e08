"""Tables of a report, also written as CSV, Markdown and LaTeX."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

_TEX = {
    "\\": r"\textbackslash{}", "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}", "<": r"\textless{}",
    ">": r"\textgreater{}",
}  # fmt: skip
_MARKDOWN = {"\\": "\\\\", "|": "\\|", "<": "&lt;", "*": "\\*", "_": "\\_", "`": "\\`", "[": "\\[", "\n": " "}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Column(NamedTuple):
    """A heading, its explanation, and whether its cells are numbers."""

    name: str
    help: str = ""
    numeric: bool = True


class Cell(NamedTuple):
    """The text of a cell, its sort value, and its link."""

    text: str
    value: float | str | None = None
    href: str | None = None

    @property
    def key(self) -> str:
        """The sort key for the page's script; empty sorts last."""
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows under a title."""

    slug: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def number(value: float | None, digits: int = 3, href: str | None = None) -> Cell:
    """A number cell; undefined is a dash."""
    return Cell("–", None, href) if value is None else Cell(f"{value:.{digits}f}", value, href)


def count(value: int, href: str | None = None) -> Cell:
    """An integer cell."""
    return Cell(str(value), value, href)


def word(text: str, href: str | None = None) -> Cell:
    """A text cell, sorted by its text."""
    return Cell(text, text.lower(), href)


def plain_table(slug: str, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> Table:
    """A table of words."""
    return Table(
        slug, title, [Column(name, numeric=False) for name in headings], [[*map(word, row)] for row in rows], note
    )


def as_csv(table: Table) -> str:
    """CSV; text that a spreadsheet would read as a formula is escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow([_plain(cell, column) for cell, column in zip(row, table.columns, strict=True)])
    return out.getvalue()


def as_markdown(table: Table) -> str:
    """A Markdown table."""
    lines = [
        "| " + " | ".join(_escaped(column.name, _MARKDOWN) for column in table.columns) + " |",
        "|" + "|".join("---:" if column.numeric else "---" for column in table.columns) + "|",
    ]
    lines += ["| " + " | ".join(_escaped(cell.text, _MARKDOWN) for cell in row) + " |" for row in table.rows]
    return "\n".join(lines) + "\n"


def as_latex(table: Table) -> str:
    """A LaTeX table in booktabs style."""
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{tabular}{" + "".join("r" if column.numeric else "l" for column in table.columns) + "}",
        r"\toprule",
        " & ".join(_escaped(column.name, _TEX) for column in table.columns) + r" \\",
        r"\midrule",
        *(" & ".join(_escaped(cell.text, _TEX) for cell in row) + r" \\" for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


FORMATS = {"csv": as_csv, "md": as_markdown, "tex": as_latex}


def _plain(cell: Cell, column: Column) -> str:
    if column.numeric:
        return "" if cell.value is None else cell.text
    return f"'{cell.text}" if cell.text.startswith(_FORMULA) else cell.text


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)
