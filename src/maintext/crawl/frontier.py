"""The frontier: the URLs that are still to be requested, in one queue per host, and the rules by which URLs are added.

It changes only by the URLs in responses, in the order of the responses, so the journal of a crawl restores it.
"""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from maintext.crawl.canonical_urls import host_key, site_key
from maintext.crawl.crawl_settings import SITE_DEPTH, CrawlSettings, Seeds
from maintext.crawl.journal import PageEntry
from maintext.crawl.traps import trap
from maintext.errors import CrawlError

TargetKind = Literal["seed", "page", "sitemap", "feed"]
_NESTING: Final = 3
"""The maximum nesting of sitemap indexes."""


@dataclass(frozen=True, slots=True)
class CrawlTarget:
    """A URL to request, and the link depth that is left."""

    url: str
    kind: TargetKind
    left: int = 0
    """The link depth that is left."""
    is_listed: bool = False
    """Whether it was given by the user, directly or in a list; then it may be on any site."""
    hops: int = 0
    """The number of redirects before it."""
    nested: int = 0
    """The number of sitemap indexes above it."""


class Frontier:
    """The queues of a crawl."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._seen: set[str] = set()
        self._sites: set[str] = set()
        self._queries: Counter[str] = Counter()
        self.queues: dict[str, deque[CrawlTarget]] = {}
        self.refused: Counter[str] = Counter()
        """Links that were not followed, by reason."""

    def __len__(self) -> int:
        return sum(map(len, self.queues.values()))

    def start(self, seeds: Seeds) -> None:
        """Add the first URLs; those of a list are pages, others may be a site, a sitemap or a feed."""
        for url in seeds.urls:
            self._add(CrawlTarget(url, "seed"))
        depth = self._settings.depth or 0
        for url in seeds.listed:
            if depth:
                self._sites.add(site_key(url))
            self._add(CrawlTarget(url, "page", depth, is_listed=True))

    def next(self, host: str) -> CrawlTarget | None:
        """The first target of a host, which stays in the queue until `settle` is called."""
        queue = self.queues.get(host)
        return queue[0] if queue else None

    def followed_links(self, target: CrawlTarget, kind: str, urls: Iterable[str]) -> tuple[str, ...]:
        """The links of a response that may be followed later, for the journal."""
        if kind != "page":
            return tuple(urls)
        if target.kind != "seed" and target.left <= 0:
            return ()
        sites = self._sites | {site_key(target.url)}
        return tuple(url for url in urls if site_key(url) in sites)

    def settle(self, entry: PageEntry) -> CrawlTarget:
        """Remove a finished target, and add the URLs of its response."""
        host = host_key(entry.url)
        target = self.next(host)
        if target is None or target.url != entry.url:
            raise CrawlError(f"the journal does not belong to this crawl: {entry.url} was not to be requested now")
        self.queues[host].popleft()
        if not self.queues[host]:
            del self.queues[host]
        self._expand(target, entry)
        return target

    def _expand(self, target: CrawlTarget, entry: PageEntry) -> None:
        if entry.location is not None:
            self._add_redirect(target, entry.location)
        elif target.kind == "seed":
            self._expand_seed(target, entry)
        elif entry.kind == "page" and target.left > 0:
            self._add_links(target, entry.pages)
        elif target.kind in ("sitemap", "feed") and entry.kind in ("sitemap", "feed"):
            self._add_listed(target, entry)

    def _expand_seed(self, target: CrawlTarget, entry: PageEntry) -> None:
        """Add the URLs of a seed, which is a site, a sitemap or a feed."""
        depth = self._settings.depth
        self._sites.add(site_key(target.url))
        if entry.kind != "page":
            self._add_listed(replace(target, left=depth or 0, is_listed=True), entry)
            return
        left = SITE_DEPTH if depth is None else depth
        for url in entry.sitemaps if self._settings.sitemaps else ():
            self._add(CrawlTarget(url, "sitemap", left))
        for url in entry.feeds if self._settings.feeds else ():
            self._add(CrawlTarget(url, "feed", left))
        if left > 0:
            self._add_links(replace(target, left=left), entry.pages)

    def _add_redirect(self, target: CrawlTarget, url: str) -> None:
        if target.hops >= self._settings.redirects:
            self.refused["too many redirects"] += 1
            return
        if target.kind == "seed":
            self._sites.add(site_key(url))
        self._add(replace(target, url=url, hops=target.hops + 1))

    def _add_links(self, target: CrawlTarget, urls: Iterable[str]) -> None:
        for url in urls:
            self._add(CrawlTarget(url, "page", target.left - 1))

    def _add_listed(self, target: CrawlTarget, entry: PageEntry) -> None:
        """The entries of a sitemap or a feed."""
        left = target.left if target.is_listed else max(0, target.left - 1)
        for url in entry.pages:
            self._add(CrawlTarget(url, "page", left, target.is_listed))
        for url in entry.sitemaps if target.nested < _NESTING else ():
            self._add(CrawlTarget(url, "sitemap", target.left, target.is_listed, nested=target.nested + 1))

    def _add(self, target: CrawlTarget) -> None:
        """Queue a target, unless it was queued before, is on another site or looks like a trap."""
        if target.url in self._seen:
            return
        reason = None if target.is_listed or target.kind == "seed" else self._reason(target)
        if reason is not None:
            self.refused[reason] += 1
            return
        self._seen.add(target.url)
        self.queues.setdefault(host_key(target.url), deque()).append(target)

    def _reason(self, target: CrawlTarget) -> str | None:
        """Why a link is not followed."""
        if site_key(target.url) not in self._sites:
            return "another site"
        if target.kind == "page" and (found := trap(target.url)) is not None:
            return found
        path, mark, _ = target.url.partition("?")
        if not mark:
            return None
        self._queries[path] += 1
        return "too many queries for one path" if self._queries[path] > self._settings.queries else None
