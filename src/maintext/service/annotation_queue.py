"""The queue of pages to annotate: those on which extractors disagree most come first.

The service's workers measure the disagreement in the background, while they have no other jobs.
"""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from maintext.service.annotations import Annotations
from maintext.service.jobs import Job
from maintext.service.problems import Problem
from maintext.service.worker_pools import WorkerPools

JUDGES: Final = ("default", "readability", "density", "boilerpipe")
"""Extractors of different kinds, so that they err differently."""
_log = logging.getLogger("maintext.service")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The disagreement of extractors on a page, from 0 to 1; None if extraction failed."""

    disagreement: float | None
    title: str = ""
    words: int = 0


class AnnotationQueue:
    """Measures the disagreement on the pages of a dataset in the background."""

    def __init__(self, workers: WorkerPools, annotations: Annotations) -> None:
        self._workers = workers
        self._annotations = annotations
        self._task: asyncio.Task[None] | None = None
        self.measured: dict[str, Disagreement] = {}

    def start(self) -> None:
        """Start measuring."""
        self._task = asyncio.create_task(self._measure_all())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def order(self, ids: list[str]) -> list[str]:
        """Pages by disagreement, largest first; pages not measured yet come last, in order."""
        places = {name: place for place, name in enumerate(ids)}
        return sorted(ids, key=lambda name: (-self._value(name), places[name]))

    def _value(self, name: str) -> float:
        found = self.measured.get(name)
        return -1.0 if found is None or found.disagreement is None else found.disagreement

    async def _measure_all(self) -> None:
        for name in await asyncio.to_thread(self._annotations.ids):
            try:
                self.measured[name] = await self._measure(name)
            except Problem:
                self.measured[name] = Disagreement(None)
            except Exception:  # noqa: BLE001 - logged; the other pages go on
                _log.exception("a page could not be judged")
                self.measured[name] = Disagreement(None)

    async def _measure(self, name: str) -> Disagreement:
        page = await asyncio.to_thread(self._annotations.find, name)
        reply = await self._workers.run(Job("judge", JUDGES, page.url, page.charset), page.html, background=True)
        if reply.status != 200:
            return Disagreement(None)
        return Disagreement(**json.loads(reply.body))
