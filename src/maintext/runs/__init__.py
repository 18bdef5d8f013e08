"""EXAMPLES x EXTRACTOR -> RESULTS: sandboxed workers, an append-only store, a manifest.

A run is a folder with `manifest.json` and one results file per extractor. `open_session` starts or resumes a run,
`run_all` does so to its end, and `open_run` reads the results.
"""

from maintext.runs.manifest import DatasetKey, DatasetPart, Manifest
from maintext.runs.outcome import KINDS, Failure, Outcome, PageFailureKind, Result
from maintext.runs.pages import Answer, PageJob, extract_all
from maintext.runs.run import Run, RunSummary, mutation_folder, mutation_runs, open_run, selected_extractors
from maintext.runs.session import PendingPages, Session, available_specs, open_session, run_all
from maintext.sandbox.limits import Limits

__all__ = [
    "KINDS",
    "Answer",
    "DatasetKey",
    "DatasetPart",
    "Failure",
    "Limits",
    "Manifest",
    "Outcome",
    "PageFailureKind",
    "PageJob",
    "PendingPages",
    "Result",
    "Run",
    "RunSummary",
    "Session",
    "available_specs",
    "extract_all",
    "mutation_folder",
    "mutation_runs",
    "open_run",
    "open_session",
    "run_all",
    "selected_extractors",
]
