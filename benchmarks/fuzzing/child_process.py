"""Process control: a function runs in a forked child, which sends values back and may crash, hang or run out of memory.

The kernel enforces the limits: a timer of processor time ends the child by a signal, RLIMIT_DATA makes allocations
fail. A child that stops without using the processor is killed by its parent. The parent has to be single-threaded.
"""

import faulthandler
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, NamedTuple, NoReturn

Send = Callable[[Any], None]
Work = Callable[[Send], None]

MEGABYTE = 1024 * 1024
_OUT_OF_TIME = signal.SIGPROF
_LATE = signal.SIGVTALRM
_TAIL = 6_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use between two calls of `restart_clock`."""

    seconds: float = 10.0
    """Processor time after which it is ended."""
    wall_seconds: float = 900.0
    """Time without any message after which it is killed; at low priority on a busy machine, pages can take minutes."""
    late: float = 1.5
    """Processor time after which, again and again, it writes to standard error where it is."""
    memory: int = 4096 * MEGABYTE


class Ending(NamedTuple):
    """How a child ended: its exit code, negative for a signal, and the end of what it wrote to standard error."""

    code: int
    complaint: str
    out_of_time: bool

    @property
    def signal_name(self) -> str | None:
        """The signal that ended it."""
        return signal.Signals(-self.code).name if self.code < 0 else None


class Child:
    """A forked process; `messages` are what it has sent since the last call, `ending` is there once it has ended."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.limits, self.since = limits, time.monotonic()
        self.ending: Ending | None = None
        self._received = b""
        self._hung = False
        self._errors: IO[bytes] = tempfile.TemporaryFile("a+b", buffering=0)  # noqa: SIM115 - closed with the child
        self.pipe, into = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _run(work, into, self._errors.fileno(), limits)
        os.close(into)

    def fileno(self) -> int:
        """The pipe to wait for."""
        return self.pipe

    def messages(self) -> Iterator[Any]:
        """Read what has come; call it when the pipe can be read, or from time to time."""
        if select.select([self.pipe], [], [], 0)[0]:
            data = os.read(self.pipe, 1 << 20)
            self.since = time.monotonic()
            *lines, self._received = (self._received + data).split(b"\n")
            yield from map(json.loads, lines)
            if not data:
                self._end()
        elif time.monotonic() - self.since > self.limits.wall_seconds:
            self._hung = True
            self.kill()

    def kill(self) -> None:
        """End the child now."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def _end(self) -> None:
        _, status = os.waitpid(self.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        self.ending = Ending(code, error_tail(self._errors.fileno()), self._hung or code == -_OUT_OF_TIME)
        os.close(self.pipe)
        self._errors.close()


def run_in_child(work: Work, limits: Limits) -> tuple[list[Any], Ending]:
    """Run a function in a child to its end: what it sent, and how it ended."""
    sent: list[Any] = []
    child = Child(work, limits)
    while child.ending is None:
        select.select([child], [], [], 1.0)
        sent += child.messages()
    return sent, child.ending


def restart_clock(limits: Limits) -> None:
    """In a child: the limits count from here on, and what it wrote to standard error is forgotten."""
    os.ftruncate(2, 0)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, limits.late, limits.late)


def error_tail(file: int = 2) -> str:
    """The end of what a child wrote to standard error; the first lines of a long stack matter most."""
    size = os.fstat(file).st_size
    head = os.pread(file, _TAIL, 0)
    tail = os.pread(file, _TAIL, size - _TAIL) if size > 2 * _TAIL else os.pread(file, _TAIL, _TAIL)
    return (head + tail).decode("utf-8", "replace").strip("\0 \n")


def _run(work: Work, into: int, errors: int, limits: Limits) -> NoReturn:
    """What the child does: never returns to the parent's code."""
    code = 70
    try:
        os.dup2(errors, 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, limits.memory))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        faulthandler.enable(file=2)
        faulthandler.register(_OUT_OF_TIME, file=2, chain=True)
        faulthandler.register(_LATE, file=2, all_threads=False)
        restart_clock(limits)
        work(lambda value: _write(into, json.dumps(value).encode() + b"\n"))
        code = 0
    except BaseException:  # noqa: BLE001 - the parent reads it
        traceback.print_exc(file=os.fdopen(2, "w", closefd=False))
    finally:
        os._exit(code)


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
