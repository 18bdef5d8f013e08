"""A pool of worker processes: jobs go in, results and failures come out, and no job can harm another.

Each worker holds one job more than it works on, so it never waits. It answers jobs in order, so the job that a worker
ended on is the first one without an answer; jobs behind it go to other workers. What kills a worker that has done other
jobs before may be their fault: such a job is tried again in a fresh worker.
"""

import selectors
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from maintext.errors import SandboxError
from maintext.sandbox.cpus import allowed_cpus, least_used_cpu
from maintext.sandbox.failures import FailureKind, JobFailure, exit_failure
from maintext.sandbox.limits import LimitExceeded, Limits
from maintext.sandbox.memory import oom_kills
from maintext.sandbox.process import MAX_START_SECONDS, WorkerProcess
from maintext.sandbox.protocol import BROKEN, EXITING, FAILURE, PROGRESS, READY, Frame, Target

K = TypeVar("K")
_TICK: Final = 0.05


@dataclass(frozen=True, slots=True)
class JobReply(Generic[K]):
    """The result of a job or, if not `is_final`, a progress report."""

    key: K
    result: bytes | JobFailure
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """How a pool treats its workers."""

    workers: int = 1
    attempts: int = 1
    """How many fresh workers a job may end before it has failed."""
    retried: frozenset[FailureKind] = frozenset(["crash", "memory"])
    """The kinds of failures after which a job is tried again."""
    prefetch: bool = True
    """Whether a job waits in a worker's pipe while it works on another one."""
    jobs_per_worker: int | None = None
    """A worker is replaced after so many jobs."""
    pin: bool = False
    """Whether each worker is pinned to a processor, if there are at least as many workers as processors."""


def run_jobs(
    target: Target, jobs: Iterable[tuple[K, bytes]], limits: Limits, options: PoolOptions | None = None
) -> Generator[JobReply[K]]:
    """Run a function on jobs in worker processes; every job gets one final reply, in the order they finish.

    A job is a key, which stays here, and the bytes that the function gets. With one worker, replies come in the order
    of the jobs. Closing the iterator ends the workers.
    """
    pool = _Pool(target, iter(jobs), limits, options or PoolOptions())
    try:
        yield from pool.run()
    finally:
        pool.close()


@dataclass(eq=False, slots=True)
class _QueuedJob(Generic[K]):
    key: K
    payload: bytes
    crashes: int = 0
    """Fresh workers that have ended on it."""


class _Pool(Generic[K]):
    def __init__(self, target: Target, jobs: Iterator[tuple[K, bytes]], limits: Limits, options: PoolOptions) -> None:
        self.target, self.limits, self.options = target, limits, options
        self.jobs = jobs
        self.returned: deque[_QueuedJob[K]] = deque()
        """Jobs that were given to a worker which has ended."""
        self.workers: list[WorkerProcess[_QueuedJob[K]]] = []
        self.exceeded: dict[WorkerProcess[_QueuedJob[K]], LimitExceeded] = {}
        self.selector = selectors.DefaultSelector()
        self.oom_kills = oom_kills()
        cpus = allowed_cpus()
        self.cpus = cpus if options.pin and options.workers >= len(cpus) > 1 else []

    def run(self) -> Iterator[JobReply[K]]:
        """Replies until all jobs have one."""
        for _ in range(self.options.workers):
            self.start_worker()
        check_at = time.monotonic() + _TICK
        while self.workers:
            for key, events in self.selector.select(_TICK):
                if events & selectors.EVENT_WRITE:
                    self.send(key.data)
                else:
                    yield from self.receive(key.data)
            if time.monotonic() >= check_at:
                for worker in tuple(self.workers):
                    yield from self.check(worker)
                check_at = time.monotonic() + _TICK

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.kill()
        for worker in self.workers:
            worker.end()
        self.selector.close()

    def next_job(self) -> _QueuedJob[K] | None:
        if self.returned:
            return self.returned.popleft()
        job = next(self.jobs, None)
        return None if job is None else _QueuedJob(*job)

    def start_worker(self) -> None:
        """Start a worker if there is a job for it."""
        job = self.next_job()
        if job is None:
            return
        cpu = least_used_cpu(self.cpus, [each.cpu for each in self.workers]) if self.cpus else None
        worker: WorkerProcess[_QueuedJob[K]] = WorkerProcess.start(self.target, self.limits, cpu)
        self.workers.append(worker)
        self.selector.register(worker.stdout, selectors.EVENT_READ, worker)
        self.selector.register(worker.stdin, selectors.EVENT_WRITE, worker)
        worker.give(job, job.payload)
        self.fill(worker)

    def fill(self, worker: WorkerProcess[_QueuedJob[K]]) -> None:
        """Keep jobs waiting for a worker; let it exit when there are no more for it."""
        most, room = self.options.jobs_per_worker, 1 + self.options.prefetch
        while len(worker.pending) < room and (most is None or worker.finished + len(worker.pending) < most):
            job = self.next_job()
            if job is None:
                break
            worker.give(job, job.payload)
        if worker.unsent and worker.stdin not in self.selector.get_map():
            self.selector.register(worker.stdin, selectors.EVENT_WRITE, worker)
        if not worker.pending:
            self.remove(worker)
            worker.dismiss()
            self.start_worker()

    def remove(self, worker: WorkerProcess[_QueuedJob[K]]) -> None:
        self.workers.remove(worker)
        for pipe in (worker.stdout, worker.stdin):
            if pipe in self.selector.get_map():
                self.selector.unregister(pipe)

    def send(self, worker: WorkerProcess[_QueuedJob[K]]) -> None:
        """The pipe takes more."""
        if worker not in self.workers:
            return
        worker.flush()
        if not worker.unsent and worker.stdin in self.selector.get_map():
            self.selector.unregister(worker.stdin)

    def receive(self, worker: WorkerProcess[_QueuedJob[K]]) -> Iterator[JobReply[K]]:
        """Take a worker's messages; if there will be no more, find out why."""
        if worker not in self.workers:
            return
        is_open = worker.receive()
        for frame in worker.frames():
            reply = self.reply(worker, frame)
            if reply is not None:
                yield reply
        if not is_open:
            yield from self.replace(worker)
        elif worker.is_ready and not worker.is_exiting:
            self.fill(worker)

    def reply(self, worker: WorkerProcess[_QueuedJob[K]], frame: Frame) -> JobReply[K] | None:
        """What a message says about a job, if anything."""
        if frame.tag == READY:
            worker.set_ready()
            return None
        if frame.tag == BROKEN:
            raise SandboxError(f"{self.target} cannot be started in a worker: {frame.body.decode()}")
        if frame.tag == PROGRESS:
            worker.restart_clock()
            return JobReply(worker.pending[0].key, frame.body, is_final=False)
        worker.is_exiting = frame.tag == EXITING
        if worker.is_exiting and worker.finished:
            return None  # it is tried again
        job = worker.pop_job()
        is_failure = frame.tag in (FAILURE, EXITING)
        return JobReply(job.key, JobFailure.from_json(frame.body) if is_failure else frame.body)

    def check(self, worker: WorkerProcess[_QueuedJob[K]]) -> Iterator[JobReply[K]]:
        """Enforce the limits of a worker."""
        if not worker.is_ready and worker.seconds() > MAX_START_SECONDS:
            raise SandboxError(f"{self.target} is not ready in a worker after {MAX_START_SECONDS:.0f} seconds")
        if worker.has_exited():
            worker.kill()  # a process that the worker has forked may hold its pipe open
        exceeded = self.exceeded.get(worker)
        if exceeded is None and worker.exceeded_limit(self.limits) is not None:
            yield from self.receive(worker)  # the reply may have come in the meantime
            exceeded = worker.exceeded_limit(self.limits) if worker in self.workers else None
            if exceeded is not None:
                self.exceeded[worker] = exceeded
                worker.request_traceback()
        if exceeded is not None and time.monotonic() >= exceeded.kill_at:
            worker.kill()

    def replace(self, worker: WorkerProcess[_QueuedJob[K]]) -> Iterator[JobReply[K]]:
        """A worker has ended: attribute the failure to its job, give its other jobs away, start another worker."""
        self.remove(worker)
        seconds, ended = worker.seconds(), worker.end()
        if not worker.is_ready:
            raise SandboxError(f"{self.target} cannot be started: {ended} {ended.last_line}".rstrip())
        exceeded = self.exceeded.pop(worker, None)
        oom = self.kernel_killed()
        if worker.pending and not worker.is_exiting and (exceeded is None or exceeded.job is worker.pending[0]):
            failure = exit_failure(ended, exceeded, seconds, worker.peak, oom=oom)
            job = worker.pending[0]
            if self.has_failed(job, failure, is_fresh=not worker.finished):
                worker.pending.popleft()
                yield JobReply(job.key, failure)
        self.returned.extendleft(reversed(worker.pending))
        self.start_worker()

    def has_failed(self, job: _QueuedJob[K], failure: JobFailure, *, is_fresh: bool) -> bool:
        """Whether a job that ended its worker has failed for good."""
        if failure.kind not in self.options.retried:
            return True
        job.crashes += is_fresh
        return job.crashes >= self.options.attempts

    def kernel_killed(self) -> bool:
        """Whether the kernel has killed a process to free memory since the last look."""
        before, self.oom_kills = self.oom_kills, oom_kills()
        return self.oom_kills > before
