"""EXAMPLES x EXTRACTOR -> RESULTS: sandboxed workers, an append-only store, a manifest.

A run is a folder with `manifest.json` and one results file per extractor. `sitting` does a run or goes on with one,
`run_all` does that without looking on, and `open_run` reads what came of it.
"""

from maintext.runs.limits import LONGEST, Limits, parse_size
from maintext.runs.manifest import DatasetKey, Manifest
from maintext.runs.outcome import KINDS, Failure, Kind, Outcome, Result
from maintext.runs.pool import Answer, extract_all
from maintext.runs.run import Run, Summary, open_run
from maintext.runs.sitting import Session, Task, available_specs, run_all, sitting
from maintext.runs.wire import Job

__all__ = [
    "KINDS",
    "LONGEST",
    "Answer",
    "DatasetKey",
    "Failure",
    "Job",
    "Kind",
    "Limits",
    "Manifest",
    "Outcome",
    "Result",
    "Run",
    "Session",
    "Summary",
    "Task",
    "available_specs",
    "extract_all",
    "open_run",
    "parse_size",
    "run_all",
    "sitting",
]
