"""The program of a worker process: runs one function on job after job until its pipe ends."""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import BinaryIO, NoReturn

from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import MAX_TIMEOUT, Limits, format_size, set_resource_limits
from maintext.sandbox.memory import PeakMemory
from maintext.sandbox.parent_death import end_with_parent
from maintext.sandbox.protocol import (
    BROKEN,
    EXITING,
    FAILURE,
    PROGRESS,
    READY,
    RESULT,
    Target,
    pack,
    read_frame,
    unpack_start,
)

JobFunction = Callable[[bytes], bytes]


def main() -> None:
    """Work until the pipe ends."""
    inbox, outbox = _take_pipes()
    send = partial(_send, outbox)
    first = read_frame(inbox)
    if first is None:
        return
    start = unpack_start(first)
    if not end_with_parent(start.parent):
        threading.Thread(target=_watch_parent, args=(start.parent,), daemon=True).start()
    set_resource_limits(start.limits)
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, all_threads=False)
    try:
        run = load_target(start.target, partial(send, PROGRESS))
    except Exception as error:  # noqa: BLE001 - whatever it is, the pool must know
        send(BROKEN, f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
        return
    send(READY)
    usual = replace(start.limits, timeout=MAX_TIMEOUT) if start.target.reports_progress else start.limits
    peak = PeakMemory()
    while (frame := read_frame(inbox)) is not None:
        with suppress(OSError):
            os.ftruncate(2, 0)
        limits = replace(usual, timeout=float(frame.head)) if frame.head else usual
        result = run_job(run, frame.body, limits, peak)
        if isinstance(result, bytes):
            send(RESULT, result)
        elif result.kind == "memory":
            send(EXITING, result.to_json())
            os._exit(0)  # what the job has left behind must not count against the next one
        else:
            send(FAILURE, result.to_json())


def load_target(target: Target, report: Callable[[bytes], None]) -> JobFunction:
    """The function for the jobs."""
    module, _, name = target.function.partition(":")
    function = getattr(import_module(module), name)
    if target.setup is not None:
        function = function(target.setup)
    return partial(function, report) if target.reports_progress else function


def run_job(run: JobFunction, job: bytes, limits: Limits, peak: PeakMemory) -> bytes | JobFailure:
    """The result of a job; whatever it raises becomes a failure, and so does an exceeded limit.

    The pool enforces limits too, but measures only every now and then.
    """
    peak.reset()
    start = time.perf_counter()
    try:
        result = run(job)
    except BaseException as error:  # noqa: BLE001 - SystemExit too is only this job's failure
        return JobFailure.of_exception(error, time.perf_counter() - start, peak.read())
    seconds, memory = time.perf_counter() - start, peak.read()
    if memory > limits.memory:
        message = f"the job took {format_size(memory)}, more than the limit of {format_size(limits.memory)}"
        return JobFailure("memory", message, seconds=seconds, memory=memory)
    if seconds > limits.timeout:
        message = f"the job took {seconds:.3g} seconds, more than the limit of {limits.timeout:g}"
        return JobFailure("timeout", message, seconds=seconds, memory=memory)
    return result


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, out of reach of code that reads standard input or prints."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return inbox, outbox


def _send(outbox: BinaryIO, tag: bytes, body: bytes = b"") -> None:
    outbox.writelines(pack(tag, body=body))
    outbox.flush()


def _watch_parent(parent: int) -> NoReturn:
    """End with the parent where the kernel cannot see to it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
