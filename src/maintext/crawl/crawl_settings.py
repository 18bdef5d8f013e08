"""Settings of a crawl, and the limits at which it stops."""

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from typing import Final

from maintext.errors import CrawlError
from maintext.fetch.http import USER_AGENT

_CHANGEABLE: Final = frozenset(["delay", "timeout", "retries", "backoff"])
SITE_DEPTH: Final = 5
"""How many links away from its first page a site is crawled, if nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The first URLs of a crawl, in canonical spelling."""

    urls: tuple[str, ...]
    """Sites, sitemaps and feeds."""
    listed: tuple[str, ...] = ()
    """Pages from lists."""


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """What affects which URLs are requested and how they are written."""

    depth: int | None = None
    """Links to follow from the first pages: by default 5 from a site, and none from a sitemap, a feed or a list."""
    sitemaps: bool = True
    feeds: bool = True
    """Whether the sitemaps and feeds of a site are looked for."""
    agent: str = USER_AGENT
    delay: float = 1.0
    """Seconds between two requests to a host; more if its robots.txt asks for more."""
    timeout: float = 30.0
    max_bytes: int = 50_000_000
    """Of one response."""
    retries: int = 2
    backoff: float = 1.0
    """Seconds before the first retry; each further one waits twice as long."""
    redirects: int = 10
    queries: int = 100
    """URLs that differ in nothing but their query."""
    private: bool = False
    """Whether private and loopback addresses may be reached."""

    def __post_init__(self) -> None:
        for name in ("delay", "timeout"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise CrawlError(f"{name} must be a number of seconds, not {value}")
        if not self.agent.isascii() or not self.agent.isprintable() or not self.agent.split("/")[0].strip():
            raise CrawlError("a user agent is ASCII text such as mybot/1.0 (+https://example.org/bot)")

    @property
    def identity(self) -> str:
        """A digest of what must stay the same when a crawl is resumed."""
        values = {name: value for name, value in asdict(self).items() if name not in _CHANGEABLE}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """Where a crawl stops; it can be resumed with higher limits."""

    pages: int = 10_000
    """Requests, apart from those for robots.txt."""
    total_bytes: int = 10_000_000_000
    """Of all bodies."""
    seconds: float = 86_400.0
    """Of one session."""
    hosts: int = 8
    """Requested at the same time, one page of each."""
