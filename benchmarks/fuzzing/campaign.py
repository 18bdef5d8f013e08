"""A campaign: cases in batches, each batch in a child process, so that the number of the case it ended on is known."""

import gc
import resource
import select
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from fuzzing.case import Case
from fuzzing.child_process import Child, Ending, Limits, Send, restart_clock, run_in_child
from fuzzing.finding import Finding, place_in

Examine = Callable[[Case], tuple[list[Finding], str]]
Make = Callable[[int], Case]

BATCH = 50
"""Pages per child: enough to make a fork's cost disappear, few enough to keep its memory small."""


@dataclass(slots=True)
class Tally:
    """What has been done so far."""

    pages: int = 0
    started: float = field(default_factory=time.monotonic)
    digests: dict[int, str] = field(default_factory=dict)
    keys: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def progress(self) -> str:
        """How far it is and how fast: pages per second, and per second of processor time of the ended children."""
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        rate = self.pages / max(1e-9, time.monotonic() - self.started)
        cpu_rate = self.pages / max(1.0, usage.ru_utime + usage.ru_stime)
        counts = f"{self.keys.total()} findings of {len(self.keys)} kinds"
        return f"{self.pages:,} pages, {rate:.1f} pages/s, {cpu_rate:.1f} pages per CPU second, {counts}"


@dataclass(slots=True)
class _Batch:
    """Numbers that a child works on."""

    numbers: deque[int]
    child: Child


def run_campaign(
    numbers: Iterable[int], make: Make, examine: Examine, limits: Limits, workers: int, tally: Tally
) -> Iterator[tuple[int, Finding] | None]:
    """Examine all numbers; findings come as they are made, each with the number of its page, and None now and then."""
    gc.collect()
    gc.freeze()
    batches = _batches(numbers)
    running: list[_Batch] = []
    try:
        while True:
            while len(running) < workers and (waiting := next(batches, None)):
                running.append(_start(waiting, make, examine, limits))
            if not running:
                return
            select.select([batch.child for batch in running], [], [], 1.0)
            yield None
            for batch in tuple(running):
                yield from _listen(batch, tally)
                if batch.child.ending is not None:
                    running.remove(batch)
                    yield from _blame(batch, batch.child.ending, tally)
                    if batch.numbers:
                        running.append(_start(batch.numbers, make, examine, limits))
    finally:
        for batch in running:
            batch.child.kill()


def examine_alone(case: Case, examine: Examine, limits: Limits) -> list[Finding]:
    """What a case gives in a child of its own."""

    def work(send: Send) -> None:
        found, _ = examine(case)
        send([asdict(finding) for finding in found])

    sent, ending = run_in_child(work, limits)
    return [Finding(**value) for value in sent[0]] if sent else [_ended(ending)]


def _batches(numbers: Iterable[int]) -> Iterator[deque[int]]:
    batch: deque[int] = deque()
    for number in numbers:
        batch.append(number)
        if len(batch) == BATCH:
            yield batch
            batch = deque()
    if batch:
        yield batch


def _start(numbers: deque[int], make: Make, examine: Examine, limits: Limits) -> _Batch:
    todo = tuple(numbers)

    def work(send: Send) -> None:
        for number in todo:
            restart_clock(limits)
            found, digest = examine(make(number))
            send([number, digest, [asdict(finding) for finding in found]])

    return _Batch(numbers, Child(work, limits))


def _listen(batch: _Batch, tally: Tally) -> Iterator[tuple[int, Finding]]:
    for message in batch.child.messages():
        number, digest, found = message
        batch.numbers.popleft()
        tally.pages += 1
        tally.digests[number] = digest
        yield from _counted(number, found, tally)


def _counted(number: int, found: list[dict[str, Any]], tally: Tally) -> Iterator[tuple[int, Finding]]:
    for value in found:
        finding = Finding(**value)
        tally.keys[finding.key] += 1
        yield number, finding


def _blame(batch: _Batch, ending: Ending, tally: Tally) -> Iterator[tuple[int, Finding]]:
    """A child that ended before its last page ended on the first page it has not answered."""
    if not batch.numbers:
        return
    tally.pages += 1
    yield from _counted(batch.numbers.popleft(), [asdict(_ended(ending))], tally)


def _ended(ending: Ending) -> Finding:
    place = place_in(ending.complaint)
    if ending.out_of_time:
        return Finding("slow", "page", "", "ended at the time limit", place, ending.complaint)
    how = ending.signal_name or f"exit code {ending.code}"
    return Finding("crash", "page", "", f"the process ended by {how}", place, ending.complaint)
