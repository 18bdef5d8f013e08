"""The worker processes of an asynchronous pool: started, watched by the event loop, and stopped."""

import asyncio
from collections.abc import Callable, Iterator

from maintext.errors import SandboxError
from maintext.sandbox.call_queue import Call
from maintext.sandbox.failures import Exit
from maintext.sandbox.limits import Limits
from maintext.sandbox.process import WorkerProcess
from maintext.sandbox.protocol import Target

Worker = WorkerProcess[Call]


class AsyncWorkers:
    """The workers of one target; those in `slow` have a job that takes long, and do not count as active."""

    def __init__(self, target: Target, limits: Limits, receive: Callable[[Worker], None]) -> None:
        self._target, self._limits, self._receive = target, limits, receive
        self._workers: list[Worker] = []
        self._endings: set[asyncio.Future[Exit]] = set()
        self.slow: set[Worker] = set()
        self.broken: str | None = None
        """Why workers cannot be started."""

    def __iter__(self) -> Iterator[Worker]:
        """All workers, without those that are stopped meanwhile."""
        return (worker for worker in tuple(self._workers) if worker in self._workers)

    def __len__(self) -> int:
        return len(self._workers)

    def __contains__(self, worker: Worker) -> bool:
        return worker in self._workers

    def ready(self) -> list[Worker]:
        """Workers whose setup is done."""
        return [worker for worker in self._workers if worker.is_ready]

    def busy(self) -> list[Worker]:
        """Workers with jobs."""
        return [worker for worker in self._workers if worker.pending]

    def active(self) -> list[Worker]:
        """Workers with jobs that are not slow."""
        return [worker for worker in self.busy() if worker not in self.slow]

    def idle(self) -> list[Worker]:
        """Workers that wait for a job."""
        return [worker for worker in self.ready() if not worker.pending]

    def start(self) -> None:
        """Start one more worker; if that cannot be done, `broken` says why."""
        try:
            worker: Worker = WorkerProcess.start(self._target, self._limits)
        except SandboxError as error:
            self.broken = str(error)
            return
        self._workers.append(worker)
        asyncio.get_running_loop().add_reader(worker.stdout, self._receive, worker)
        self.send(worker)

    def send(self, worker: Worker) -> None:
        """Send what a worker was given, now and whenever its pipe takes more."""
        worker.flush()
        loop = asyncio.get_running_loop()
        if worker.unsent:
            loop.add_writer(worker.stdin, self.send, worker)
        else:
            loop.remove_writer(worker.stdin)

    def stop(self, worker: Worker) -> "asyncio.Future[Exit]":
        """Kill a worker and wait for its end in a thread."""
        self._workers.remove(worker)
        self.slow.discard(worker)
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.stdout)
        loop.remove_writer(worker.stdin)
        worker.kill()
        ending = loop.run_in_executor(None, worker.end)
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)
        return ending

    async def close(self) -> None:
        """End all workers, and cancel their jobs."""
        for worker in self:
            for call in worker.pending:
                call.future.cancel()
            self.stop(worker)
        if self._endings:
            await asyncio.gather(*self._endings, return_exceptions=True)
