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
"""The default link depth of the crawl of a site."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The first URLs of a crawl, in canonical form."""

    urls: tuple[str, ...]
    """Sites, sitemaps and feeds."""
    listed: tuple[str, ...] = ()
    """Pages from lists."""


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """Settings that determine which URLs are requested and what is written."""

    depth: int | None = None
    """The link depth; by default 5 from a site, and 0 from a sitemap, a feed or a list."""
    sitemaps: bool = True
    feeds: bool = True
    """Whether to read the sitemaps and feeds of a site."""
    agent: str = USER_AGENT
    delay: float = 1.0
    """Seconds between two requests to a host; more if its robots.txt asks for more."""
    timeout: float = 30.0
    max_bytes: int = 50_000_000
    """The maximum number of bytes of a response."""
    retries: int = 2
    backoff: float = 1.0
    """Seconds before the first retry; each further retry waits twice as long."""
    redirects: int = 10
    queries: int = 100
    """The maximum number of URLs that differ only in their query."""
    private: bool = False
    """Whether private and loopback addresses may be requested."""

    def __post_init__(self) -> None:
        for name in ("delay", "timeout"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise CrawlError(f"{name} must be a number of seconds, not {value}")
        if not self.agent.isascii() or not self.agent.isprintable() or not self.agent.split("/")[0].strip():
            raise CrawlError("a user agent is ASCII text such as mybot/1.0 (+https://example.org/bot)")

    @property
    def identity(self) -> str:
        """A digest of the settings that must not change when a crawl is resumed."""
        values = {name: value for name, value in asdict(self).items() if name not in _CHANGEABLE}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """The limits of a crawl; it can be resumed with higher limits."""

    pages: int = 10_000
    """The maximum number of requests, except those for robots.txt."""
    total_bytes: int = 10_000_000_000
    """The maximum number of bytes of all bodies."""
    seconds: float = 86_400.0
    """The maximum number of seconds of a session."""
    hosts: int = 8
    """The number of hosts that are requested at the same time, one page each."""
