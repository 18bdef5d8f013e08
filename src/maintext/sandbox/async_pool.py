"""A pool of worker processes for an event loop: no job can hold up the others for long.

In an interactive pool, a job that uses much processor time is slow: it continues at low priority while another worker
takes the place of its own, and if too many jobs are slow, the one that has run longest ends early. Where others wait,
the next job is already in a worker's pipe. Time and memory are checked from outside; a worker that exceeds a limit is
killed and replaced.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from typing import Final

from maintext.errors import SandboxError
from maintext.sandbox.async_workers import AsyncWorkers, Worker
from maintext.sandbox.call_queue import Call, CallQueue
from maintext.sandbox.cpus import cpu_seconds, lower_priority, restore_priority
from maintext.sandbox.failures import JobFailure, exit_failure
from maintext.sandbox.limits import MEGABYTE, Limits
from maintext.sandbox.memory import resident_memory
from maintext.sandbox.process import MAX_START_SECONDS
from maintext.sandbox.protocol import BROKEN, EXITING, FAILURE, READY, Target

_TICK: Final = 0.05
_SLOW_CPU, _SLOW_CLOCK = 0.3, 3.0
"""Seconds of processor time, and of the clock, after which a job is slow."""
_MAX_IDLE_MEMORY: Final = 384 * MEGABYTE
"""An idle worker that holds more is replaced."""
_IDLE_SECONDS: Final = 60.0
"""After so long, a worker that was started on demand exits."""
_ATTEMPTS: Final = 2
_TOO_LATE: Final = "the job takes too long, and others are waiting"
_log = logging.getLogger("maintext.sandbox")


@dataclass(frozen=True, slots=True)
class AsyncOptions:
    """How a pool treats its workers."""

    workers: int = 1
    max_waiting: int = 200
    """Further jobs are refused."""
    interactive: bool = False
    """Whether slow jobs give way to others; see above."""
    low_priority: bool = False
    """Whether all workers leave most of the processor to others; their setup does not."""
    on_demand: bool = False
    """Whether workers are started when jobs wait, and exit when there are none for a while."""


class AsyncPool:
    """The workers of one target and the jobs that wait for them; lives in one event loop."""

    def __init__(self, target: Target, limits: Limits, options: AsyncOptions) -> None:
        self._limits, self._options = limits, options
        self._workers = AsyncWorkers(target, limits, self._receive)
        self._queue = CallQueue(options.max_waiting)
        self._timer: asyncio.TimerHandle | None = None
        self._maintained = 0.0
        self._is_closed = False

    async def start(self) -> None:
        """Start the workers; returns when the first one is ready, or at once if they are started on demand."""
        self._start_workers()
        self._tick()
        while not self._options.on_demand and not self._workers.ready():
            if self._workers.broken is not None:
                await self.close()
                raise SandboxError(f"no worker can be started: {self._workers.broken}")
            await asyncio.sleep(0.02)

    async def run(
        self, payload: bytes, *, background: bool = False, timeout: float | None = None
    ) -> bytes | JobFailure:
        """The result of a job; in the background it waits until no other job does.

        `timeout` replaces the time limit of the pool.
        """
        if self._is_closed:
            raise SandboxError("the pool is closed and runs no more jobs; start a new one")
        limits = self._limits if timeout is None else replace(self._limits, timeout=timeout)
        call = Call(payload, limits)
        self._queue.add(call, background=background)
        self._dispatch()
        return await call.future

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._queue.cancel()
        await self._workers.close()

    def state(self) -> dict[str, int]:
        """How many workers there are, and how many jobs they have or wait for."""
        workers = self._workers
        ready, busy, slow = (len(found) for found in (workers.ready(), workers.busy(), workers.slow))
        return {"ready": ready, "busy": busy, "slow": slow, "waiting": self._queue.waiting}

    def pids(self) -> list[int]:
        """The numbers of the worker processes."""
        return [worker.pid for worker in self._workers]

    def _dispatch(self) -> None:
        """Give waiting jobs to workers."""
        while self._queue:
            worker = self._idle_worker() or self._next_free_worker()
            if worker is None:
                self._start_workers()
                return
            call = self._queue.pop()
            if call is not None:
                call.cpu_before = cpu_seconds(worker.pid)
                worker.give(call, call.payload, call.limits.timeout)
                self._workers.send(worker)

    def _idle_worker(self) -> Worker | None:
        """A worker without a job, unless as many as wanted have one."""
        if len(self._workers.active()) >= self._options.workers:
            return None
        return next(iter(self._workers.idle()), None)

    def _next_free_worker(self) -> Worker | None:
        """The worker that will be free first, if nothing waits in its pipe."""
        if not self._options.interactive or not self._queue.waiting:
            return None
        found = [worker for worker in self._workers.active() if len(worker.pending) == 1]
        return max(found, key=Worker.seconds, default=None)

    def _start_workers(self) -> None:
        """Keep as many workers as wanted beside those with slow jobs; an interactive pool has one in reserve."""
        workers = self._workers
        wanted = self._options.workers + self._options.interactive
        if self._options.on_demand:
            wanted = min(wanted, len(workers.busy()) + len(self._queue))
            if len(workers.ready()) < len(workers):
                return  # one at a time, as starting takes much of a processor
            wanted = min(wanted, len(workers) - len(workers.slow) + 1)
        while len(workers) - len(workers.slow) < wanted and workers.broken is None and not self._is_closed:
            workers.start()

    def _receive(self, worker: Worker) -> None:
        """A worker has sent something, or has ended."""
        is_open = worker.receive()
        for frame in worker.frames():
            if frame.tag == READY:
                worker.set_ready()
                self._workers.broken = None
                if self._options.low_priority:
                    lower_priority(worker.pid)
            elif frame.tag == BROKEN:
                self._workers.broken = frame.body.decode("utf-8", "replace")
            else:
                worker.is_exiting = frame.tag == EXITING
                is_failure = frame.tag in (FAILURE, EXITING)
                worker.pop_job().settle(JobFailure.from_json(frame.body) if is_failure else frame.body)
                self._after_job(worker)
        if not is_open:
            self._replace_ended(worker)
        self._dispatch()

    def _after_job(self, worker: Worker) -> None:
        if worker in self._workers.slow:
            self._workers.slow.discard(worker)
            if not restore_priority(worker.pid):
                self._workers.stop(worker)
        if worker.pending:
            worker.pending[0].cpu_before = cpu_seconds(worker.pid)

    def _replace_ended(self, worker: Worker) -> None:
        """A worker has ended: its job is tried once more, as it may have been given to one that had ended already."""
        if worker not in self._workers:
            return
        pending, seconds = list(worker.pending), worker.seconds()
        if not worker.is_ready:
            self._workers.broken = self._workers.broken or "it exited during its setup"
        ending = self._workers.stop(worker)
        if pending:
            pending[0].crashes += 1
            if pending[0].crashes >= _ATTEMPTS:
                call, *pending = pending
                ending.add_done_callback(
                    lambda done: call.settle(exit_failure(done.result(), None, seconds, worker.peak, oom=False))
                )
        self._queue.put_back(pending)
        self._start_workers()

    def _tick(self) -> None:
        for worker in self._workers:
            self._check(worker)
        if time.monotonic() - self._maintained > 1:
            self._maintained = time.monotonic()
            self._maintain()
        self._dispatch()
        if not self._is_closed:
            self._timer = asyncio.get_running_loop().call_later(_TICK, self._tick)

    def _check(self, worker: Worker) -> None:
        """Enforce the limits of a worker."""
        if not worker.is_ready:
            if worker.seconds() > MAX_START_SECONDS:
                self._workers.broken = "its setup takes too long"
                self._workers.stop(worker)
        elif worker.pending:
            exceeded = worker.exceeded_limit(worker.pending[0].limits)
            if exceeded is not None:
                failure = JobFailure(exceeded.kind, exceeded.message, seconds=exceeded.seconds, memory=worker.peak)
                self._fail(worker, failure)
            elif self._options.interactive and worker not in self._workers.slow:
                self._check_slow(worker)

    def _check_slow(self, worker: Worker) -> None:
        """See whether a job takes long by itself, and not because the machine is busy."""
        used = worker.seconds() > _SLOW_CPU and cpu_seconds(worker.pid) - worker.pending[0].cpu_before
        if worker.seconds() < _SLOW_CLOCK and used < _SLOW_CPU:
            return
        self._workers.slow.add(worker)
        lower_priority(worker.pid)
        if len(worker.pending) > 1 and not worker.pending[1].future.done():
            self._queue.put_back([worker.pending[1]])
            worker.pending[1] = worker.pending[1].ignored()
        if len(self._workers.slow) > 2 * self._options.workers:
            longest = max(self._workers.slow, key=Worker.seconds)
            self._fail(longest, JobFailure("timeout", _TOO_LATE, seconds=longest.seconds()))
        self._start_workers()

    def _fail(self, worker: Worker, failure: JobFailure) -> None:
        """End a worker over its current job; a job that waits in its pipe goes to another one."""
        worker.pending.popleft().settle(failure)
        self._queue.put_back(worker.pending)
        self._workers.stop(worker)
        self._start_workers()

    def _maintain(self) -> None:
        """Stop idle workers that are not needed or hold much, refuse jobs that waited too long, retry after errors."""
        for worker in self._workers.idle():
            is_old = self._options.on_demand and worker.seconds() > _IDLE_SECONDS
            if is_old or resident_memory(worker.pid) > _MAX_IDLE_MEMORY:
                self._workers.stop(worker)
        self._queue.expire(self._limits.timeout)
        if self._workers.broken is not None:
            _log.error("a worker could not be started: %s", self._workers.broken)
            self._workers.broken = None
        self._start_workers()
