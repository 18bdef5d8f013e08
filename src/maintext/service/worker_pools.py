"""Worker processes of the service, in which all untrusted input is parsed.

Pages have their own workers. Feeds, archives and very large requests share one worker at low priority. Workers that
fetch pages are started on demand.
"""

import asyncio
import logging
from typing import Final

from maintext.fetch import Fetched
from maintext.sandbox.async_pool import AsyncOptions, AsyncPool
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import Limits
from maintext.sandbox.protocol import Target
from maintext.service.fetching import FETCH, pack_request, unpack_page
from maintext.service.jobs import Job, Reply, pack_job, unpack_reply
from maintext.service.problems import Problem
from maintext.service.settings import ServiceSettings

_HANDLERS: Final = Target("maintext.service.handlers:load_handlers", b"default", name="the service's worker")
_FETCH_GRACE: Final = 5.0
"""Seconds that a fetch worker gets in addition to its own time limit."""
_PROBLEMS: Final = {
    "timeout": (504, "the page takes longer than is allowed here"),
    "memory": (507, "the page takes too much memory"),
    "crash": (500, "the extractor crashed on this page"),
    "exception": (500, "the extractor failed on this page"),
}
_log = logging.getLogger("maintext.service")


class WorkerPools:
    """The pools of one service; lives in one event loop."""

    def __init__(self, settings: ServiceSettings, fetch: str = FETCH) -> None:
        self._settings = settings
        self._pages = AsyncPool(
            _HANDLERS, settings.limits, AsyncOptions(settings.workers, settings.waiting, interactive=True)
        )
        self._parsing = AsyncPool(_HANDLERS, settings.limits, AsyncOptions(1, settings.waiting, low_priority=True))
        self._fetching = AsyncPool(
            Target("maintext.service.fetching:load_fetch", fetch.encode(), name="the fetching worker"),
            Limits(settings.timeout + _FETCH_GRACE, settings.memory),
            AsyncOptions(settings.fetches, settings.waiting, on_demand=True),
        )

    async def start(self) -> None:
        """Start the workers; returns when pages can be extracted."""
        await asyncio.gather(self._fetching.start(), self._pages.start())
        await self._parsing.start()

    async def close(self) -> None:
        """Stop all workers."""
        await asyncio.gather(self._pages.close(), self._parsing.close(), self._fetching.close())

    async def run(self, job: Job, page: bytes, *, background: bool = False, timeout: float | None = None) -> Reply:
        """The reply to a job; background jobs wait until no other job waits."""
        pool = self._parsing if job.is_parsing(len(page)) else self._pages
        result = await pool.run(pack_job(job, page), background=background, timeout=timeout)
        return _reply(result, f"{job.kind} of {', '.join(job.specs)}")

    async def fetch(self, url: str, *, private: bool | None = None) -> Fetched:
        """The page at a URL; `private` replaces the setting on private addresses."""
        settings = self._settings
        if not settings.fetch_urls:
            raise Problem(403, "pages are not fetched here; send the page itself")
        allowed = settings.private if private is None else private
        return unpack_page(_reply(await self._fetching.run(pack_request(url, settings, allowed)), "a fetch"))

    def state(self) -> dict[str, int]:
        """The number of page workers, and of pages in progress or waiting."""
        return self._pages.state()

    def pids(self) -> list[int]:
        """The process ids of all workers."""
        return [pid for pool in (self._pages, self._parsing, self._fetching) for pid in pool.pids()]


def _reply(result: bytes | JobFailure, name: str) -> Reply:
    """A worker's reply; a failure raises an error for the client, and its details are logged."""
    if isinstance(result, bytes):
        return unpack_reply(result)
    if result.kind in ("exception", "crash"):
        _log.error("%s failed: %s\n%s", name, result.message, result.traceback or "")
    return Reply.of_problem(Problem(*_PROBLEMS[result.kind]))
