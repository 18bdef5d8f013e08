"""Rows of comma-separated values (RFC 4180), which spreadsheets and pandas read."""

import csv
import io
from collections.abc import Sequence


def csv_row(values: Sequence[str]) -> str:
    """Values as one row; those with commas, quotes or line breaks are quoted."""
    written = io.StringIO()
    csv.writer(written).writerow([value.replace("\0", "") for value in values])
    return written.getvalue().removesuffix("\r\n")
