"""INPUTS -> CORPUS: plan the shards, run their jobs, and write the manifest."""

import json
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from maintext.corpus.corpus_jobs import CorpusJob, JobKind, Report, marker_of
from maintext.corpus.engines import Engine, FailedJob, Finished, JobEvent
from maintext.corpus.fingerprints import STAGE
from maintext.corpus.locations import PLAN
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import Shard, limit_shards, plan_shards
from maintext.corpus.stages import count_pages
from maintext.corpus.storage import WORKING, Storage
from maintext.data_formats import load_json
from maintext.data_shapes import checked_value
from maintext.errors import CorpusError
from maintext.version import __version__

MANIFEST: Final = "manifest.json"
_LAYOUT: Final = 1

EventCallback = Callable[[JobEvent], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The shards and settings of a corpus; the same plan gives the same bytes."""

    settings: CorpusSettings
    shards: tuple[Shard, ...]
    extractor_version: str

    @classmethod
    def of(cls, inputs: Iterable[str], settings: CorpusSettings, limit: int | None = None) -> "Plan":
        """Plan the shards of inputs; with a limit, only as many shards as needed."""
        extractor = RecordBuilder.of(settings).extractor
        missing = extractor.missing()
        if missing:
            raise CorpusError(f"{extractor} is not installed here; try: {missing}")
        shards = plan_shards(inputs)
        if limit is not None:
            shards = _first_pages(shards, settings, limit)
        return cls(replace(settings, extractor=str(extractor)), shards, extractor.version())

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain values."""
        return {
            "layout": _LAYOUT,
            "maintext": __version__,
            "extractor_version": self.extractor_version,
            "settings": asdict(self.settings),
            "shards": [asdict(shard) for shard in self.shards],
        }


@dataclass(frozen=True, slots=True)
class CorpusManifest:
    """The counts and reports of a corpus."""

    counts: PageCounts
    reports: tuple[Report, ...]
    failed_shards: dict[str, str]
    """Shards that could not be done, and why."""

    def to_dict(self) -> dict[str, Any]:
        """The manifest as plain values; its counts are sums over the shards."""
        return {
            "counts": self.counts.to_dict(),
            "shards": [report.to_dict() for report in self.reports],
            "failed_shards": self.failed_shards,
        }


def make_corpus(plan: Plan, out: str, engine: Engine, show: EventCallback = lambda event: None) -> CorpusManifest:
    """Build or resume a corpus; finished shards are kept."""
    storage = Storage(out)
    with _locked(storage):
        _start_or_resume(storage, plan)
        failed_shards: dict[str, str] = {}
        extracted = _run_jobs("extract", storage, plan, plan.shards, engine, show, failed_shards)
        if plan.settings.in_two_passes:
            _run_comparison(storage, plan, extracted, engine, show)
            _run_jobs("finish", storage, plan, extracted, engine, show, failed_shards)
        manifest = collect_manifest(storage, plan, failed_shards)
        content = json.dumps(plan.to_dict() | manifest.to_dict(), ensure_ascii=False, indent=1)
        storage.write(MANIFEST, content.encode("utf-8", "replace") + b"\n")
        if not failed_shards:
            storage.remove(STAGE)
        storage.remove(WORKING)
    return manifest


def collect_manifest(storage: Storage, plan: Plan, failed_shards: dict[str, str]) -> CorpusManifest:
    """Collect the manifest from the markers of finished shards."""
    markers = [marker_of(shard.name) for shard in plan.shards if shard.name not in failed_shards]
    reports = tuple(storage.read_json(marker, Report) for marker in markers)
    total = PageCounts()
    for report in reports:
        total.add(report.counts)
    return CorpusManifest(total, reports, failed_shards)


def shards_done(out: str, shards: Sequence[Shard]) -> list[Shard]:
    """The shards that are finished."""
    storage = Storage(out)
    return [shard for shard in shards if storage.has(marker_of(shard.name))]


def _run_jobs(
    kind: JobKind,
    storage: Storage,
    plan: Plan,
    shards: Sequence[Shard],
    engine: Engine,
    show: EventCallback,
    failed_shards: dict[str, str],
) -> list[Shard]:
    """Run a job for each shard; returns the shards that succeeded."""
    jobs = [CorpusJob(kind, storage.location, plan.settings, (shard,)) for shard in shards]
    with closing(engine.run(jobs)) as events:
        for event in events:
            if isinstance(event, FailedJob):
                failed_shards[event.job.name] = event.message
            show(event)
    return [shard for shard in shards if shard.name not in failed_shards]


def _run_comparison(storage: Storage, plan: Plan, shards: Sequence[Shard], engine: Engine, show: EventCallback) -> None:
    if not shards:
        return
    with closing(engine.run([CorpusJob("decide", storage.location, plan.settings, tuple(shards))])) as events:
        for event in events:
            if isinstance(event, FailedJob):
                raise CorpusError(f"cannot compare the pages: {event.message}")
            if isinstance(event, Finished):
                show(event)


def _first_pages(shards: tuple[Shard, ...], settings: CorpusSettings, limit: int) -> tuple[Shard, ...]:
    pages: dict[str, int] = {}
    for shard in shards:
        left = limit - sum(pages.values())
        if left <= 0:
            break
        pages[shard.name] = count_pages(shard, settings, left)
    return limit_shards(shards, limit, pages)


@contextmanager
def _locked(storage: Storage) -> Iterator[None]:
    """Lock the output for this run, and remove temporary files of a killed run."""
    if storage.remote:
        yield
        return
    from maintext.runs.store import locked

    working = Path(storage.location, WORKING)
    with locked(working):
        for path in working.iterdir():
            if path.name != ".lock":
                path.unlink(missing_ok=True)
        yield


def _start_or_resume(storage: Storage, plan: Plan) -> None:
    """Start or resume the corpus; on an error, the folder is left unchanged."""
    try:
        _check(storage, plan)
    except CorpusError:
        storage.remove(WORKING)
        raise


def _check(storage: Storage, plan: Plan) -> None:
    """Write the plan of a new corpus, or check that the existing plan is the same."""
    values = json.loads(json.dumps(plan.to_dict()))
    if not storage.has(PLAN):
        if storage.names("."):
            raise CorpusError(f"{storage.location} is not empty and not a corpus; choose another folder with -o")
        storage.write(PLAN, json.dumps(values, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n")
        return
    known = _stored_plan(storage)
    if known == values:
        return
    differs = _difference(known, values)
    raise CorpusError(f"{storage.location} was started with {differs}; use the same, or choose another folder with -o")


def _stored_plan(storage: Storage) -> dict[str, Any]:
    """The stored plan of the corpus, as plain values."""
    try:
        known = checked_value(dict[str, Any], load_json(storage.read(PLAN)))
        checked_value(dict[str, Any], known.get("settings"))
    except ValueError as error:
        raise CorpusError(f"{storage.location}/{PLAN} is damaged: {error}; choose another folder with -o") from error
    return typing.cast("dict[str, Any]", known)


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """The first difference between two plans."""
    for name in ("layout", "maintext", "extractor_version"):
        if old.get(name) != new[name]:
            return f"{name.replace('_', ' ')} {old.get(name)}, not {new[name]}"
    for name, value in new["settings"].items():
        before = old["settings"].get(name)
        if before != value:
            if isinstance(value, dict) and isinstance(before, dict):
                name, before, value = next(
                    (key, before.get(key), value[key]) for key in value if before.get(key) != value[key]
                )
            return f"{name.replace('_', ' ')} {before}, not {value}"
    return "other inputs, or inputs that have changed"
