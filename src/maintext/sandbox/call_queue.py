"""Jobs that wait for a worker of an asynchronous pool."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from maintext.errors import WorkersBusy
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import MEGABYTE, Limits

_MAX_BYTES: Final = 256 * MEGABYTE


@dataclass(eq=False, slots=True)
class Call:
    """A job that waits or runs, and the future of whoever waits for its result."""

    payload: bytes
    limits: Limits
    future: "asyncio.Future[bytes | JobFailure]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    since: float = field(default_factory=time.monotonic)
    crashes: int = 0
    """Workers that have ended on it."""
    cpu_before: float = 0.0
    """Processor time that its worker had used before."""

    def settle(self, result: bytes | JobFailure) -> None:
        """Hand over the result."""
        if not self.future.done():
            self.future.set_result(result)

    def ignored(self) -> "Call":
        """The same job without anybody who waits for it."""
        copy = replace(self, future=asyncio.get_running_loop().create_future())
        copy.future.cancel()
        return copy


class CallQueue:
    """Calls in their order; those in the background come last."""

    def __init__(self, max_waiting: int) -> None:
        self._max_waiting = max_waiting
        self._waiting: deque[Call] = deque()
        self._background: deque[Call] = deque()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._background)

    @property
    def waiting(self) -> int:
        """How many calls wait that are not in the background."""
        return len(self._waiting)

    def add(self, call: Call, *, background: bool) -> None:
        """Let a call wait; refuse it if there are too many, or if they take too much memory together."""
        if background:
            self._background.append(call)
            return
        held = sum(len(each.payload) for each in self._waiting)
        if len(self._waiting) >= self._max_waiting or (held > 0 and held + len(call.payload) > _MAX_BYTES):
            raise WorkersBusy("too many pages are waiting; try again in a moment")
        self._waiting.append(call)

    def put_back(self, calls: Iterable[Call]) -> None:
        """Let calls wait again, before all others."""
        self._waiting.extendleft(reversed(list(calls)))

    def pop(self) -> Call | None:
        """The next call that was not cancelled."""
        while self:
            call = (self._waiting or self._background).popleft()
            if not call.future.done():
                return call
        return None

    def expire(self, seconds: float) -> None:
        """Refuse calls that have waited for so long."""
        while self._waiting and time.monotonic() - self._waiting[0].since > seconds:
            call = self._waiting.popleft()
            if not call.future.done():
                call.future.set_exception(WorkersBusy("no worker was free in time; try again in a moment"))

    def cancel(self) -> None:
        """Give up all calls."""
        for call in (*self._waiting, *self._background):
            call.future.cancel()
