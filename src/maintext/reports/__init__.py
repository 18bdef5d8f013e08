"""FINDINGS -> PAGES: tables, charts and diffs of scored runs, as one folder that opens offline in a browser.

`write_report` writes the report of any number of runs, `write_comparison` the changes between two runs, and `trace_of`
returns what an extractor computed on a page.
"""

from maintext.reports.explain import trace_of
from maintext.reports.report_writer import write_report
from maintext.reports.run_changes import write_comparison

__all__ = ["trace_of", "write_comparison", "write_report"]
