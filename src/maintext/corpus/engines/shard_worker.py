"""The function of the engines' worker processes: run one job."""

import json
from collections.abc import Callable
from typing import Any

from maintext.corpus.corpus_jobs import CorpusJob
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.stages import ProgressCallback, run_job
from maintext.data_shapes import dataclass_from
from maintext.errors import BadInput, MaintextError


def run_reporting_job(report: Callable[[bytes], None], payload: bytes) -> bytes:
    """Run a job given as JSON, and report its progress."""

    def report_progress(counts: PageCounts, position: int) -> None:
        report(json.dumps({"counts": counts.to_dict(), "at": position}).encode())

    return json.dumps(attempt_job(json.loads(payload), report_progress)).encode()


def attempt_job(values: dict[str, Any], report_progress: ProgressCallback | None = None) -> dict[str, Any]:
    """Run a job; the message says that it finished, that it failed, or that no job can run."""
    try:
        return {"finished": run_job(dataclass_from(CorpusJob, values), report_progress)}
    except BadInput as error:
        return {"failed": str(error)}
    except MaintextError as error:
        return {"fatal": str(error)}
