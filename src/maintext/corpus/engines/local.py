"""The local engine: one worker process per processor, each with a shard of its own.

A worker reads and writes its shard, and has pages extracted in a second process with limits; so a page that ends its
process leaves the worker alone. A worker that exits or stops reporting is replaced, and its shard is retried;
after three attempts the shard fails.
"""

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Final

from maintext.corpus.corpus_jobs import CorpusJob
from maintext.corpus.engines import FailedJob, JobEvent, JobProgress, event_of
from maintext.corpus.page_counts import PageCounts
from maintext.data_shapes import dataclass_from
from maintext.sandbox.limits import MAX_MEMORY, Limits
from maintext.sandbox.pool import JobReply, PoolOptions, run_jobs
from maintext.sandbox.protocol import Target

_TARGET: Final = Target(
    "maintext.corpus.engines.shard_worker:run_reporting_job", reports_progress=True, name="the corpus worker"
)
_ATTEMPTS: Final = 3
_MAX_SILENCE: Final = 900.0


@dataclass(frozen=True, slots=True)
class Local:
    """A number of workers on this machine."""

    workers: int

    def run(self, jobs: Sequence[CorpusJob]) -> Generator[JobEvent]:
        """Run jobs; closing the generator ends the workers."""
        options = PoolOptions(
            min(self.workers, len(jobs)), attempts=_ATTEMPTS, retried=frozenset(["crash", "memory", "timeout"]),
            prefetch=False, pin=True,
        )  # fmt: skip
        payloads = [(job, json.dumps(asdict(job)).encode()) for job in jobs]
        with closing(run_jobs(_TARGET, payloads, Limits(_MAX_SILENCE, MAX_MEMORY), options)) as replies:
            for reply in replies:
                yield _event(reply)


def _event(reply: JobReply[CorpusJob]) -> JobEvent:
    job, result = reply.key, reply.result
    if not isinstance(result, bytes):
        lost = f"{_ATTEMPTS} workers ended on it; " if result.kind != "exception" else ""
        return FailedJob(job, f"{lost}{result.message}")
    message = json.loads(result)
    if not reply.is_final:
        return JobProgress(job, dataclass_from(PageCounts, message["counts"]), message["at"])
    return event_of(job, message)
