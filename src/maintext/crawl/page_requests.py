"""Requests of a crawl: one at a time for each host, with pauses, retried after temporary failures."""

import asyncio
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from maintext.crawl.canonical_urls import host_key
from maintext.crawl.crawl_settings import CrawlLimits, CrawlSettings
from maintext.crawl.politeness import Politeness, retry_after
from maintext.errors import FetchError
from maintext.fetch.exchange import Exchange, exchange
from maintext.fetch.http import ACCEPT, ConnectionFailed

_RETRIED: Final = frozenset([429, 500, 502, 503, 504])
_LONGEST_WAIT: Final = 600.0
"""A host that asks for a longer pause is skipped until another session."""


class HostPaused(Exception):
    """Nothing more is requested from a host in this session."""


class LimitReached(Exception):
    """The crawl stops."""


@dataclass(frozen=True, slots=True)
class SessionDeadline:
    """When a session ends."""

    seconds: float
    end: float

    @classmethod
    def of(cls, limits: CrawlLimits) -> "SessionDeadline":
        """The deadline of a session that begins now."""
        return cls(limits.seconds, time.monotonic() + limits.seconds)

    def check(self, wait: float = 0.0) -> None:
        """Stop if the session ends before a wait does."""
        if time.monotonic() + wait >= self.end:
            raise LimitReached(f"the limit of {self.seconds:g} seconds (--max-time)")


class PageRequests:
    """Sends requests."""

    def __init__(self, settings: CrawlSettings, limits: CrawlLimits, politeness: Politeness) -> None:
        self._settings, self._politeness = settings, politeness
        self._deadline = SessionDeadline.of(limits)
        self._free = asyncio.Semaphore(limits.hosts)
        self._threads = ThreadPoolExecutor(limits.hosts, "maintext-crawl")
        self.headers: Final = {"User-Agent": settings.agent, "Accept": ACCEPT, "Accept-Encoding": "gzip, deflate"}

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Exchange:
        """The response to a request, or the last response if all retries fail; redirects are responses too."""
        for attempt in range(self._settings.retries + 1):
            is_last = attempt == self._settings.retries
            try:
                found = await self._attempt(url, headers or {})
            except ConnectionFailed:
                if is_last:
                    raise
                pause = None
            else:
                if found.status not in _RETRIED:
                    return found
                pause = retry_after(found.header("retry-after"), time.time())
                if is_last and pause is None:
                    return found
            self._pause(url, self._settings.backoff * 2.0**attempt if pause is None else pause)
            if is_last:
                return found
        raise AssertionError("there is at least one attempt")

    def close(self) -> None:
        """Stop sending."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _pause(self, url: str, seconds: float) -> None:
        host = host_key(url)
        if seconds > _LONGEST_WAIT:
            raise HostPaused(f"{host} asks for a pause of {seconds:,.0f} seconds; run the same command again after it")
        self._politeness.postpone(host, seconds)

    async def _attempt(self, url: str, headers: Mapping[str, str]) -> Exchange:
        host = host_key(url)
        self._deadline.check(self._politeness.wait(host))
        await self._politeness.take_turn(host)
        settings = self._settings
        send = partial(
            exchange, url, {**self.headers, **headers}, timeout=settings.timeout, max_bytes=settings.max_bytes,
            private=settings.private,
        )  # fmt: skip
        async with self._free:
            self._deadline.check()
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, send)
            except FetchError:
                raise
            except (OSError, ValueError, UnicodeError) as error:
                raise FetchError(f"{url}: cannot be requested ({error})") from error
            finally:
                self._politeness.postpone(host, self._politeness.delay(host))
