"""Cache of task results in RUN/tasks/*.json: one file per extractor, and one for the gold.

An entry is valid while the task, its inputs, the documents and the extractor's results are unchanged.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.files import read_file, write_atomically
from maintext.runs import Run
from maintext.tasks.task import Stats, Task

FOLDER = "tasks"


@dataclass(frozen=True, slots=True)
class CachedResult:
    """The counts of every document for one extractor; the extractor None is the gold."""

    task: str
    key: str
    extractor: str | None
    state: str
    documents: tuple[str, ...]
    stats: tuple[Stats, ...]
    left_out: dict[str, int]


def state_of(run: Run, spec: str | None) -> str:
    """A fingerprint of an extractor's results; for the gold, the digest of the dataset."""
    if spec is None:
        return run.dataset.digest
    size, changed = run.results_state(spec)
    return f"{run.dataset.digest} {size} {changed}"


def find_cached(run: Run, task: Task, spec: str | None, documents: Sequence[str]) -> list[Stats] | None:
    """The cached counts of a task for an extractor on these documents; None if there are none."""
    cached = _read(_cache_file(run, task, spec, documents))
    wanted = (task.key(), state_of(run, spec), tuple(documents))
    return list(cached.stats) if cached and (cached.key, cached.state, cached.documents) == wanted else None


def cache_result(
    run: Run, task: Task, spec: str | None, documents: Sequence[str], stats: Sequence[Stats], left_out: dict[str, int]
) -> None:
    """Write a result to the cache; a folder that cannot be written is ignored."""
    cached = CachedResult(str(task), task.key(), spec, state_of(run, spec), tuple(documents), tuple(stats), left_out)
    place = _cache_file(run, task, spec, documents)
    try:
        place.parent.mkdir(exist_ok=True)
        write_atomically(place, json.dumps(asdict(cached), ensure_ascii=False).encode())
    except OSError:
        return


def cached_results(run: Run) -> Iterator[CachedResult]:
    """All valid cached results of a run."""
    folder = run.folder / FOLDER
    for place in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        cached = _read(place)
        known = cached is not None and (cached.extractor is None or cached.extractor in run.extractors)
        if cached and known and cached.state == state_of(run, cached.extractor):
            yield cached


def _read(place: Path) -> CachedResult | None:
    try:
        return dataclass_from(CachedResult, load_json(read_file(place)))
    except (OSError, ValueError):
        return None


def _cache_file(run: Run, task: Task, spec: str | None, documents: Sequence[str]) -> Path:
    key = hashlib.sha256(repr((task.key(), spec, tuple(documents))).encode()).hexdigest()[:24]
    return run.folder / FOLDER / f"{key}.json"
