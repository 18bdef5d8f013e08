"""The table of a batch: what came of every page, as CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Final, NamedTuple

_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""How a spreadsheet's formulas begin."""


class Row(NamedTuple):
    """What came of one page."""

    page: str
    file: str
    status: str
    message: str


def report_csv(rows: Sequence[Row], others: Sequence[str]) -> str:
    """The pages in the order of their names, then the other files; no cell can be taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(Row._fields)
    for row in [*sorted(rows), *(Row(name, "", "skipped", "not a page") for name in others)]:
        writer.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row)
    return text.getvalue()
