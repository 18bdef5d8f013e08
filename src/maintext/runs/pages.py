"""PAGES x EXTRACTOR -> RESULTS: extraction in worker processes, one line for the results file per page."""

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from maintext.errors import ExtractorMissing
from maintext.runs.outcome import Failure, PageFailureKind, to_line
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import Limits
from maintext.sandbox.packing import join_parts
from maintext.sandbox.pool import PoolOptions, run_jobs
from maintext.sandbox.protocol import Target

if TYPE_CHECKING:
    from maintext.datasets.example import Example


@dataclass(frozen=True, slots=True)
class PageJob:
    """The parts of an example that an extractor may see."""

    id: str
    html: bytes
    url: str | None = None
    charset: str | None = None

    @classmethod
    def of(cls, example: "Example") -> "PageJob":
        """The job of one example, without its gold."""
        return cls(example.id, example.html, example.url, example.charset)


class Answer(NamedTuple):
    """The outcome of a page, as a line of the results file; `kind` is None if it succeeded."""

    id: str
    kind: PageFailureKind | None
    line: bytes


def extract_all(spec: str, jobs: Iterable[PageJob], limits: Limits, workers: int) -> Generator[Answer]:
    """Run an extractor on pages in worker processes; every page gets one answer, in the order they finish.

    Closing the iterator ends the workers.
    """
    target = Target("maintext.runs.page_worker:load_extractor", spec.encode(), name=spec)
    with closing(
        run_jobs(target, ((job.id, payload_of(job)) for job in jobs), limits, PoolOptions(workers))
    ) as replies:
        for reply in replies:
            if isinstance(reply.result, bytes):
                yield Answer(reply.key, None, reply.result)
            else:
                failure = page_failure(reply.key, reply.result)
                yield Answer(reply.key, failure.kind, to_line(failure))


def page_failure(name: str, failure: JobFailure) -> Failure:
    """The failure of a page."""
    kind: PageFailureKind = "missing" if failure.exception == ExtractorMissing.__name__ else failure.kind
    return Failure(name, kind, failure.message, failure.traceback, failure.signal, failure.seconds, failure.memory)


def payload_of(job: PageJob) -> bytes:
    """The job as bytes for the worker."""
    return join_parts([job.id, job.url, job.charset], job.html)
