"""Task results beside the runs they come from: RUN/tasks/*.json, one file per extractor, and one for the gold.

A file counts for as long as the task, its inputs, the documents and the extractor's results are what they were.
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
class Stored:
    """What every document contributed to a task with the texts of one extractor; None stands for the gold."""

    task: str
    key: str
    extractor: str | None
    state: str
    documents: tuple[str, ...]
    stats: tuple[Stats, ...]
    left_out: dict[str, int]


def state_of(run: Run, spec: str | None) -> str:
    """What tells the results of an extractor from other ones; the gold is told by the dataset's digest."""
    if spec is None:
        return run.dataset.digest
    size, changed = run.results_state(spec)
    return f"{run.dataset.digest} {size} {changed}"


def find(run: Run, task: Task, spec: str | None, documents: Sequence[str]) -> list[Stats] | None:
    """What was kept of this task with this extractor on these documents."""
    held = _read(_place(run, task, spec, documents))
    wanted = (task.key(), state_of(run, spec), tuple(documents))
    return list(held.stats) if held and (held.key, held.state, held.documents) == wanted else None


def keep(
    run: Run, task: Task, spec: str | None, documents: Sequence[str], stats: Sequence[Stats], left_out: dict[str, int]
) -> None:
    """Keep a result; a folder that cannot be written only costs time."""
    held = Stored(str(task), task.key(), spec, state_of(run, spec), tuple(documents), tuple(stats), left_out)
    place = _place(run, task, spec, documents)
    try:
        place.parent.mkdir(exist_ok=True)
        write_atomically(place, json.dumps(asdict(held), ensure_ascii=False).encode())
    except OSError:
        return


def stored(run: Run) -> Iterator[Stored]:
    """Every result beside a run that still holds."""
    folder = run.folder / FOLDER
    for place in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        held = _read(place)
        known = held is not None and (held.extractor is None or held.extractor in run.extractors)
        if held and known and held.state == state_of(run, held.extractor):
            yield held


def _read(place: Path) -> Stored | None:
    try:
        return dataclass_from(Stored, load_json(read_file(place)))
    except (OSError, ValueError):
        return None


def _place(run: Run, task: Task, spec: str | None, documents: Sequence[str]) -> Path:
    key = hashlib.sha256(repr((task.key(), spec, tuple(documents))).encode()).hexdigest()[:24]
    return run.folder / FOLDER / f"{key}.json"
