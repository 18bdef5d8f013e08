"""The crawler: from seed URLs to a WARC file, with one queue per host; it can be resumed at any moment.

A response is written to the WARC file first and then to the journal. When a killed crawl is resumed, the file is
truncated where the journal ends. With one host, the order of requests is always the same.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from maintext.crawl.canonical_urls import host_key
from maintext.crawl.crawl_progress import CrawlCounts, CrawlSummary
from maintext.crawl.crawl_settings import CrawlLimits, CrawlSettings, Seeds
from maintext.crawl.earlier_crawl import EarlierCrawl
from maintext.crawl.frontier import CrawlTarget, Frontier
from maintext.crawl.journal import FORMAT, Entry, Journal, PageEntry, RobotsEntry, StartEntry, journal_path
from maintext.crawl.page_requests import HostPaused, LimitReached, PageRequests
from maintext.crawl.page_responses import ResponseReader
from maintext.crawl.politeness import Politeness
from maintext.crawl.response_archive import ResponseArchive
from maintext.crawl.robots_cache import RobotsCache
from maintext.crawl.warc_writer import WarcWriter
from maintext.errors import CrawlError, FetchError
from maintext.fetch.exchange import Exchange
from maintext.fetch.http import ConnectionFailed

_MOST_FAILURES: Final = 5
"""The number of consecutive failed connections after which a host is skipped until another session."""
_FAILED_TOLD: Final = 20
_SYNC_EVERY: Final = 5.0

ShowCounts = Callable[[CrawlCounts], None]


@dataclass(frozen=True, slots=True)
class Crawl:
    """What to crawl, into which file."""

    seeds: Seeds
    settings: CrawlSettings
    output: Path
    limits: CrawlLimits = field(default_factory=CrawlLimits)
    previous: Path | None = None
    """The WARC file of an earlier crawl; pages that have not changed are not stored again."""
    clock: Callable[[], float] = time.time
    """The time that records state."""


def crawl(plan: Crawl, show: ShowCounts = lambda counts: None) -> CrawlSummary:
    """Start or resume a crawl."""
    if not plan.output.name.endswith((".warc", ".warc.gz")):
        raise CrawlError(f"{plan.output}: name the output .warc.gz or .warc")
    if not plan.output.parent.is_dir():
        raise CrawlError(f"{plan.output.parent}: no such folder; create it first")
    earlier = EarlierCrawl.read(plan.previous) if plan.previous is not None else EarlierCrawl()
    with Journal(journal_path(plan.output)) as journal:
        size = plan.output.stat().st_size if plan.output.exists() else 0
        entries = journal.restore(size)
        if not entries and size:
            raise CrawlError(f"{plan.output} exists and is not an unfinished crawl; remove it, or choose another file")
        _check_same(plan, entries)
        with WarcWriter(plan.output, entries[-1].end if entries else 0) as warc:
            session = _Session(plan, journal, warc, earlier, show)
            session.restore(entries)
            return asyncio.run(session.run())


def _check_same(plan: Crawl, entries: Sequence[Entry]) -> None:
    if entries and entries[0] != replace(_start_entry(plan), end=entries[0].end):
        raise CrawlError(
            f"{plan.output} was started with other sources or options; use the same, or choose another file"
        )


def _start_entry(plan: Crawl) -> StartEntry:
    return StartEntry(FORMAT, plan.settings.identity, plan.seeds)


class _Session:
    """One session of a crawl."""

    def __init__(
        self, plan: Crawl, journal: Journal, warc: WarcWriter, earlier: EarlierCrawl, show: ShowCounts
    ) -> None:
        self._plan, self._journal, self._warc, self._show = plan, journal, warc, show
        self._frontier = Frontier(plan.settings)
        self._archive = ResponseArchive(warc, earlier)
        self._politeness = Politeness(plan.settings.delay)
        self._counts = CrawlCounts()
        self._robots_restored: list[RobotsEntry] = []
        self._paused: dict[str, str] = {}
        self._failed: list[tuple[str, str]] = []
        self._stopped: str | None = None
        self._under_way = 0
        self._synced = time.monotonic()

    def restore(self, entries: Iterable[Entry]) -> None:
        """Restore the state of earlier sessions; their hosts get a pause first."""
        self._frontier.start(self._plan.seeds)
        for entry in entries:
            if isinstance(entry, RobotsEntry):
                self._robots_restored.append(entry)
            elif isinstance(entry, PageEntry):
                self._frontier.settle(entry)
                self._archive.restore(entry)
                self._count(entry)

    async def run(self) -> CrawlSummary:
        """Request URLs until none is left or a limit is reached."""
        if not self._warc.end:
            self._warc.write_info(self._plan.clock(), self._plan.settings.agent)
            self._append(_start_entry(self._plan))
        self._requests = PageRequests(self._plan.settings, self._plan.limits, self._politeness)
        async with ResponseReader(self._plan.settings.agent) as self._reader:
            self._robots = RobotsCache(self._requests, self._politeness, self._reader.ask, self._keep_robots)
            for entry in self._robots_restored:
                self._robots.restore(entry)
                self._politeness.postpone(host_key(entry.origin), self._politeness.delay(host_key(entry.origin)))
            try:
                await self._crawl_hosts()
            finally:
                self._requests.close()
        self._sync()
        self._counts.waiting = len(self._frontier)
        return CrawlSummary(self._counts, self._frontier.refused, self._stopped, self._paused, self._failed)

    async def _crawl_hosts(self) -> None:
        """Run one task for each host that has URLs in its queue."""
        tasks: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                for host in self._frontier.queues:
                    if host not in tasks and host not in self._paused and self._stopped is None:
                        tasks[host] = asyncio.create_task(self._crawl_host(host))
                if not tasks:
                    return
                await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_COMPLETED, timeout=0.2)
                for host in [host for host, task in tasks.items() if task.done()]:
                    tasks.pop(host).result()
        finally:
            for task in tasks.values():
                task.cancel()
            for task in tasks.values():
                with suppress(asyncio.CancelledError):
                    await task

    async def _crawl_host(self, host: str) -> None:
        """Request the URLs of a host one after the other."""
        failures = 0
        try:
            while (target := self._frontier.next(host)) is not None:
                self._check_limits()
                self._under_way += 1
                try:
                    entry, failed = await self._visit(target)
                finally:
                    self._under_way -= 1
                failures = failures + 1 if failed else 0
                if failures == _MOST_FAILURES:
                    raise HostPaused(f"{entry.message}; as {failures} requests failed one after the other, it is left")
                self._finish(target, entry)
        except HostPaused as reason:
            self._paused[host] = str(reason)
        except LimitReached as reason:
            self._stopped = str(reason)

    def _check_limits(self) -> None:
        limits = self._plan.limits
        if self._stopped is not None:
            raise LimitReached(self._stopped)
        if self._counts.requests + self._under_way >= limits.pages:
            raise LimitReached(f"the limit of {limits.pages:,} pages (--max-pages)")
        if self._counts.bytes >= limits.total_bytes:
            raise LimitReached(f"the limit of {limits.total_bytes:,} bytes (--max-total)")

    async def _visit(self, target: CrawlTarget) -> tuple[PageEntry, bool]:
        """Request a URL; returns its outcome, and whether the connection failed."""
        robots = await self._robots.read(target.url, time.time())
        if not await self._robots.allows(robots, target.url):
            return PageEntry(target.url, "forbidden", message="forbidden by robots.txt"), False
        try:
            found = await self._requests.get(target.url, self._archive.conditions(target.url))
        except FetchError as error:
            return PageEntry(target.url, "failed", message=str(error)), isinstance(error, ConnectionFailed)
        return await self._read(target, found, robots), False

    async def _read(self, target: CrawlTarget, found: Exchange, robots: RobotsEntry) -> PageEntry:
        """Write a response to the archive; returns its journal entry."""
        entry = self._archive.write(found, self._plan.clock())
        if entry.outcome == "error" and target.kind == "sitemap" and found.status in (404, 410):
            return replace(entry, outcome="absent")
        if entry.outcome == "stored":
            names = await self._reader.discover(found)
            if not _may_follow(found):
                names = replace(names, pages=())
            entry = replace(entry, kind=names.kind, sitemaps=names.sitemaps, feeds=names.feeds, pages=names.pages)
        if target.kind == "seed" and entry.kind == "page":
            entry = replace(entry, sitemaps=robots.sitemaps or (f"{robots.origin}/sitemap.xml",))
        return replace(entry, pages=self._frontier.followed_links(target, entry.kind, entry.pages))

    def _finish(self, target: CrawlTarget, entry: PageEntry) -> None:
        entry = replace(entry, end=self._warc.end)
        self._append(entry)
        self._archive.restore(entry)
        self._frontier.settle(entry)
        self._count(entry)
        self._counts.waiting = len(self._frontier)
        self._show(self._counts)

    def _count(self, entry: PageEntry) -> None:
        self._counts.add(entry)
        if entry.outcome == "failed" and len(self._failed) < _FAILED_TOLD:
            self._failed.append((entry.url, entry.message))

    def _keep_robots(self, entry: RobotsEntry, exchanges: Sequence[Exchange]) -> None:
        for found in exchanges:
            self._archive.write(found, self._plan.clock())
        self._append(entry)

    def _append(self, entry: Any) -> None:
        self._journal.append(replace(entry, end=self._warc.end))
        if time.monotonic() - self._synced > _SYNC_EVERY:
            self._sync()

    def _sync(self) -> None:
        self._warc.sync()
        self._journal.sync()
        self._synced = time.monotonic()


def _may_follow(found: Exchange) -> bool:
    """Whether the response allows robots to follow its links."""
    words = {word.strip().lower() for word in found.header("x-robots-tag").replace(":", ",").split(",")}
    return not words & {"nofollow", "none"}
