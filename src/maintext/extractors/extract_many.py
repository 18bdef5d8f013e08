"""Many pages at once: extraction on all processors, in order."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

from maintext.errors import MaintextError
from maintext.extractors.extract import extract

if TYPE_CHECKING:
    from maintext.sandbox.limits import Limits


@dataclass(frozen=True, slots=True)
class Outcome:
    """The extraction of one page, or the error."""

    output: str
    """The main text in the chosen format; empty if extraction failed."""
    reason: str | None = None
    confidence: float | None = None
    page_type: str | None = None
    error: str | None = None
    """Why extraction failed; None if it succeeded."""


def extract_many(
    pages: Iterable[str | bytes],
    *,
    extractor: str = "default",
    output_format: str = "text",
    processes: int | None = None,
    limits: "Limits | None" = None,
    **parameters: object,
) -> Iterator[Outcome]:
    """The main text of many pages, in order; a page on which extraction fails becomes an outcome with an error.

    `processes` is how many pages are extracted at once, by default one per available processor; 1 works in this
    process. `limits` are the time and memory that one page may take in a process of its own. Further keywords are
    those of `extract`.
    """
    settings = {"extractor": str(extractor), "output_format": output_format, **parameters}
    extract("<p>", **settings)  # type: ignore[arg-type]  # wrong settings are reported at once
    if processes == 1:
        return (_extract(settings, page) for page in pages)
    return _in_order(pages, settings, limits, processes)


def load_settings(settings: bytes) -> Callable[[bytes], bytes]:
    """The function of a worker process: extract pages with the same settings."""
    values = json.loads(settings)
    _extract(values, "<p>what is loaded at first must not count as the first page's time</p>")
    return partial(_extract_payload, values)


def _in_order(
    pages: Iterable[str | bytes], settings: dict[str, object], limits: "Limits | None", processes: int | None
) -> Iterator[Outcome]:
    """Outcomes in the order of the pages; those that wait for an earlier page are kept, at most for its time limit."""
    from maintext.sandbox.cpus import available_cpus
    from maintext.sandbox.limits import Limits
    from maintext.sandbox.pool import PoolOptions, run_jobs
    from maintext.sandbox.protocol import Target

    finished: dict[int, Outcome] = {}
    following = 0
    target = Target(
        "maintext.extractors.extract_many:load_settings", json.dumps(settings).encode(), name="extract_many"
    )
    jobs = enumerate(map(_payload, pages))
    for reply in run_jobs(target, jobs, limits or Limits(), PoolOptions(processes or available_cpus())):
        result = reply.result
        finished[reply.key] = (
            Outcome(**json.loads(result)) if isinstance(result, bytes) else Outcome("", error=result.message)
        )
        while following in finished:
            yield finished.pop(following)
            following += 1


def _payload(page: str | bytes) -> bytes:
    from maintext.sandbox.packing import join_parts

    is_text = isinstance(page, str)
    return join_parts(is_text, page.encode("utf-8", "surrogatepass") if isinstance(page, str) else bytes(page))


def _extract_payload(settings: dict[str, object], payload: bytes) -> bytes:
    from maintext.sandbox.packing import split_parts

    is_text, (page,) = split_parts(payload)
    outcome = _extract(settings, page.decode("utf-8", "surrogatepass") if is_text else page)
    return json.dumps(asdict(outcome)).encode()


def _extract(settings: dict[str, object], page: str | bytes) -> Outcome:
    try:
        found = extract(page, **settings)  # type: ignore[arg-type]
        return Outcome(found.output, found.reason, found.confidence, found.page_type)
    except MaintextError as error:
        return Outcome("", error=str(error))
