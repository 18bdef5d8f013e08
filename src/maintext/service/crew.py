"""The crew: worker processes that answer orders, none of which can hold up the others.

Every worker has one page at a time, and where others wait the next one already in its pipe, so that it never waits for
the event loop. A page that takes a moment of the processor is slow: another worker takes the
place of its own, so that as many as ever are there for the others. A page that takes several moments is heavy: its
worker goes on at low priority, and is replaced when it is done, as it cannot get its priority back. Where too many
pages are slow, the slowest ends early. Time and memory are watched from outside; a worker that breaks a limit is killed
and replaced.
"""

import asyncio
import logging
import os
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from maintext.errors import MaintextError
from maintext.runs.limits import MEGABYTE, Limits
from maintext.runs.memory import resident
from maintext.runs.slot import Ending, Slot
from maintext.runs.verdict import judge
from maintext.runs.wire import BROKEN, LEAVING, READY, Job
from maintext.service.problems import Problem, problem_json
from maintext.service.settings import Settings
from maintext.service.task import Order, Reply, pack_order, unpack_reply

WORKER: Final = "maintext.service.worker"
_TICK = 0.05
_MOMENT, _HEAVY = 0.25, 0.5
"""Seconds of the processor after which a page is slow, and after which it is heavy."""
_CLOCK = 3.0
"""Seconds of the clock after which it is slow, whatever it does."""
_FAT = 384 * MEGABYTE
"""Resident memory of an idle worker after which another one takes its place."""
_MOST_WAITING = 256 * MEGABYTE
"""Bytes of all pages that wait for a worker."""
_TIME_TO_START = 120.0
_LOW_PRIORITY = 10
_log = logging.getLogger("maintext.service")


@dataclass(eq=False, slots=True)
class Call:
    """An order that waits or is being worked on."""

    order: Order
    page: bytes
    future: "asyncio.Future[Reply]"
    limits: Limits
    since: float = field(default_factory=time.monotonic)
    tries: int = 0
    spent: float = 0.0
    """Seconds of the processor that its worker had taken before."""


class Crew:
    """The workers of one service; lives in one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._wanted = settings.workers
        self._most_slow = 2 * settings.workers
        self._slots: list[Slot] = []
        self._calls: dict[Slot, Call] = {}
        self._next: dict[Slot, Call] = {}
        self._slow: set[Slot] = set()
        self._heavy: set[Slot] = set()
        self._waiting: deque[Call] = deque()
        self._background: deque[Call] = deque()
        self._aside: deque[Call] = deque()
        self._side: Slot | None = None
        """The worker for orders from aside: one more than the others, at low priority from its start."""
        self._endings: set[asyncio.Future[Ending]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._looked = 0.0
        self._trouble: str | None = None
        self._closed = False

    async def start(self) -> None:
        """Start the workers; returns when the first one is ready."""
        self._fill()
        self._tick()
        while not any(slot.ready for slot in self._slots if slot is not self._side):
            if self._trouble is not None:
                raise MaintextError(f"no worker can be started: {self._trouble}")
            await asyncio.sleep(0.02)

    async def do(
        self,
        order: Order,
        page: bytes,
        *,
        background: bool = False,
        aside: bool = False,
        timeout: float | None = None,
    ) -> Reply:
        """The answer to an order; in the background it waits until nobody else does.

        Orders from aside, such as feeds, are worked on one at a time by a worker of their own at low priority, so that
        they take nothing from pages. `timeout` is how many seconds it may take, if not as many as any other.
        """
        queue = self._background if background else self._aside if aside else self._waiting
        if not background and self._is_full(queue, len(page)):
            raise Problem(503, "too many pages are waiting; try again in a moment")
        limits = self._limits if timeout is None else replace(self._limits, timeout=timeout)
        call = Call(order, page, asyncio.get_running_loop().create_future(), limits)
        queue.append(call)
        self._hand_out()
        return await call.future

    def _is_full(self, queue: deque[Call], size: int) -> bool:
        """Whether a page of this size may not wait: there are too many, or they take too much memory together."""
        held = sum(len(call.page) for call in queue)
        return len(queue) >= self._settings.waiting or (held > 0 and held + size > _MOST_WAITING)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for call in (*self._waiting, *self._background, *self._aside, *self._calls.values(), *self._next.values()):
            call.future.cancel()
        slots, self._slots = self._slots, []
        for slot in slots:
            self._deafen(slot)
            slot.kill()
            self._end(slot)
        if self._endings:
            await asyncio.gather(*self._endings, return_exceptions=True)

    def state(self) -> dict[str, int]:
        """How many workers there are, and how many pages they have or wait for."""
        ready = sum(slot.ready for slot in self._slots)
        return {"ready": ready, "busy": len(self._calls), "slow": len(self._slow), "waiting": len(self._waiting)}

    def pids(self) -> list[int]:
        """The numbers of the workers' processes."""
        return [slot.process.pid for slot in self._slots]

    def _hand_out(self) -> None:
        """Give waiting pages to idle workers, as many as there are to be, and then one more to each of those."""
        self._hand_out_aside()
        while self._waiting or self._background:
            slot = self._idle()
            places = self._calls
            if slot is None:
                slot, places = self._nearly_idle(), self._next
            if slot is None:
                return
            call = (self._waiting or self._background).popleft()
            if call.future.done():
                continue  # the client has gone
            places[slot] = call
            self._give(slot, call)

    def _hand_out_aside(self) -> None:
        """Give the next order from aside to the worker for these, if it is idle."""
        side = self._side
        while self._aside and side is not None and side.ready and side not in self._calls:
            call = self._aside.popleft()
            if not call.future.done():
                self._calls[side] = call
                self._give(side, call)

    def _give(self, slot: Slot, call: Call) -> None:
        call.spent = processor_time(slot.process.pid)
        slot.give(Job("", b""), pack_order(call.order, call.page))
        if slot.unsent:
            asyncio.get_running_loop().add_writer(slot.into, self._send, slot)

    def _idle(self) -> Slot | None:
        """A worker without a page, unless as many as there are to be have one."""
        at_work = [each for each in self._calls if each is not self._side and each not in self._slow]
        if len(at_work) >= self._wanted:
            return None
        idle = (each for each in self._slots if each.ready and each not in self._calls and each is not self._side)
        return next(idle, None)

    def _nearly_idle(self) -> Slot | None:
        """The worker that will be done first, if somebody waits for it and nobody is next there."""
        busy = (each for each in self._calls if each not in self._slow and each is not self._side)
        found = [each for each in busy if each not in self._next]
        return max(found, key=Slot.elapsed) if found and self._waiting else None

    def _take_back(self, slot: Slot) -> None:
        """Let the page that is next in a worker's pipe be done by another one; what this one makes of it is ignored."""
        call = self._next.get(slot)
        if call is not None and not call.future.done():
            self._waiting.appendleft(call)
            ghost = replace(call, future=asyncio.get_running_loop().create_future())
            ghost.future.cancel()
            self._next[slot] = ghost

    def _hire(self) -> Slot | None:
        try:
            slot = Slot.start("default", self._limits, WORKER)
        except OSError as error:
            self._trouble = error.strerror or "the system refuses"
            return None
        self._slots.append(slot)
        loop = asyncio.get_running_loop()
        loop.add_reader(slot.out, self._hear, slot)
        loop.add_writer(slot.into, self._send, slot)
        return slot

    def _send(self, slot: Slot) -> None:
        """The pipe takes more."""
        slot.flush()
        if not slot.unsent:
            asyncio.get_running_loop().remove_writer(slot.into)

    def _hear(self, slot: Slot) -> None:
        """A worker says something, or has ended."""
        open_ = slot.receive()
        for frame in slot.frames():
            if frame.tag == READY:
                slot.is_ready()
                self._trouble = None
            elif frame.tag == BROKEN:
                self._trouble = frame.body.decode("utf-8", "replace")
            else:
                slot.leaving = frame.tag == LEAVING
                slot.answered()
                self._settle(slot, unpack_reply(frame))
        if not open_:
            self._bury(slot)
        self._hand_out()

    def _settle(self, slot: Slot, reply: Reply) -> None:
        """Hand a worker's answer to whoever waits for it."""
        call = self._calls.pop(slot, None)
        if call is not None and not call.future.done():
            call.future.set_result(reply)
        self._slow.discard(slot)
        if slot in self._heavy:
            self._dismiss(slot)
        elif slot in self._next:
            following = self._calls[slot] = self._next.pop(slot)
            following.spent = processor_time(slot.process.pid)

    def _bury(self, slot: Slot) -> None:
        """A worker is gone: its page gets one more try, since it may have been given to one that was dead already."""
        if slot not in self._slots:
            return
        self._leave(slot)
        call = self._calls.pop(slot, None)
        if call is not None and not call.future.done():
            if not call.tries:
                call.tries += 1
                self._waiting.appendleft(call)
            else:
                body = problem_json(500, "the extractor crashed on this page")
                call.future.set_result(Reply(500, "application/json", body, "the worker ended by itself"))
        if not slot.ready:
            self._trouble = self._trouble or "it ended while it started"
        self._end(slot)
        self._fill()

    def _leave(self, slot: Slot) -> None:
        self._take_back(slot)
        self._next.pop(slot, None)
        self._slots.remove(slot)
        self._side = None if slot is self._side else self._side
        self._slow.discard(slot)
        self._heavy.discard(slot)
        self._deafen(slot)

    def _deafen(self, slot: Slot) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(slot.out)
        loop.remove_writer(slot.into)

    def _end(self, slot: Slot) -> None:
        """Wait for a process to end, out of everybody's way."""
        ending = asyncio.get_running_loop().run_in_executor(None, slot.end)
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)

    def _dismiss(self, slot: Slot) -> None:
        self._leave(slot)
        slot.kill()
        self._end(slot)
        self._fill()

    def _fill(self) -> None:
        """Keep as many workers as wanted, and one more, beside those with slow pages."""
        if self._closed or self._trouble is not None:
            return
        if self._side is None:
            self._side = self._hire()
            self._lower_priority(self._side)
        while len(self._slots) - 1 - len(self._slow) <= self._wanted and self._trouble is None:
            self._hire()

    def _tick(self) -> None:
        now = time.monotonic()
        for slot in tuple(self._slots):
            self._watch(slot)
        if now - self._looked > 1:
            self._looked = now
            self._look(now)
        self._hand_out()
        if not self._closed:
            self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)

    def _watch(self, slot: Slot) -> None:
        """Hold a worker to its limits."""
        if not slot.ready:
            if slot.elapsed() > _TIME_TO_START:
                self._trouble = "it does not start in time"
                self._dismiss(slot)
            return
        call = self._calls.get(slot)
        if call is None:
            return
        sentence = judge(slot, call.limits)
        if sentence is not None:
            late = sentence.kind == "timeout"
            self._condemn(slot, 504 if late else 507, _LATE if late else "the page takes too much memory")
        elif slot.elapsed() > _MOMENT and slot not in self._heavy and slot is not self._side:
            self._weigh(slot, processor_time(slot.process.pid) - call.spent)

    def _weigh(self, slot: Slot, spent: float) -> None:
        """See whether a page takes long by itself, and not because the machine is busy."""
        late = slot.elapsed() > _CLOCK
        if slot not in self._slow and (late or spent > _MOMENT):
            self._slow.add(slot)
            self._take_back(slot)
            if len(self._slow) > self._most_slow:
                self._condemn(max(self._slow, key=Slot.elapsed), 504, "the page takes too long, and others are waiting")
            self._fill()
        if late or spent > _HEAVY:
            self._heavy.add(slot)
            self._lower_priority(slot)

    def _lower_priority(self, slot: Slot | None) -> None:
        if slot is not None:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, slot.process.pid, _LOW_PRIORITY)

    def _condemn(self, slot: Slot, status: int, message: str) -> None:
        call = self._calls.pop(slot, None)
        if call is not None and not call.future.done():
            call.future.set_result(Reply(status, "application/json", problem_json(status, message)))
        self._dismiss(slot)

    def _look(self, now: float) -> None:
        """Replace idle workers that hold much, forget clients that waited too long, try again after trouble."""
        for slot in tuple(self._slots):
            if slot.ready and slot not in self._calls and resident(slot.process.pid) > _FAT:
                self._dismiss(slot)
        for queue in (self._waiting, self._aside):
            while queue and now - queue[0].since > self._limits.timeout:
                call = queue.popleft()
                if not call.future.done():
                    call.future.set_exception(Problem(503, "no worker was free in time; try again in a moment"))
        if self._trouble is not None and len(self._slots) <= self._wanted + 1:
            _log.error("a worker could not be started: %s", self._trouble)
            self._trouble = None
            self._fill()


def processor_time(pid: int) -> float:
    """Seconds of the processor that a process has taken; 0 if the system does not tell."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the kernel's name for the clock of a process
    except OSError:
        return 0.0


_LATE = "the page takes longer than is allowed here"
