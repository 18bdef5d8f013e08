"""Counts of many pages, in one process or several."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from maintext.errors import MetricError
from maintext.metrics.counts import Counts
from maintext.metrics.metric import Gold, Metric, Retrieved

Pair = tuple[Gold, Retrieved]
_CHUNK_CHARACTERS = 500_000
_WORTH_A_PROCESS = 2_000_000


def count_many(metric: Metric, pairs: Sequence[Pair], workers: int = 1) -> list[Counts | None]:
    """The counts of each page, in order; the result does not depend on the number of workers."""
    return [counts for (counts,) in count_together([metric], pairs, workers)]


def count_together(metrics: Sequence[Metric], pairs: Sequence[Pair], workers: int = 1) -> list[list[Counts | None]]:
    """The counts of each page by several metrics, so that metrics that read the same markup parse it once."""
    if workers < 1:
        raise MetricError(f"cannot score with {workers} workers; use at least 1")
    if workers == 1 or sum(map(_weight, pairs)) < _WORTH_A_PROCESS:
        return _count(metrics, pairs)
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            jobs = [pool.submit(_count, metrics, chunk) for chunk in _chunks(pairs)]
            return [counts for job in jobs for counts in job.result()]
    except BrokenProcessPool as error:
        names = ", ".join(map(str, metrics))
        raise MetricError(f"a worker process exited while scoring with {names}; try again with one worker") from error


def _count(metrics: Sequence[Metric], pairs: Sequence[Pair]) -> list[list[Counts | None]]:
    return [[metric.counts(gold, retrieved) for metric in metrics] for gold, retrieved in pairs]


def _chunks(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """The pages in chunks with about the same amount of text, in order."""
    chunk: list[Pair] = []
    size = 0
    for pair in pairs:
        chunk.append(pair)
        size += _weight(pair)
        if size >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _weight(pair: Pair) -> int:
    gold, retrieved = pair
    return len(gold.text) + len(retrieved.text)
