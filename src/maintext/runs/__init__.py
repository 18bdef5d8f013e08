"""EXAMPLES x EXTRACTOR -> RESULTS: sandboxed workers, an append-only store, a manifest.

A run is a folder with `manifest.json` and one results file per extractor. `open_session` starts or resumes a run,
`run_all` does so to its end, and `open_run` reads the results.
"""

from maintext.runs.manifest import DatasetKey, Manifest
from maintext.runs.outcome import KINDS, Failure, Kind, Outcome, Result
from maintext.runs.pages import Answer, PageJob, extract_all
from maintext.runs.run import Run, Summary, open_run
from maintext.runs.session import Session, Task, available_specs, open_session, run_all
from maintext.sandbox.limits import Limits

__all__ = [
    "KINDS",
    "Answer",
    "DatasetKey",
    "Failure",
    "Kind",
    "Limits",
    "Manifest",
    "Outcome",
    "PageJob",
    "Result",
    "Run",
    "Session",
    "Summary",
    "Task",
    "available_specs",
    "extract_all",
    "open_run",
    "open_session",
    "run_all",
]
