"""Downloads of many URLs: several hosts at a time, one request at a time per host, with a pause between them."""

import heapq
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final

from maintext.errors import FetchError
from maintext.fetch.http import Fetched
from maintext.urls import host_of

PARALLEL: Final = 4
"""How many hosts are asked at the same time."""
DELAY: Final = 2.0
"""Seconds between the end of a request and the next one to the same host."""


def fetch_politely(
    urls: Sequence[str], fetch: Callable[[str], Fetched], *, parallel: int = PARALLEL, delay: float = DELAY
) -> Iterator[tuple[int, Fetched | FetchError]]:
    """Fetch URLs and yield each response, or the error in its place, with the index of its URL, as they arrive.

    Besides the requests in progress, a response is fetched only after the caller has taken the ones before it.
    """
    queues: dict[str, deque[int]] = {}
    for index, url in enumerate(urls):
        queues.setdefault(host_of(url), deque()).append(index)
    ready = [(0.0, number, host) for number, host in enumerate(queues)]  # when a host may be asked; a heap
    running: dict[Future[Fetched], tuple[int, int, str]] = {}
    threads = ThreadPoolExecutor(max(1, parallel))
    try:
        while ready or running:
            while ready and len(running) < parallel and ready[0][0] <= time.monotonic():
                _, number, host = heapq.heappop(ready)
                index = queues[host].popleft()
                running[threads.submit(fetch, urls[index])] = (index, number, host)
            for future in _finished(running, ready, parallel):
                index, number, host = running.pop(future)
                if queues[host]:
                    heapq.heappush(ready, (time.monotonic() + delay, number, host))
                yield index, _result(future)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


def _finished(
    running: dict[Future[Fetched], tuple[int, int, str]], ready: list[tuple[float, int, str]], parallel: int
) -> set[Future[Fetched]]:
    """The requests that have ended; none if a host may be asked before one ends."""
    pause = max(0.0, ready[0][0] - time.monotonic()) if ready and len(running) < parallel else None
    if not running:
        time.sleep(pause or 0.0)
        return set()
    return wait(running, timeout=pause, return_when=FIRST_COMPLETED).done


def _result(future: Future[Fetched]) -> Fetched | FetchError:
    try:
        return future.result()
    except FetchError as error:
        return error
