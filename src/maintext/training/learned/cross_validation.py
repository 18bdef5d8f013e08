"""Cross-validation grouped by site: the predictions for a page come from a network that saw no page of its site.

Each fold has an ensemble as large as that of the model, so the figures and the calibration are those of an ensemble.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from queue import Empty
from typing import TYPE_CHECKING, NamedTuple

import torch

from maintext.extractors.learned.network import join_inputs, stack_networks
from maintext.progress import Progress, no_progress
from maintext.training.learned.folds import assign_fold
from maintext.training.learned.network_fitting import Hyperparameters, fit_network
from maintext.training.learned.predictions import Predictions, join_predictions, predict
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from maintext.extractors.learned.network import Weights


class CrossValidation(NamedTuple):
    """Predictions for every page by networks fitted to other sites, and the networks fitted to all pages."""

    predictions: "list[Predictions]"
    networks: "list[Weights]"


def cross_validate(
    pages: Sequence[TrainingPage],
    settings: Hyperparameters,
    folds: int,
    processes: int = 1,
    progress: Progress = no_progress,
) -> CrossValidation:
    """Fit the ensemble for every fold and for all pages; progress gets a line for every epoch."""
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
    predictions: list[list[Predictions]] = [[] for _ in pages]
    for held_out, _ in results:
        for page, by_network in held_out.items():
            predictions[page].append(by_network)
    networks = [weights for job, (_, weights) in zip(jobs, results, strict=True) if job.fold is None]
    return CrossValidation([join_predictions(by_network) for by_network in predictions], networks)


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
        fitted_to = "all pages" if job.fold is None else f"fold {job.fold + 1} of {self.folds}"
        part = f"{fitted_to}, network {job.network + 1} of {settings.networks}"

        def report(epoch: int, loss: float) -> None:
            self.epochs.put(f"{part}, epoch {epoch + 1} of {settings.epochs}, loss {loss:.3f}")

        weights = fit_network([page for page, fold in pairs if fold != job.fold], settings, report)
        joined = join_inputs(stack_networks([weights]))
        return {at: predict(joined, page) for at, (page, fold) in enumerate(pairs) if fold == job.fold}, weights


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
