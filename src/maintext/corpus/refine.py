"""PAGES -> RECORDS: the heart of every engine and adapter.

Pages go to one worker process with limits; records come back in the order of the pages. Whatever a page does, the next
one gets its turn.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from maintext.corpus.item import Item
from maintext.corpus.recorder import Recorder, refusal, sound
from maintext.corpus.settings import Settings
from maintext.runs import Answer, Failure, Job, Limits, Result, extract_all
from maintext.runs.limits import size
from maintext.runs.outcome import from_line


@dataclass(frozen=True, slots=True)
class Kept:
    """A page with its record."""

    item: Item
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A page that a filter does not let pass now that it is read."""

    item: Item
    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A page that the extractor cannot bear: it raised, took too long or too much, or ended its process."""

    item: Item
    kind: str
    message: str


Refined = Kept | Dropped | Failed


def refine(items: Iterable[Item], settings: Settings) -> Iterator[Refined]:
    """What becomes of each page, in their order; a worker process is replaced after `settings.recycle` pages."""
    recorder = Recorder.of(settings)
    spec, extractor = str(recorder), str(recorder.extractor)
    limits = Limits(settings.timeout, settings.memory)
    waiting: deque[Item] = deque()
    rest = iter(items)
    for first in rest:
        some = _jobs(chain([first], islice(rest, settings.recycle - 1)), waiting)
        with closing(extract_all(spec, some, limits, workers=1)) as answers:
            for answer in answers:
                yield _refined(answer, waiting.popleft(), settings, extractor)


def _jobs(items: Iterable[Item], waiting: deque[Item]) -> Iterator[Job]:
    for item in items:
        waiting.append(item)
        yield Job(item.id, item.html, item.url, item.charset)


def _refined(answer: Answer, item: Item, settings: Settings, extractor: str) -> Refined:
    outcome = from_line(answer.line)
    assert outcome is not None  # noqa: S101 - our own worker wrote it
    assert outcome.id == item.id  # noqa: S101 - one worker answers in order
    if isinstance(outcome, Failure):
        reason = refusal(outcome.message) if outcome.kind == "exception" else None
        return Dropped(item, reason) if reason else Failed(item, outcome.kind, _message(outcome, settings))
    if outcome.raw is None:
        return Dropped(item, outcome.reason or "empty")
    return Kept(item, _record(item, outcome, extractor))


def _record(item: Item, outcome: Result, extractor: str) -> dict[str, Any]:
    """The whole record; it holds nothing of when or where it was made."""
    made = json.loads(outcome.raw or "{}")
    digest = f"sha256:{hashlib.sha256(item.html).hexdigest()}"
    origin = {"id": sound(item.id), "url": sound(item.url), "date": sound(item.date)}
    return {**origin, **made, "extractor": extractor, "digest": digest}


def _message(failure: Failure, settings: Settings) -> str:
    """What went wrong, in words that are the same whenever it goes wrong."""
    if failure.kind == "timeout":
        return f"no result within {settings.timeout:g} seconds"
    if failure.kind == "memory":
        return f"more than {size(settings.memory)} of memory"
    return failure.message.splitlines()[0] if failure.message else failure.kind
