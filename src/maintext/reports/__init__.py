"""FINDINGS -> PAGES: tables, charts and differences of scored runs, as one folder that opens offline in a browser.

`write_report` writes the folder, `write_comparison` one that says what changed between two runs, and `trace_of` returns
what an extractor saw on a page.
"""

from maintext.reports.comparison import write_comparison
from maintext.reports.explain import trace_of
from maintext.reports.folder import write_report

__all__ = ["trace_of", "write_comparison", "write_report"]
