"""The stages of a corpus build as jobs: extract shards, compare pages, finish shards.

A job reads and writes files only, leaves a marker when it is done, and does nothing if the marker is there. Run
twice, even at the same time, it gives the same bytes.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Final

from maintext.corpus.archive_records import ArchivedPage, ArchiveRecord, BrokenRecord, OtherRecord
from maintext.corpus.corpus_jobs import CorpusJob, Report, marker_of, stage_marker_of
from maintext.corpus.fingerprints import METHOD, STAGE, Fingerprints, file_of, load, record_site, save
from maintext.corpus.near_duplicates import near_duplicates
from maintext.corpus.output_file import FileFacts, OutputFile
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.page_extraction import FailedPage, KeptPage, count_result, extract_pages
from maintext.corpus.page_filters import dropped_unread
from maintext.corpus.quarantine import Quarantine
from maintext.corpus.repeated_lines import repeated_lines, without_repeated
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import Shard
from maintext.corpus.sources import read_shard
from maintext.corpus.storage import Storage
from maintext.corpus.writers import ENDINGS, open_writer, read_records

ProgressCallback = Callable[[PageCounts, int], None]
"""Receives the progress of a shard: counts, and the number of bytes read."""

DATA: Final = "data"
DECIDED: Final = f"{STAGE}/decided.json"
_REPEATED: Final = f"{STAGE}/repeated.npy"
_TELL_EVERY: Final = 0.5
_BROKEN_TOLD: Final = 100


@dataclass(frozen=True, slots=True)
class ComparedPages:
    """The result of comparing the pages of all shards."""

    near_duplicates: int


def run_job(job: CorpusJob, report_progress: ProgressCallback | None = None) -> dict[str, Any]:
    """Run one job; returns its report."""
    storage = Storage(job.out)
    if job.kind == "decide":
        return compare_pages(storage, job.settings, job.shards)
    (shard,) = job.shards
    if job.kind == "finish":
        return finish_shard(storage, shard, job.settings).to_dict()
    return extract_shard(storage, shard, job.settings, report_progress or _silent).to_dict()


def extract_shard(
    storage: Storage, shard: Shard, settings: CorpusSettings, report_progress: ProgressCallback
) -> Report:
    """Extract the pages of a shard and write them, to a temporary file if pages must be compared first."""
    staged = settings.in_two_passes
    marker = stage_marker_of(shard.name) if staged else marker_of(shard.name)
    if storage.has(marker):
        return storage.read_json(marker, Report)
    counts, broken, facts = PageCounts(), list[dict[str, Any]](), FileFacts()
    prints = Fingerprints(settings)
    output = _staged(shard) if staged else _final(shard, settings)
    with ExitStack() as stack:
        quarantine = Quarantine(storage, shard.name, stack)
        path = stack.enter_context(storage.atomic_path(output))
        with open_writer(path, "jsonl") if staged else OutputFile(path, settings) as writer:
            for result in extract_pages(counted_pages(shard, settings, counts, broken, report_progress), settings):
                count_result(counts, result)
                if isinstance(result, FailedPage):
                    quarantine.add(result)
                elif isinstance(result, KeptPage):
                    writer.write(result.record)
                    if staged:
                        prints.add(result.record)
        if isinstance(writer, OutputFile):
            facts = writer.facts()
    if staged:
        prints.save(storage, shard.name)
    if counts.read != counts.settled:
        raise AssertionError(f"{shard.name}: {counts.read} pages read, but {counts.settled} accounted for")
    held = None if quarantine.is_empty else quarantine.name
    report = Report(shard.name, shard.location, output, counts, held, broken, **asdict(facts))
    storage.write(marker, report.to_bytes())
    report_progress(counts, shard.size)
    return report


def compare_pages(storage: Storage, settings: CorpusSettings, shards: tuple[Shard, ...]) -> dict[str, Any]:
    """Find near-duplicates and repeated lines among the pages of all shards."""
    import numpy as np

    if storage.has(DECIDED):
        return asdict(storage.read_json(DECIDED, ComparedPages))
    names = [shard.name for shard in shards]
    dropped = [np.zeros(0, np.int64) for _ in names]
    if settings.near_duplicates is not None:
        signatures: list[Any] = [load(storage, name, "signatures") for name in names]
        groups = [signatures] if settings.near_duplicates == "corpus" else [[part] for part in signatures]
        found = [near_duplicates(group, METHOD, settings.similarity) for group in groups if group]
        dropped = [part for group in found for part in group]
    for name, pages in zip(names, dropped, strict=True):
        save(storage, file_of(name, "dropped"), pages)
    if settings.repeated_lines is not None:

        def kept_lines() -> Iterator[Any]:
            for name, pages in zip(names, dropped, strict=True):
                counts = np.asarray(load(storage, name, "counts")).astype(np.int64)
                stays = np.ones(len(counts), bool)
                stays[pages] = False
                yield np.asarray(load(storage, name, "lines"))[np.repeat(stays, counts)]

        save(storage, _REPEATED, repeated_lines(kept_lines, settings.repeated_lines))
    report = asdict(ComparedPages(sum(map(len, dropped))))
    storage.write(DECIDED, json.dumps(report).encode())
    return report


def finish_shard(storage: Storage, shard: Shard, settings: CorpusSettings) -> Report:
    """Write a shard without near-duplicates and repeated lines."""
    import numpy as np

    if storage.has(marker_of(shard.name)):
        return storage.read_json(marker_of(shard.name), Report)
    staged = storage.read_json(stage_marker_of(shard.name), Report)
    dropped = set(np.asarray(load(storage, shard.name, "dropped")).tolist())
    repeated: Any = np.zeros(0, np.uint64)
    if settings.repeated_lines is not None:
        with storage.local(_REPEATED) as path:
            repeated = np.load(path, allow_pickle=False)
    counts, output = staged.counts, _final(shard, settings)
    with storage.local(staged.output) as source, storage.atomic_path(output) as path:
        with OutputFile(path, settings) as writer:
            for number, record in enumerate(read_records(source)):
                if number in dropped:
                    continue
                record["text"], gone = without_repeated(record["text"], record_site(record), repeated)
                counts.lines_removed += gone
                writer.write(record)
        facts = writer.facts()
    counts.drop_kept("near-duplicate", len(dropped))
    report = Report(shard.name, shard.location, output, counts, staged.quarantine, staged.broken, **asdict(facts))
    storage.write(marker_of(shard.name), report.to_bytes())
    return report


def count_pages(shard: Shard, settings: CorpusSettings, most: int) -> int:
    """The number of pages of a shard, at most `most`."""
    pages = (found for found in read_shard(shard, settings) if not isinstance(found, OtherRecord))
    return sum(1 for _ in islice(pages, most))


def counted_pages(
    shard: Shard,
    settings: CorpusSettings,
    counts: PageCounts,
    broken: list[dict[str, Any]],
    report_progress: ProgressCallback,
) -> Iterator[ArchivedPage]:
    """The pages of a shard that pass the filters; all items are counted."""
    told = time.monotonic()
    for found in _limited(read_shard(shard, settings), shard.limit):
        if time.monotonic() - told > _TELL_EVERY:
            report_progress(counts, found.at)
            told = time.monotonic()
        if isinstance(found, OtherRecord):
            counts.others += 1
            continue
        counts.read += 1
        if isinstance(found, ArchivedPage):
            counts.bytes += found.size
            reason = dropped_unread(found, settings)
            if reason is None:
                yield found
            else:
                counts.drop(reason)
            continue
        counts.fail("broken")
        if len(broken) < _BROKEN_TOLD:
            broken.append({"at": found.at, "why": found.why, "lost": found.lost})


def _limited(found: Iterator[ArchiveRecord], limit: int | None) -> Iterator[ArchiveRecord]:
    """Only the first pages, broken ones included."""
    seen = 0
    for one in found:
        if limit is not None and seen >= limit:
            return
        seen += isinstance(one, ArchivedPage | BrokenRecord)
        yield one


def _staged(shard: Shard) -> str:
    return f"{STAGE}/{shard.name}{ENDINGS['jsonl']}"


def _final(shard: Shard, settings: CorpusSettings) -> str:
    return f"{DATA}/{shard.name}{ENDINGS[settings.file_format]}"


def _silent(counts: PageCounts, at: int) -> None:
    return
