"""Run a task on the texts of stored runs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from maintext.progress import Progress, no_progress
from maintext.runs import Run
from maintext.tasks.registry import TASKS
from maintext.tasks.result import TaskResult
from maintext.tasks.result_cache import cache_result, find_cached
from maintext.tasks.shared_documents import SharedDocuments, TextSource, shared_documents
from maintext.tasks.task import Task, TextScorer


def run_task(
    task: str | Task,
    runs: Sequence[Run],
    *,
    dataset: str | Path | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
    workers: int = 1,
    progress: Progress = no_progress,
) -> list[TaskResult]:
    """Run a task on each dataset of the runs; cached results are reused."""
    chosen = TASKS.build(task, imports=True) if isinstance(task, str) else task
    found = shared_documents(runs, dataset=dataset, wanted=wanted, without=without)
    return [_run_on_documents(chosen, shared, workers, progress) for shared in found]


def _run_on_documents(task: Task, shared: SharedDocuments, workers: int, progress: Progress) -> TaskResult:
    documents = task.choose(shared.documents)
    ids = [document.id for document in documents]
    left_out = dict(shared.left_out)
    if passed := len(shared.documents) - len(documents):
        left_out["nothing for this task"] = passed
    score_texts: TextScorer | None = None

    def stats(run: Run, spec: str | None, texts: Callable[[], list[str]]) -> Any:
        nonlocal score_texts
        known = find_cached(run, task, spec, ids)
        if known is None:
            score_texts = score_texts or task.prepare(documents, workers)
            known = score_texts(texts())
            cache_result(run, task, spec, ids, known, left_out)
        return known

    runs = {source.scored_run.run.folder: source.scored_run.run for source in shared.sources}
    reference, *_ = [stats(run, None, lambda: [document.gold for document in documents]) for run in runs.values()]

    def texts_of(source: TextSource) -> Callable[[], list[str]]:
        return lambda: source.texts(documents)

    extractors = {
        source.label: stats(source.scored_run.run, source.spec, texts_of(source))
        for source in progress(shared.sources, str(task))
    }
    return TaskResult(task, shared.dataset, tuple(documents), reference, extractors, left_out, shared.sources)
