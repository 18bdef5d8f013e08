"""One worker process as the run sees it: its pipes, the pages it was given, its clock."""

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, NamedTuple

from maintext.runs.limits import Limits
from maintext.runs.memory import resident
from maintext.runs.outcome import portable
from maintext.runs.wire import Frame, Job, Orders, pack_job, pack_orders, unpack

_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; del sys.argv[1:]; from {} import main; main()"
_ENVIRONMENT = {
    "BLIS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}
_PIPE_SIZE = 1 << 20
_READ_SIZE = 1 << 16
_TAIL = 8_000


class Ending(NamedTuple):
    """How a worker ended: its exit code, negative for a signal, and the end of what it wrote during its last page."""

    code: int
    complaint: str | None


@dataclass(eq=False, slots=True)
class Slot:
    """A worker process and what it has been given; pages wait in its pipe so that it never waits for the run."""

    process: subprocess.Popen[bytes]
    errors: IO[bytes]
    into: int
    out: int
    pending: deque[Job] = field(default_factory=deque)
    served: int = 0
    ready: bool = False
    leaving: bool = False
    since: float = field(default_factory=time.monotonic)
    seen: int = 0
    """The most resident memory that sampling has seen during the present page."""
    unsent: deque[memoryview] = field(default_factory=deque)
    received: bytearray = field(default_factory=bytearray)

    @classmethod
    def start(cls, spec: str, limits: Limits, worker: str = "maintext.runs.worker") -> "Slot":
        """Start a worker: a new interpreter, so that it inherits nothing but the way to import.

        `worker` is the module whose `main` it runs.
        """
        errors = tempfile.TemporaryFile("w+b", buffering=0)  # noqa: SIM115 - closed by end()
        fcntl.fcntl(errors, fcntl.F_SETFL, fcntl.fcntl(errors, fcntl.F_GETFL) | os.O_APPEND)
        paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - a plain text is wanted
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-P", "-c", _PROGRAM.format(worker), *paths],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | _ENVIRONMENT,
            start_new_session=True,
            bufsize=0,
        )
        assert process.stdin is not None  # noqa: S101 - asked for above
        assert process.stdout is not None  # noqa: S101 - asked for above
        slot = cls(process, errors, process.stdin.fileno(), process.stdout.fileno())
        for pipe in (slot.into, slot.out):
            os.set_blocking(pipe, False)
            _widen(pipe)
        slot._queue(pack_orders(Orders(spec, limits, os.getpid())))
        return slot

    def give(self, job: Job, packed: tuple[bytes, bytes] | None = None) -> None:
        """Put one more page before the worker; `packed` is its frame if the worker wants another than a run's."""
        if not self.pending:
            self._restart_clock()
        self.pending.append(job)
        self._queue(packed or pack_job(job))
        self.flush()

    def flush(self) -> None:
        """Send what the pipe takes; a worker that is gone will be noticed by its other pipe."""
        try:
            while self.unsent:
                part = self.unsent[0]
                sent = os.write(self.into, part)
                self.unsent[0] = part[sent:]
                if sent == len(part):
                    self.unsent.popleft()
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.unsent.clear()

    def receive(self) -> bool:
        """Read what has come; False if the pipe has ended."""
        try:
            while data := os.read(self.out, _READ_SIZE):
                self.received += data
        except BlockingIOError:
            return True
        return False

    def frames(self) -> Iterator[Frame]:
        """The whole messages received."""
        while (frame := unpack(self.received)) is not None:
            yield frame

    def is_ready(self) -> None:
        """The extractor is built: from here on, time counts."""
        self.ready = True
        self._restart_clock()

    def answered(self) -> Job:
        """The page that an answer belongs to; the next one's time begins."""
        self.served += 1
        self._restart_clock()
        return self.pending.popleft()

    def elapsed(self) -> float:
        """Seconds since the present page began, or since the start if the worker is not ready yet."""
        return time.monotonic() - self.since

    def sample(self) -> int:
        """The highest resident memory seen during the present page."""
        self.seen = max(self.seen, resident(self.process.pid))
        return self.seen

    def exited(self) -> bool:
        """Whether the worker has ended; it stays unburied, so that its number still stands for its group."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def ask_where(self) -> None:
        """Have the worker write where it hangs to its standard error."""
        self._signal(signal.SIGUSR1, group=False)

    def kill(self) -> None:
        """End the worker and all that it has started."""
        self._signal(signal.SIGKILL, group=True)

    def end(self, grace: float = 0.5) -> Ending:
        """Kill what is left after a moment of grace, and close everything."""
        until = time.monotonic() + grace
        while time.monotonic() < until and not self.exited():
            time.sleep(0.001)
        self.kill()
        ending = Ending(self.process.wait(), self._complaint())
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            if stream:
                stream.close()
        return ending

    def dismiss(self) -> None:
        """Let a worker that has nothing to do any more end in its own way."""
        if self.process.stdin:
            self.process.stdin.close()
        self.end(grace=2.0)

    def _queue(self, parts: tuple[bytes, ...]) -> None:
        self.unsent.extend(memoryview(part) for part in parts if part)

    def _complaint(self) -> str | None:
        end = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, end - _TAIL))
        return portable(self.errors.read().decode("utf-8", "replace").strip("\0 \n")) or None

    def _restart_clock(self) -> None:
        self.since, self.seen = time.monotonic(), 0

    def _signal(self, number: signal.Signals, *, group: bool) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if group:
                os.killpg(self.process.pid, number)
            else:
                os.kill(self.process.pid, number)


def _widen(pipe: int) -> None:
    """Let a whole page wait in the pipe, where the system can."""
    with suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
