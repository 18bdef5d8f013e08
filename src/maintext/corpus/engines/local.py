"""The local engine: one worker per core, each at a shard of its own, all under this process's eye.

A worker reads and writes its shard, and has pages extracted in a second process whose limits it holds; so a page that
kills its process takes no worker with it. A worker that dies or falls silent all the same is replaced, and its shard
begun again; what kills three workers is given up.
"""

import json
import os
import selectors
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import Popen
from typing import IO, Any, Final

from maintext.corpus.counts import Counts
from maintext.corpus.engines import Event, Finished, Progress, Spoiled
from maintext.corpus.pieces import Piece
from maintext.errors import CorpusError
from maintext.programs import start
from maintext.runs.verdict import signal_name

_PROGRAM: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; del sys.argv[1:]; from maintext.corpus.engines.foreman import main; main()"
)
_THREADS: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_ATTEMPTS: Final = 3
_SILENCE: Final = 900.0
_TICK: Final = 0.5


@dataclass(eq=False, slots=True)
class _Worker:
    process: Popen[bytes]
    errors: IO[bytes]
    piece: Piece | None = None
    heard: float = field(default_factory=time.monotonic)
    received: bytearray = field(default_factory=bytearray)
    gone: bool = False
    core: int | None = None
    """The core it is held to, it and the process in which it has pages extracted."""

    @classmethod
    def hire(cls) -> "_Worker":
        """A new process that ends with this one."""
        errors = tempfile.TemporaryFile("w+b", buffering=0)  # noqa: SIM115 - closed by end()
        paths = [path or os.getcwd() for path in sys.path]  # noqa: PTH109 - a plain text is wanted
        return cls(start([sys.executable, "-P", "-c", _PROGRAM, *paths], errors=errors, environment=_THREADS), errors)

    def stay(self, core: int) -> None:
        """Work on one core, so that a page need not go from one core's cache to another's."""
        with suppress(OSError):  # it may have ended already, or the system may not allow it
            os.sched_setaffinity(self.process.pid, [core])
            self.core = core

    @property
    def out(self) -> int:
        """Where its messages come from."""
        assert self.process.stdout is not None  # noqa: S101 - start() pipes it
        return self.process.stdout.fileno()

    def give(self, piece: Piece) -> None:
        """Have it do a piece."""
        self.piece, self.heard = piece, time.monotonic()
        assert self.process.stdin is not None  # noqa: S101 - start() pipes it
        with suppress(BrokenPipeError):  # its end will be noticed
            self.process.stdin.write(json.dumps(piece.to_dict()).encode() + b"\n")
            self.process.stdin.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        """What it says."""
        data = os.read(self.out, 1 << 16)
        self.gone = not data
        self.heard = time.monotonic()
        self.received += data
        *lines, rest = self.received.split(b"\n")
        self.received = bytearray(rest)
        for line in lines:
            yield json.loads(line)

    def end(self) -> str:
        """End it; tells how it ended."""
        self.process.kill()
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            with suppress(OSError):
                if stream:
                    stream.close()
        return f"by {signal_name(code)}" if code < 0 else f"with exit code {code}"


@dataclass(frozen=True, slots=True)
class Local:
    """So many workers on this machine."""

    workers: int

    def run(self, pieces: Sequence[Piece]) -> Generator[Event]:
        """Have pieces done; closing the generator ends the workers."""
        hall = _Hall(deque(pieces))
        try:
            yield from hall.work(min(self.workers, len(pieces)))
        finally:
            hall.close()


class _Hall:
    """Where the workers are."""

    def __init__(self, waiting: deque[Piece]) -> None:
        self.waiting = waiting
        self.workers: list[_Worker] = []
        self.attempts: Counter[str] = Counter()
        self.selector = selectors.DefaultSelector()
        self.cores: list[int] = []
        """The cores that workers are spread over; none if they do not fill the machine."""

    def work(self, count: int) -> Iterator[Event]:
        """Events until nothing is left to do."""
        cores = _cores()
        self.cores = cores if count >= len(cores) > 1 else []
        for _ in range(count):
            self.hire()
        while self.workers:
            for key, _ in self.selector.select(_TICK):
                yield from self.hear(key.data)
            for worker in tuple(self.workers):
                if time.monotonic() - worker.heard > _SILENCE:
                    yield from self.bury(worker, f"it said nothing for {_SILENCE:.0f} seconds")

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.end()
        self.selector.close()

    def hire(self) -> None:
        """Start a worker if there is something to do."""
        if not self.waiting:
            return
        try:
            worker = _Worker.hire()
        except OSError as error:
            raise CorpusError(f"cannot start a worker: {error.strerror}; try fewer with --workers") from error
        if self.cores:
            taken = Counter(each.core for each in self.workers)
            worker.stay(min(self.cores, key=lambda core: taken[core]))
        self.workers.append(worker)
        self.selector.register(worker.out, selectors.EVENT_READ, worker)
        worker.give(self.waiting.popleft())

    def dismiss(self, worker: _Worker) -> str:
        """End a worker."""
        self.selector.unregister(worker.out)
        self.workers.remove(worker)
        return worker.end()

    def hear(self, worker: _Worker) -> Iterator[Event]:
        """Take a worker's messages, give it the next piece, or find that it is gone."""
        for message in worker.messages():
            piece = worker.piece
            assert piece is not None  # noqa: S101 - it speaks of what it was given
            if "progress" in message:
                yield Progress(piece, Counts.from_dict(message["progress"]), message["at"])
                continue
            if "fatal" in message:
                raise CorpusError(message["fatal"])
            yield Finished(piece, message["finished"]) if "finished" in message else Spoiled(piece, message["spoiled"])
            if self.waiting:
                worker.give(self.waiting.popleft())
            else:
                self.dismiss(worker)
                return
        if worker.gone:
            yield from self.bury(worker)

    def bury(self, worker: _Worker, why: str = "") -> Iterator[Event]:
        """A worker is lost: begin its piece again, or give it up."""
        piece = worker.piece
        ended = self.dismiss(worker)
        assert piece is not None  # noqa: S101 - workers without one are dismissed
        self.attempts[piece.name] += 1
        if self.attempts[piece.name] >= _ATTEMPTS:
            yield Spoiled(piece, f"{_ATTEMPTS} workers were lost over it; the last ended {why or ended}")
        else:
            self.waiting.appendleft(piece)
        self.hire()


def _cores() -> list[int]:
    """The cores this process may use, where the system tells."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
