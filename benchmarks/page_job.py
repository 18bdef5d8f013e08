"""One page in a process of somebody else's pool, with the sandbox's accounting, for sandbox_overhead.py."""

from collections.abc import Callable
from functools import cache

from maintext.runs import Limits, PageJob
from maintext.runs.page_worker import load_extractor
from maintext.runs.pages import payload_of
from maintext.sandbox.memory import PeakMemory
from maintext.sandbox.worker import run_job

LIMITS = Limits(timeout=60.0)


def page_in_a_process(spec: str, job: PageJob) -> object:
    return run_job(_loaded(spec), payload_of(job), LIMITS, PeakMemory())


@cache
def _loaded(spec: str) -> Callable[[bytes], bytes]:
    return load_extractor(spec.encode())
