"""PAGES -> RECORDS: the core of every engine and adapter.

Pages go to one worker process with limits; results come back in the order of the pages. Whatever happens to one page,
the next one is extracted.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.chunk_records import encodable
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.records import RecordBuilder, refusal
from maintext.corpus.settings import CorpusSettings
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import Limits, format_size
from maintext.sandbox.packing import join_parts
from maintext.sandbox.pool import PoolOptions, run_jobs
from maintext.sandbox.protocol import Target


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page with its record."""

    item: ArchivedPage
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DroppedPage:
    """A page that a filter rejects after it was read."""

    item: ArchivedPage
    reason: str


@dataclass(frozen=True, slots=True)
class FailedPage:
    """A page on which extraction failed: an exception, an exceeded limit, or a worker that crashed."""

    item: ArchivedPage
    kind: str
    message: str


PageResult = KeptPage | DroppedPage | FailedPage


def count_result(counts: PageCounts, result: PageResult) -> None:
    """Count a page by its outcome."""
    if isinstance(result, DroppedPage):
        counts.drop(result.reason)
    elif isinstance(result, FailedPage):
        counts.fail(result.kind)
    else:
        counts.kept += 1


def extract_pages(items: Iterable[ArchivedPage], settings: CorpusSettings) -> Iterator[PageResult]:
    """The result of each page, in order; a worker process is replaced after `settings.recycle` pages."""
    extractor = str(RecordBuilder.of(settings).extractor)
    target = Target("maintext.corpus.records:load_builder", json.dumps(asdict(settings)).encode(), name=extractor)
    limits, options = Limits(settings.timeout, settings.memory), PoolOptions(jobs_per_worker=settings.recycle)
    with closing(run_jobs(target, map(_job, items), limits, options)) as replies:
        for reply in replies:
            yield _page_result(reply.key, reply.result, settings, extractor)


def _job(item: ArchivedPage) -> tuple[ArchivedPage, bytes]:
    return item, join_parts([item.url, item.charset], item.html)


def _page_result(
    item: ArchivedPage, result: bytes | JobFailure, settings: CorpusSettings, extractor: str
) -> PageResult:
    if isinstance(result, JobFailure):
        reason = refusal(result.exception)
        return DroppedPage(item, reason) if reason else FailedPage(item, *_kind_and_message(result, settings))
    built = json.loads(result)
    return DroppedPage(item, built) if isinstance(built, str) else KeptPage(item, _record(item, built, extractor))


def _record(item: ArchivedPage, built: dict[str, Any], extractor: str) -> dict[str, Any]:
    """The complete record, which does not depend on time or machine."""
    digest = f"sha256:{hashlib.sha256(item.html).hexdigest()}"
    origin = {"id": encodable(item.id), "url": encodable(item.url), "date": encodable(item.date)}
    return {**origin, **built, "extractor": extractor, "digest": digest}


def _kind_and_message(failure: JobFailure, settings: CorpusSettings) -> tuple[str, str]:
    """Kind and reproducible message of a failure."""
    if failure.exception == "ExtractorMissing":
        return "missing", failure.message.splitlines()[0]
    if failure.kind == "timeout":
        return failure.kind, f"no result within {settings.timeout:g} seconds"
    if failure.kind == "memory":
        return failure.kind, f"more than {format_size(settings.memory)} of memory"
    return failure.kind, failure.message.splitlines()[0] if failure.message else failure.kind
