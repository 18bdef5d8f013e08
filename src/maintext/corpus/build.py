"""INPUTS -> CORPUS: plan the shards, have them done, and write the manifest."""

import json
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from maintext.corpus.counts import Counts
from maintext.corpus.engines import Engine, Event, Finished, Spoiled
from maintext.corpus.fingerprints import STAGE
from maintext.corpus.jobs import CorpusJob, JobKind, Report, marker_of
from maintext.corpus.locations import PLAN
from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import Settings
from maintext.corpus.shards import Shard, cut, plan_shards
from maintext.corpus.stages import count_pages
from maintext.corpus.storage import WORKING, Storage
from maintext.data_formats import load_json
from maintext.data_shapes import checked_value
from maintext.errors import CorpusError
from maintext.version import __version__

MANIFEST: Final = "manifest.json"
_LAYOUT: Final = 1

Show = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a corpus is made of: the same plan gives the same bytes."""

    settings: Settings
    shards: tuple[Shard, ...]
    extractor_version: str

    @classmethod
    def of(cls, inputs: Iterable[str], settings: Settings, limit: int | None = None) -> "Plan":
        """The plan for inputs; with a limit, shards are counted until it is reached."""
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
            "settings": self.settings.to_dict(),
            "shards": [shard.to_dict() for shard in self.shards],
        }


@dataclass(frozen=True, slots=True)
class Manifest:
    """What came of a corpus."""

    counts: Counts
    reports: tuple[Report, ...]
    spoiled: dict[str, str]
    """Shards that could not be done, and why."""

    def to_dict(self) -> dict[str, Any]:
        """The manifest as plain values; its counts are the sums of the shards'."""
        return {
            "counts": self.counts.to_dict(),
            "shards": [report.to_dict() for report in self.reports],
            "spoiled": self.spoiled,
        }


def make_corpus(plan: Plan, out: str, engine: Engine, show: Show = lambda event: None) -> Manifest:
    """Make a corpus, or go on with one: shards that are done stay as they are."""
    storage = Storage(out)
    with _held(storage):
        _begin(storage, plan)
        spoiled: dict[str, str] = {}
        extracted = _have_done("extract", storage, plan, plan.shards, engine, show, spoiled)
        if plan.settings.in_two_passes:
            _have_compared(storage, plan, extracted, engine, show)
            _have_done("finish", storage, plan, extracted, engine, show, spoiled)
        manifest = read_manifest(storage, plan, spoiled)
        content = json.dumps(plan.to_dict() | manifest.to_dict(), ensure_ascii=False, indent=1)
        storage.write(MANIFEST, content.encode("utf-8", "replace") + b"\n")
        if not spoiled:
            storage.remove(STAGE)
        storage.remove(WORKING)
    return manifest


def read_manifest(storage: Storage, plan: Plan, spoiled: dict[str, str]) -> Manifest:
    """The manifest from the markers of the shards that are done."""
    markers = [marker_of(shard.name) for shard in plan.shards if shard.name not in spoiled]
    reports = tuple(storage.read_json(marker, Report) for marker in markers)
    total = Counts()
    for report in reports:
        total.add(report.counts)
    return Manifest(total, reports, spoiled)


def shards_done(out: str, shards: Sequence[Shard]) -> list[Shard]:
    """Which shards are done already."""
    storage = Storage(out)
    return [shard for shard in shards if storage.has(marker_of(shard.name))]


def _have_done(
    kind: JobKind,
    storage: Storage,
    plan: Plan,
    shards: Sequence[Shard],
    engine: Engine,
    show: Show,
    spoiled: dict[str, str],
) -> list[Shard]:
    """Have a job done for each shard; returns the shards for which it went well."""
    jobs = [CorpusJob(kind, storage.location, plan.settings, (shard,)) for shard in shards]
    with closing(engine.run(jobs)) as events:
        for event in events:
            if isinstance(event, Spoiled):
                spoiled[event.job.name] = event.message
            show(event)
    return [shard for shard in shards if shard.name not in spoiled]


def _have_compared(storage: Storage, plan: Plan, shards: Sequence[Shard], engine: Engine, show: Show) -> None:
    if not shards:
        return
    with closing(engine.run([CorpusJob("decide", storage.location, plan.settings, tuple(shards))])) as events:
        for event in events:
            if isinstance(event, Spoiled):
                raise CorpusError(f"the pages cannot be compared: {event.message}")
            if isinstance(event, Finished):
                show(event)


def _first_pages(shards: tuple[Shard, ...], settings: Settings, limit: int) -> tuple[Shard, ...]:
    pages: dict[str, int] = {}
    for shard in shards:
        left = limit - sum(pages.values())
        if left <= 0:
            break
        pages[shard.name] = count_pages(shard, settings, left)
    return cut(shards, limit, pages)


@contextmanager
def _held(storage: Storage) -> Iterator[None]:
    """Hold the output for this run alone, and clear away what a killed one has left."""
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


def _begin(storage: Storage, plan: Plan) -> None:
    """Begin the corpus, or go on with it; if that is refused, the folder is left as it was."""
    try:
        _check(storage, plan)
    except CorpusError:
        storage.remove(WORKING)
        raise


def _check(storage: Storage, plan: Plan) -> None:
    """Begin the corpus, or see that it is this one."""
    values = json.loads(json.dumps(plan.to_dict()))
    if not storage.has(PLAN):
        if storage.names("."):
            raise CorpusError(f"{storage.location} holds other files; choose another folder with -o")
        storage.write(PLAN, json.dumps(values, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n")
        return
    known = _begun(storage)
    if known == values:
        return
    differs = _difference(known, values)
    raise CorpusError(
        f"{storage.location} was begun with {differs}; give the same again, or choose another folder with -o"
    )


def _begun(storage: Storage) -> dict[str, Any]:
    """The plan that the corpus was begun with, as plain values."""
    try:
        known = checked_value(dict[str, Any], load_json(storage.read(PLAN)))
        checked_value(dict[str, Any], known.get("settings"))
    except ValueError as error:
        raise CorpusError(f"{storage.location}/{PLAN} is damaged: {error}; choose another folder with -o") from error
    return typing.cast("dict[str, Any]", known)


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """The first thing in which two plans differ."""
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
