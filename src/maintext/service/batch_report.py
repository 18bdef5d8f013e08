"""The report of a batch as CSV: the outcome of every page."""

import csv
import io
from collections.abc import Sequence
from typing import Final, NamedTuple

_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""How a spreadsheet's formulas begin."""


class BatchRow(NamedTuple):
    """The outcome of one page."""

    page: str
    file: str
    status: str
    message: str


def report_csv(rows: Sequence[BatchRow], others: Sequence[str]) -> str:
    """The pages in the order of their names, then the other files; no cell can be taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(BatchRow._fields)
    for row in [*sorted(rows), *(BatchRow(name, "", "skipped", "not a page") for name in others)]:
        writer.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row)
    return text.getvalue()
