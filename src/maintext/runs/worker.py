"""The worker process: builds one extractor, then answers page after page until its pipe ends.

Memory is limited by measurement, not by address space, which libraries reserve and never use. A page whose resident
peak passes the limit has failed, whatever the extractor returned; the run also samples the worker and kills it on the
way up. RLIMIT_DATA, far above the limit, stops only what would outrun the sampling.
"""

import faulthandler
import os
import signal
import threading
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from maintext.errors import ExtractorMissing
from maintext.runs.limits import MEGABYTE, Limits, size
from maintext.runs.memory import Meter
from maintext.runs.outcome import Failure, Kind, Outcome, Result, portable, to_line
from maintext.runs.wire import (
    BROKEN,
    FAILED,
    LEAVING,
    OK,
    READY,
    Job,
    Orders,
    pack,
    read_frame,
    unpack_job,
    unpack_orders,
)

if TYPE_CHECKING:
    from maintext.extractors import Extraction, Extractor

_TRACEBACK_LENGTH = 20_000
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def main() -> None:
    """Work until the pipe ends."""
    begun = begin()
    if begun is None:
        return
    inbox, outbox, orders = begun
    try:
        from maintext.extractors import EXTRACTORS
        from maintext.page import read_page

        extractor = EXTRACTORS.build(orders.spec, imports=True)
        read_page(f"<p>what {extractor} and reading load at first must not count as the first page's time</p>")
        with suppress(Exception):  # if it cannot be prepared, the pages will say so, each for itself
            extractor.prepare()
    except Exception as error:  # noqa: BLE001 - whatever it is, the run must hear of it
        _send(outbox, BROKEN, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
        return
    _send(outbox, READY, b"")
    _serve(inbox, outbox, extractor, orders.limits)


def begin() -> tuple[BinaryIO, BinaryIO, Orders] | None:
    """The pipes and the orders of a worker, which from here on ends with its parent and keeps to its limits."""
    inbox, outbox = _take_pipes()
    first = read_frame(inbox)
    if first is None:
        return None
    orders = unpack_orders(first)
    _die_with(orders.parent)
    _fence(orders.limits)
    return inbox, outbox, orders


def _serve(inbox: BinaryIO, outbox: BinaryIO, extractor: "Extractor", limits: Limits) -> None:
    meter = Meter()
    while (frame := read_frame(inbox)) is not None:
        with suppress(OSError):
            os.ftruncate(2, 0)
        outcome = attempt(extractor, unpack_job(frame), limits, meter)
        leaving = isinstance(outcome, Failure) and outcome.kind == "memory"
        _send(outbox, OK if isinstance(outcome, Result) else LEAVING if leaving else FAILED, to_line(outcome))
        if leaving:
            os._exit(0)  # what the page has left behind must not count against the next one


def attempt(extractor: "Extractor", job: Job, limits: Limits, meter: Meter) -> Outcome:
    """Run an extractor on a page; whatever it raises becomes a failure."""
    from maintext.page import read_page

    meter.reset()
    start = time.perf_counter()
    try:
        page = read_page(job.html, url=job.url, charset=job.charset)
        reading = time.perf_counter() - start
        extraction = extractor.extract(page)
        text = extraction.text
        seconds = time.perf_counter() - start
        _check(extraction)
    except BaseException as error:  # noqa: BLE001 - SystemExit too is only this page's failure
        seconds = time.perf_counter() - start
        return _failure(job, _kind(error), error, seconds, meter.peak())
    peak = meter.peak()
    if peak > limits.memory:
        message = f"the page took {size(peak)}, more than the limit of {size(limits.memory)}"
        return Failure(job.id, "memory", message, seconds=seconds, memory=peak)
    if seconds > limits.timeout:
        message = f"the page took {seconds:.3g} seconds, more than the limit of {limits.timeout:g}"
        return Failure(job.id, "timeout", message, seconds=seconds, memory=peak)
    raw, media_type, reason = extraction.raw, extraction.media_type, extraction.reason
    return Result(job.id, text, raw, media_type, reason, seconds, reading, peak, _confidence(extraction))


def _check(extraction: "Extraction") -> None:
    """Refuse what the store could not hold."""
    for name in ("text", "raw", "media_type", "reason"):
        value = getattr(extraction, name)
        if not isinstance(value, str) and (value is not None or name in ("text", "media_type")):
            raise TypeError(f"the extraction's {name} is {type(value).__name__}, not text")


def _confidence(extraction: "Extraction") -> float | None:
    """A plain number from 0 to 1, or nothing."""
    with suppress(TypeError, ValueError, AttributeError):
        found = float(extraction.confidence)  # type: ignore[arg-type]  # None is a TypeError
        return found if 0 <= found <= 1 else None
    return None


def _kind(error: BaseException) -> Kind:
    if isinstance(error, MemoryError):
        return "memory"
    return "missing" if isinstance(error, ExtractorMissing) else "exception"


def _failure(job: Job, kind: Kind, error: BaseException, seconds: float, memory: int) -> Failure:
    trace = portable("".join(traceback.format_exception(error)))
    if len(trace) > _TRACEBACK_LENGTH:
        trace = f"{trace[: _TRACEBACK_LENGTH // 2]}\n...\n{trace[-_TRACEBACK_LENGTH // 2 :]}"
    message = f"{type(error).__name__}: {error}"[:_TRACEBACK_LENGTH].rstrip(": ")
    return Failure(job.id, kind, message, trace, seconds=seconds, memory=memory)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, out of reach of an extractor that reads its input or prints."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return inbox, outbox


def _send(outbox: BinaryIO, tag: bytes, body: bytes) -> None:
    outbox.writelines(pack(tag, body=body))
    outbox.flush()


def _die_with(parent: int) -> None:
    """End with the parent, however it ends: by the kernel's doing, or by looking now and then where it cannot."""
    try:
        import ctypes

        done = ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        done = False
    if os.getppid() != parent:
        os._exit(1)
    if not done:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> NoReturn:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _fence(limits: Limits) -> None:
    """Limits of the kernel, and a traceback on standard error when a signal strikes or the run asks for one."""
    import resource

    stop = 2 * limits.memory + 1024 * MEGABYTE
    for kind, limit in ((resource.RLIMIT_DATA, stop), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, all_threads=False)
