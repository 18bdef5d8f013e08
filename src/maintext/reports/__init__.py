"""FINDINGS -> PAGES: tables, charts and differences of scored runs, as one folder that opens offline in a browser.

`write_report` writes the folder, `write_comparison` one that says what changed between two runs, and `picture_of` lets
an extractor explain in a picture what it did with a page.
"""

from maintext.reports.comparison import write_comparison
from maintext.reports.explain import picture_of
from maintext.reports.folder import write_report

__all__ = ["picture_of", "write_comparison", "write_report"]
