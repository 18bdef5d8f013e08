"""JOBS -> REPORTS: engines run jobs, on this machine or on a cluster; they do not know what the jobs do."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from maintext.corpus.counts import Counts
from maintext.corpus.jobs import CorpusJob
from maintext.errors import CorpusError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is."""

    job: CorpusJob
    counts: Counts
    at: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A job is done."""

    job: CorpusJob
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A job cannot be done; the others can."""

    job: CorpusJob
    message: str


Event = Progress | Finished | Spoiled


class Engine(Protocol):
    """Runs jobs."""

    def run(self, jobs: Sequence[CorpusJob]) -> Generator[Event]:
        """Every job ends in Finished or Spoiled; what stops all of them is raised."""


def event_of(job: CorpusJob, message: dict[str, Any]) -> Event:
    """What a worker's last message about a job means; an error that stops all jobs is raised."""
    if "fatal" in message:
        raise CorpusError(message["fatal"])
    return Finished(job, message["finished"]) if "finished" in message else Spoiled(job, message["spoiled"])
