"""Many pages at once: extraction on all cores, in order, with bounded memory."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from maintext.errors import MaintextError
from maintext.extractors.extract import extract

if TYPE_CHECKING:
    from concurrent.futures import Future

_CHUNK: Final = 16
_AHEAD: Final = 3
"""How many chunks per process wait or run at a time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one page."""

    output: str
    """The main text in the format that was asked for; empty if the page could not be read."""
    reason: str | None = None
    confidence: float | None = None
    page_type: str | None = None
    error: str | None = None
    """Why the page could not be read; None if it could."""


def extract_many(
    pages: Iterable[str | bytes],
    *,
    extractor: str = "default",
    output_format: str = "text",
    processes: int | None = None,
    **parameters: object,
) -> Iterator[Outcome]:
    """The main text of many pages, in their order; a page that cannot be read becomes an error, the others go on.

    `processes` is how many work at once: all cores unless it is given. Further keywords are those of `extract`.
    """
    settings = {"extractor": extractor, "output_format": output_format, **parameters}
    extract("<p>", **settings)  # type: ignore[arg-type]  # wrong settings are told at once
    count = processes or os.cpu_count() or 1
    if count == 1:
        return (_extract(page, settings) for page in pages)
    return _spread(iter(pages), settings, count)


def _spread(pages: Iterator[str | bytes], settings: dict[str, object], processes: int) -> Iterator[Outcome]:
    from concurrent.futures import ProcessPoolExecutor

    waiting: deque[Future[list[Outcome]]] = deque()
    with ProcessPoolExecutor(processes, initializer=_begin) as pool:
        while chunk := list(islice(pages, _CHUNK)):
            waiting.append(pool.submit(_extract_chunk, chunk, settings))
            if len(waiting) >= _AHEAD * processes:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _begin() -> None:
    """Each process has its own core: the matrix library must not take the others'."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _extract_chunk(pages: list[str | bytes], settings: dict[str, object]) -> list[Outcome]:
    return [_extract(page, settings) for page in pages]


def _extract(page: str | bytes, settings: dict[str, object]) -> Outcome:
    try:
        found = extract(page, **settings)  # type: ignore[arg-type]
        return Outcome(found.output, found.reason, found.confidence, found.page_type)
    except MaintextError as error:
        return Outcome("", error=str(error))
