"""What the worker processes of the engines do: one job after the other."""

import json
from collections.abc import Callable
from typing import Any

from maintext.corpus.counts import Counts
from maintext.corpus.jobs import CorpusJob
from maintext.corpus.stages import Tell, run_job
from maintext.errors import BadInput, MaintextError


def run_reporting_job(report: Callable[[bytes], None], payload: bytes) -> bytes:
    """Run a job that was sent as JSON, and report how far it is."""

    def tell(counts: Counts, position: int) -> None:
        report(json.dumps({"counts": counts.to_dict(), "at": position}).encode())

    return json.dumps(attempt_job(json.loads(payload), tell)).encode()


def attempt_job(values: dict[str, Any], tell: Tell | None = None) -> dict[str, Any]:
    """Run a job; the message says that it finished, that it cannot be done, or that none can."""
    try:
        return {"finished": run_job(CorpusJob.from_dict(values), tell)}
    except BadInput as error:
        return {"spoiled": str(error)}
    except MaintextError as error:
        return {"fatal": str(error)}
