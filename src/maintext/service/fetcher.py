"""Pages by their URL: fetched in threads, only so many at a time, under the service's address policy."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from maintext.fetch import Fetched, fetch
from maintext.service.problems import Problem
from maintext.service.settings import Settings


class Fetch(Protocol):
    """What gets a page: `maintext.fetch.fetch`, or what stands in for it in a test."""

    def __call__(self, url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
        """The page at a URL."""
        ...


class Fetcher:
    """Gets pages for a service."""

    def __init__(self, settings: Settings, get: Fetch = fetch) -> None:
        self._settings = settings
        self._fetch = get
        self._threads = ThreadPoolExecutor(settings.fetches, "fetch")

    async def get(self, url: str, *, private: bool | None = None) -> Fetched:
        """The page at a URL; `private` says otherwise than the settings where it may lie."""
        settings = self._settings
        if not settings.fetch_urls:
            raise Problem(403, "pages are not fetched here; send the page itself")
        opened = settings.private if private is None else private
        work = partial(self._fetch, url, timeout=settings.timeout, max_bytes=settings.max_bytes, private=opened)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Wait for nobody."""
        self._threads.shutdown(wait=False, cancel_futures=True)
