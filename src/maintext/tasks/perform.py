"""Doing a task with the texts of stored runs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from maintext.progress import Progress, no_progress
from maintext.runs import Run
from maintext.tasks.material import Material, Source, materials
from maintext.tasks.registry import TASKS
from maintext.tasks.result import TaskResult
from maintext.tasks.store import find, keep
from maintext.tasks.task import Judge, Task

"""Hands items on one by one, and may show how far they are."""


def perform(
    task: str | Task,
    runs: Sequence[Run],
    *,
    dataset: str | Path | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
    workers: int = 1,
    progress: Progress = no_progress,
) -> list[TaskResult]:
    """The task's results on each dataset that the runs are of; what was done before is read from beside the runs."""
    chosen = TASKS.build(task, imports=True) if isinstance(task, str) else task
    found = materials(runs, dataset=dataset, wanted=wanted, without=without)
    return [_perform(chosen, material, workers, progress) for material in found]


def _perform(task: Task, material: Material, workers: int, progress: Progress) -> TaskResult:
    documents = task.choose(material.documents)
    ids = [document.id for document in documents]
    left_out = dict(material.left_out)
    if passed := len(material.documents) - len(documents):
        left_out["nothing for this task"] = passed
    judge: Judge | None = None

    def stats(run: Run, spec: str | None, texts: Callable[[], list[str]]) -> Any:
        nonlocal judge
        known = find(run, task, spec, ids)
        if known is None:
            judge = judge or task.prepare(documents, workers)
            known = judge(texts())
            keep(run, task, spec, ids, known, left_out)
        return known

    runs = {source.scored_run.run.folder: source.scored_run.run for source in material.sources}
    reference, *_ = [stats(run, None, lambda: [document.gold for document in documents]) for run in runs.values()]

    def texts_of(source: Source) -> Callable[[], list[str]]:
        return lambda: source.texts(documents)

    extractors = {
        source.label: stats(source.scored_run.run, source.spec, texts_of(source))
        for source in progress(material.sources, str(task))
    }
    return TaskResult(task, material.dataset, tuple(documents), reference, extractors, left_out, material.sources)
