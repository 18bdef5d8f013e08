"""The pool: pages go to worker processes, answers come back, and no page can take the run or another page down.

Each worker holds one page more than it works on, so it never waits for the run. Answers come in the order of the pages,
so the page that a dead worker was at is the first one unanswered; pages behind it go to other workers. A crash or too
much memory in a worker that has done other pages before may be their doing: such a page gets a second try in a fresh
worker.
"""

import selectors
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from maintext.errors import RunError
from maintext.runs.limits import Limits
from maintext.runs.memory import kernel_kills
from maintext.runs.outcome import Failure, Kind, from_line, to_line
from maintext.runs.slot import Slot
from maintext.runs.verdict import Sentence, how, judge, last_line, verdict
from maintext.runs.wire import BROKEN, LEAVING, OK, READY, Frame, Job

_AT_ONCE = 2
_TICK = 0.05
_TIME_TO_START = 120.0


class Answer(NamedTuple):
    """What came of a page, as the line for the results file; `kind` is None if all went well."""

    id: str
    kind: Kind | None
    line: bytes


def extract_all(spec: str, jobs: Iterable[Job], limits: Limits, workers: int) -> Generator[Answer]:
    """Run an extractor on pages in worker processes; answers come as they are ready, one for every page.

    Closing the iterator ends the workers.
    """
    pool = _Pool(spec, limits, iter(jobs))
    try:
        yield from pool.run(workers)
    finally:
        pool.close()


class _Pool:
    """The workers of one extractor."""

    def __init__(self, spec: str, limits: Limits, jobs: Iterator[Job]) -> None:
        self.spec, self.limits, self.jobs = spec, limits, jobs
        self.returned: deque[Job] = deque()
        self.slots: list[Slot] = []
        self.sentences: dict[Slot, Sentence] = {}
        self.selector = selectors.DefaultSelector()
        self.kernel_kills = kernel_kills()

    def run(self, workers: int) -> Iterator[Answer]:
        """Answers until all pages have one."""
        for _ in range(workers):
            self.hire()
        patrol = time.monotonic() + _TICK
        while self.slots:
            for key, events in self.selector.select(_TICK):
                if events & selectors.EVENT_WRITE:
                    self.send(key.data)
                else:
                    yield from self.hear(key.data)
            if time.monotonic() >= patrol:
                for slot in tuple(self.slots):
                    yield from self.watch(slot)
                patrol = time.monotonic() + _TICK

    def close(self) -> None:
        """End all workers."""
        for slot in self.slots:
            slot.kill()
        for slot in self.slots:
            slot.end()
        self.selector.close()

    def next_job(self) -> Job | None:
        """The next page to give away."""
        return self.returned.popleft() if self.returned else next(self.jobs, None)

    def hire(self) -> None:
        """Start a worker if there is a page for it."""
        job = self.next_job()
        if job is None:
            return
        try:
            slot = Slot.start(self.spec, self.limits)
        except OSError as error:
            raise RunError(f"cannot start a worker: {error.strerror}; try fewer with --workers") from error
        self.slots.append(slot)
        self.selector.register(slot.out, selectors.EVENT_READ, slot)
        self.selector.register(slot.into, selectors.EVENT_WRITE, slot)
        slot.give(job)
        self.feed(slot)

    def feed(self, slot: Slot) -> None:
        """Keep pages waiting before a worker, and dismiss it when there are no more."""
        while len(slot.pending) < _AT_ONCE and (job := self.next_job()) is not None:
            slot.give(job)
        if slot.unsent and slot.into not in self.selector.get_map():
            self.selector.register(slot.into, selectors.EVENT_WRITE, slot)
        if not slot.pending:
            self.remove(slot)
            slot.dismiss()

    def remove(self, slot: Slot) -> None:
        """Listen to a worker no more."""
        self.slots.remove(slot)
        for pipe in (slot.out, slot.into):
            if pipe in self.selector.get_map():
                self.selector.unregister(pipe)

    def send(self, slot: Slot) -> None:
        """The pipe takes more."""
        if slot not in self.slots:
            return
        slot.flush()
        if not slot.unsent and slot.into in self.selector.get_map():
            self.selector.unregister(slot.into)

    def hear(self, slot: Slot) -> Iterator[Answer]:
        """Take a worker's messages, and bury it if there will be no more."""
        if slot not in self.slots:
            return
        open_ = slot.receive()
        for frame in slot.frames():
            answer = self.understand(slot, frame)
            if answer is not None:
                yield answer
        if not open_:
            yield from self.bury(slot)
        elif slot.ready and not slot.leaving:
            self.feed(slot)

    def understand(self, slot: Slot, frame: Frame) -> Answer | None:
        """What a message says about a page, if it does."""
        if frame.tag == READY:
            slot.is_ready()
            return None
        if frame.tag == BROKEN:
            raise RunError(f"{self.spec} cannot be started in a worker: {frame.body.decode()}")
        slot.leaving = frame.tag == LEAVING
        if slot.leaving and slot.served:
            return None  # a second try is due
        job = slot.answered()
        if frame.tag == OK:
            return Answer(job.id, None, frame.body)
        failure = from_line(frame.body)
        assert isinstance(failure, Failure)  # noqa: S101 - our own worker wrote it
        return Answer(job.id, failure.kind, frame.body)

    def watch(self, slot: Slot) -> Iterator[Answer]:
        """Hold a worker to its limits."""
        if not slot.ready and slot.elapsed() > _TIME_TO_START:
            raise RunError(f"{self.spec} is not ready in a worker after {_TIME_TO_START:.0f} seconds")
        if slot.exited():
            slot.kill()  # a process that the worker has forked may hold its pipe open
        sentence = self.sentences.get(slot)
        if sentence is None and slot in self.slots and judge(slot, self.limits) is not None:
            yield from self.hear(slot)  # the answer may have come in the meantime
            sentence = judge(slot, self.limits) if slot in self.slots else None
            if sentence is not None:
                self.sentences[slot] = sentence
                slot.ask_where()
        if sentence is not None and time.monotonic() >= sentence.at:
            slot.kill()

    def bury(self, slot: Slot) -> Iterator[Answer]:
        """A worker is gone: find out why, blame the right page, give the others away, hire another worker."""
        self.remove(slot)
        elapsed, ending = slot.elapsed(), slot.end()
        if not slot.ready:
            raise RunError(f"{self.spec} cannot be started: {how(ending)} {last_line(ending)}".rstrip())
        failure = verdict(slot, ending, elapsed, self.sentences.pop(slot, None), starved=self.kernel_killed())
        if failure is not None and not (slot.served and failure.kind in ("crash", "memory")):
            slot.pending.popleft()
            yield Answer(failure.id, failure.kind, to_line(failure))
        self.returned.extendleft(reversed(slot.pending))
        self.hire()

    def kernel_killed(self) -> bool:
        """Whether the kernel has ended a process for want of memory since the last look."""
        before, self.kernel_kills = self.kernel_kills, kernel_kills()
        return self.kernel_kills > before
