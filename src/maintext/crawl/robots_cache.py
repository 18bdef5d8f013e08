"""The robots.txt of each origin, requested before any page of it and again after a day."""

from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urljoin

from maintext.crawl.canonical_urls import canonical_url, host_key, origin_of
from maintext.crawl.journal import RobotsEntry
from maintext.crawl.page_requests import HostPaused, PageRequests
from maintext.crawl.politeness import Politeness
from maintext.crawl.robots import ALLOW_ALL, LARGEST, MAX_AGE, robots_text
from maintext.errors import FetchError
from maintext.fetch.exchange import Exchange

_REDIRECTS: Final = 5
Ask = Callable[[dict[str, Any], bytes], Awaitable[Any]]
"""Asks a worker process; None if it failed."""


class RobotsCache:
    """Requests and caches robots.txt files."""

    def __init__(
        self,
        requests: PageRequests,
        politeness: Politeness,
        ask: Ask,
        keep: Callable[[RobotsEntry, list[Exchange]], None],
    ) -> None:
        self._requests, self._politeness, self._ask, self._keep = requests, politeness, ask, keep
        self._known: dict[str, RobotsEntry] = {}

    def restore(self, entry: RobotsEntry) -> None:
        """Restore a robots.txt from the journal."""
        self._known[entry.origin] = entry
        self._politeness.slow_down(host_key(entry.origin), entry.delay)

    async def read(self, url: str, now: float) -> RobotsEntry:
        """The robots.txt for a URL."""
        origin = origin_of(url)
        known = self._known.get(origin)
        if known is not None and 0 <= now - known.at < MAX_AGE:
            return known
        text, exchanges = await self._request(origin)
        facts = await self._ask({"what": "robots"}, text.encode()) or {"delay": 0.0, "sitemaps": []}
        sitemaps = dict.fromkeys(filter(None, map(canonical_url, facts["sitemaps"])))
        entry = RobotsEntry(origin, text, float(facts["delay"]), tuple(sitemaps), now)
        self._keep(entry, exchanges)
        self.restore(entry)
        self._politeness.postpone(host_key(origin), self._politeness.delay(host_key(origin)))
        return entry

    async def allows(self, robots: RobotsEntry, url: str) -> bool:
        """Whether a URL may be requested; False if the rules cannot be applied."""
        if robots.text == ALLOW_ALL:
            return True
        return await self._ask({"what": "allowed", "url": url}, robots.text.encode()) is True

    async def _request(self, origin: str) -> tuple[str, list[Exchange]]:
        """The text of a robots.txt after up to five redirects, and all requests and responses."""
        url, exchanges = f"{origin}/robots.txt", list[Exchange]()
        try:
            for _ in range(_REDIRECTS + 1):
                found = await self._requests.get(url)
                exchanges.append(found)
                target = found.header("location")
                if not 300 <= found.status < 400 or not target:
                    text = robots_text(found.status, found.body[:LARGEST])
                    if text is None:
                        raise HostPaused(f"{url}: the server answered {found.status}, so nothing there is requested")
                    return text, exchanges
                url = urljoin(url, target)
        except (FetchError, ValueError) as error:
            raise HostPaused(f"{error}; as this is its robots.txt, nothing there is requested") from error
        return ALLOW_ALL, exchanges
