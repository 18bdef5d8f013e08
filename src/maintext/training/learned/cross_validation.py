"""Cross-validation grouped by site: the predictions for a page come from networks that saw no page of its site."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from multiprocessing import get_context
from queue import Empty
from typing import TYPE_CHECKING, NamedTuple

import torch

from maintext.progress import Progress, no_progress
from maintext.training.learned.network_fitting import Hyperparameters, fit_network
from maintext.training.learned.predictions import Predictions, predict
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from maintext.extractors.learned.network import Weights


class CrossValidation(NamedTuple):
    """Predictions for every page by networks fitted to other sites, and the networks fitted to all pages."""

    predictions: "list[Predictions]"
    networks: "list[Weights]"


def assign_fold(site: str, folds: int) -> int:
    """The fold of a site; the same in every run."""
    return int.from_bytes(sha256(site.encode()).digest()[:8]) % folds


def cross_validate(
    pages: Sequence[TrainingPage],
    settings: Hyperparameters,
    folds: int,
    processes: int = 1,
    progress: Progress = no_progress,
) -> CrossValidation:
    """Fit networks for every fold and for all pages, several at once; progress gets a line for every epoch."""
    jobs = [_Job(fold, network) for fold in (*range(folds), None) for network in range(settings.networks)]
    context = get_context()
    epochs: Queue[str] = context.Queue()
    task = _Task(pages, [assign_fold(page.site, folds) for page in pages], folds, settings, epochs)
    workers = min(processes, len(jobs))
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_set_task, initargs=(task,)) as pool:
        futures = [pool.submit(_run, job) for job in jobs]
        try:
            for _ in progress(_read_epochs(epochs, futures, settings.epochs), str, len(jobs) * settings.epochs):
                pass
            results = [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()
    predictions: dict[int, Predictions] = {}
    for held_out, _ in results:
        for page, found in held_out.items():
            predictions[page] = predictions[page] + found if page in predictions else found
    networks = [weights for job, (_, weights) in zip(jobs, results, strict=True) if job.fold is None]
    return CrossValidation([predictions[page] for page in range(len(pages))], networks)


class _Job(NamedTuple):
    """One network to fit, with a fold held out; without one, to all pages."""

    fold: int | None
    network: int


_Result = tuple[dict[int, Predictions], "Weights"]


@dataclass(frozen=True, eq=False)
class _Task:
    """What every worker process needs, sent once when it starts."""

    pages: Sequence[TrainingPage]
    page_folds: Sequence[int]
    folds: int
    settings: Hyperparameters
    epochs: "Queue[str]"
    """Receives a line for every finished epoch."""

    def run(self, job: _Job) -> "_Result":
        """Fit one network, and predict the pages of the held-out fold."""
        torch.set_num_threads(1)
        pairs = list(zip(self.pages, self.page_folds, strict=True))
        settings = replace(self.settings, seed=self.settings.seed + job.network)
        part = "all pages" if job.fold is None else f"fold {job.fold + 1} of {self.folds}"

        def report(epoch: int, loss: float) -> None:
            network = f"network {job.network + 1} of {settings.networks}"
            self.epochs.put(f"{part}, {network}, epoch {epoch + 1} of {settings.epochs}, loss {loss:.3f}")

        weights = fit_network([page for page, fold in pairs if fold != job.fold], settings, report)
        return {at: predict(weights, page) for at, (page, fold) in enumerate(pairs) if fold == job.fold}, weights


def _read_epochs(epochs: "Queue[str]", futures: "Sequence[Future[_Result]]", per_network: int) -> Iterator[str]:
    """The lines for finished epochs, until all networks are fitted or one has failed."""
    remaining = len(futures) * per_network
    while remaining and not any(future.done() and future.exception() for future in futures):
        try:
            yield epochs.get(timeout=1)
        except Empty:
            continue
        remaining -= 1


_TASK: list[_Task] = []
"""In a worker process, its task."""


def _set_task(task: _Task) -> None:
    _TASK[:] = [task]


def _run(job: _Job) -> "_Result":
    return _TASK[0].run(job)
