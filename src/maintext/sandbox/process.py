"""One worker process as its pool sees it: its pipes, the jobs it was given, its clock."""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Generic, TypeVar

from maintext.errors import SandboxError
from maintext.sandbox.child_process import close_pipes, error_file, read_errors, spawn
from maintext.sandbox.cpus import SINGLE_THREADED, pin_to_cpu
from maintext.sandbox.failures import Exit, portable_traceback
from maintext.sandbox.limits import LimitExceeded, Limits, check_limits
from maintext.sandbox.memory import resident_memory
from maintext.sandbox.protocol import JOB, Frame, Start, Target, pack, pack_start, unpack

J = TypeVar("J")
MAX_START_SECONDS = 120.0
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; del sys.argv[1:]; from maintext.sandbox.worker import main; main()"
_ENVIRONMENT = SINGLE_THREADED | {"PYTHONHASHSEED": "0"}
_READ_SIZE = 1 << 16
_ERRORS_READ = 8_000


@dataclass(eq=False, slots=True)
class WorkerProcess(Generic[J]):
    """A worker process and its jobs, which it answers in their order; the first of `pending` is the current one.

    Further jobs wait in its pipe, so that it never waits for the pool.
    """

    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    stdin: int
    stdout: int
    cpu: int | None = None
    """The processor that it is pinned to."""
    pending: deque[J] = field(default_factory=deque)
    finished: int = 0
    """How many jobs it has answered."""
    is_ready: bool = False
    is_exiting: bool = False
    since: float = field(default_factory=time.monotonic)
    peak: int = 0
    """The most resident memory that was measured from outside during the current job."""
    unsent: deque[memoryview] = field(default_factory=deque)
    received: bytearray = field(default_factory=bytearray)

    @classmethod
    def start(cls, target: Target, limits: Limits, cpu: int | None = None) -> "WorkerProcess[J]":
        """Start a worker: a new interpreter that inherits nothing but the import path."""
        errors = error_file()
        paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - a plain text is wanted
        command = [sys.executable, "-P", "-c", _PROGRAM, *paths]
        try:
            process = spawn(command, errors=errors, environment=_ENVIRONMENT, new_group=True)
        except OSError as error:
            errors.close()
            raise SandboxError(f"cannot start a worker: {error.strerror}; try fewer with --workers") from error
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - both are pipes
        worker = cls(process, errors, process.stdin.fileno(), process.stdout.fileno(), cpu)
        if cpu is not None:
            pin_to_cpu(process.pid, cpu)
        for pipe in (worker.stdin, worker.stdout):
            os.set_blocking(pipe, False)
        worker._queue(pack_start(Start(target, limits, os.getpid())))
        return worker

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def give(self, job: J, payload: bytes, timeout: float | None = None) -> None:
        """Give it one more job; `timeout` replaces its time limit."""
        if not self.pending:
            self.restart_clock()
        self.pending.append(job)
        self._queue(pack(JOB, b"" if timeout is None else repr(timeout).encode(), payload))
        self.flush()

    def flush(self) -> None:
        """Send as much as the pipe takes; that a worker has ended is noticed by its other pipe."""
        try:
            while self.unsent:
                part = self.unsent[0]
                sent = os.write(self.stdin, part)
                self.unsent[0] = part[sent:]
                if sent == len(part):
                    self.unsent.popleft()
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.unsent.clear()

    def receive(self) -> bool:
        """Read what has arrived; False if the pipe has ended."""
        try:
            while data := os.read(self.stdout, _READ_SIZE):
                self.received += data
        except BlockingIOError:
            return True
        return False

    def frames(self) -> Iterator[Frame]:
        """The complete messages received."""
        while (frame := unpack(self.received)) is not None:
            yield frame

    def set_ready(self) -> None:
        """The setup is done: from here on, time counts."""
        self.is_ready = True
        self.restart_clock()

    def pop_job(self) -> J:
        """The job that a reply belongs to; the time of the next one begins."""
        self.finished += 1
        self.restart_clock()
        return self.pending.popleft()

    def seconds(self) -> float:
        """Seconds since the current job began or reported progress; since the start if the worker is not ready yet."""
        return time.monotonic() - self.since

    def measure_memory(self) -> int:
        """The highest resident memory seen during the current job."""
        self.peak = max(self.peak, resident_memory(self.pid))
        return self.peak

    def exceeded_limit(self, limits: Limits) -> LimitExceeded | None:
        """The limit that the current job has exceeded, if any."""
        if not self.is_ready or self.is_exiting or not self.pending:
            return None
        return check_limits(self.pending[0], limits, self.seconds(), self.measure_memory)

    def has_exited(self) -> bool:
        """Whether the process has ended; it is not reaped, so that its number still stands for its group."""
        if not hasattr(os, "waitid"):  # macOS before Python 3.13, where it is reaped
            return self.process.poll() is not None
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def request_traceback(self) -> None:
        """Have the worker write where it is to its standard error."""
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGUSR1)

    def kill(self) -> None:
        """Kill the worker and everything it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def end(self, grace: float = 0.5) -> Exit:
        """Wait a moment for the exit, kill what is left, and close everything."""
        until = time.monotonic() + grace
        while time.monotonic() < until and not self.has_exited():
            time.sleep(0.001)
        self.kill()
        code = self.process.wait()
        written = portable_traceback(read_errors(self.errors, _ERRORS_READ)) or None
        close_pipes(self.process)
        self.errors.close()
        return Exit(code, written)

    def dismiss(self) -> None:
        """Let a worker without jobs exit by itself."""
        if self.process.stdin:
            self.process.stdin.close()
        self.end(grace=2.0)

    def restart_clock(self) -> None:
        """A job begins, or reports progress."""
        self.since, self.peak = time.monotonic(), 0

    def _queue(self, parts: tuple[bytes, ...]) -> None:
        self.unsent.extend(memoryview(part) for part in parts if part)
