"""JOBS -> REPORTS: engines run jobs, on this machine or on a cluster; they do not know what the jobs do."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from maintext.corpus.corpus_jobs import CorpusJob
from maintext.corpus.page_counts import PageCounts
from maintext.errors import CorpusError


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job."""

    job: CorpusJob
    counts: PageCounts
    at: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A job finished."""

    job: CorpusJob
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job failed; other jobs are not affected."""

    job: CorpusJob
    message: str


JobEvent = JobProgress | Finished | FailedJob


class Engine(Protocol):
    """Runs jobs."""

    def run(self, jobs: Sequence[CorpusJob]) -> Generator[JobEvent]:
        """Run jobs; each ends with Finished or FailedJob. Errors that stop all jobs are raised."""


def event_of(job: CorpusJob, message: dict[str, Any]) -> JobEvent:
    """The event of a worker's last message about a job; an error that stops all jobs is raised."""
    if "fatal" in message:
        raise CorpusError(message["fatal"])
    return Finished(job, message["finished"]) if "finished" in message else FailedJob(job, message["failed"])
