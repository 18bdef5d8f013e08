"""The functions of a run's worker processes: build one extractor, then extract page after page."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from maintext.runs.outcome import Result, to_line
from maintext.sandbox.memory import PeakMemory
from maintext.sandbox.packing import split_parts

if TYPE_CHECKING:
    from maintext.extractors import Extraction, Extractor


def load_extractor(spec: bytes) -> Callable[[bytes], bytes]:
    """The function that extracts pages with the extractor of a spec."""
    from maintext.extractors import EXTRACTORS
    from maintext.page import read_page

    extractor = EXTRACTORS.build(spec.decode(), imports=True)
    read_page(f"<p>loading {extractor} must not count as the first page's time</p>")
    with suppress(Exception):  # if preparation fails, every page reports it
        extractor.prepare()
    return partial(extract_page, extractor, PeakMemory())


def extract_page(extractor: "Extractor", peak: PeakMemory, job: bytes) -> bytes:
    """The result of a page as the line for the results file."""
    from maintext.page import read_page

    (name, url, charset), (html,) = split_parts(job)
    start = time.perf_counter()
    page = read_page(html, url=url, charset=charset)
    reading = time.perf_counter() - start
    extraction = extractor.extract(page)
    text = extraction.text
    seconds = time.perf_counter() - start
    _check(extraction)
    raw, media_type, reason = extraction.raw, extraction.media_type, extraction.reason
    start = time.perf_counter()
    markup = extraction.html if raw is None else None
    rendering = time.perf_counter() - start
    memory, confidence = peak.read(), _confidence(extraction)
    return to_line(Result(name, text, raw, media_type, reason, seconds, reading, memory, confidence, markup, rendering))


def _check(extraction: "Extraction") -> None:
    """Reject values that cannot be stored."""
    for name in ("text", "raw", "media_type", "reason"):
        value = getattr(extraction, name)
        if not isinstance(value, str) and (value is not None or name in ("text", "media_type")):
            raise TypeError(f"the extraction's {name} is {type(value).__name__}, not text")


def _confidence(extraction: "Extraction") -> float | None:
    """A number from 0 to 1, or None."""
    with suppress(TypeError, ValueError, AttributeError):
        found = float(extraction.confidence)  # type: ignore[arg-type]  # None is a TypeError
        return found if 0 <= found <= 1 else None
    return None
