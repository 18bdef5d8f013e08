"""robots.txt [RFC 9309]: which URLs may be requested and how often. Parsed and matched only in worker processes.

Protego matches patterns by regular expressions, which a hostile file could make slow, so it runs with limits too.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from maintext.errors import CrawlError

if TYPE_CHECKING:
    from protego import Protego

LARGEST: Final = 512_000
"""Bytes of a robots.txt that are read; RFC 9309 asks for at least 500 KiB."""
MAX_AGE: Final = 86_400.0
"""Seconds after which it is requested again."""
ALLOW_ALL: Final = ""


@dataclass(frozen=True, slots=True)
class RobotsFacts:
    """The sitemaps and the crawl delay that a robots.txt states."""

    delay: float
    """Seconds between two requests, by crawl-delay or request-rate; 0 if it does not say."""
    sitemaps: tuple[str, ...]


def robots_text(status: int, body: bytes) -> str | None:
    """The rules in the response to a request for robots.txt; None if the server failed, so nothing may be requested."""
    if 200 <= status < 300:
        return body[:LARGEST].decode("utf-8-sig", "replace")
    return ALLOW_ALL if 300 <= status < 500 and status != 429 else None


def robots_facts(text: str, agent: str) -> RobotsFacts:
    """The facts of a robots.txt for a user agent."""
    rules = _parsed(text)
    name = _name(agent)
    delays = [rules.crawl_delay(name) or 0.0]
    rate = rules.request_rate(name)
    if rate is not None and rate.requests > 0:
        delays.append(rate.seconds / rate.requests)
    return RobotsFacts(max(0.0, *(float(delay) for delay in delays)), tuple(rules.sitemaps)[:1000])


def is_allowed(text: str, agent: str, url: str) -> bool:
    """Whether a user agent may request a URL."""
    return bool(_parsed(text).can_fetch(url, _name(agent)))


def _name(agent: str) -> str:
    """The product token of a user agent, by which robots.txt names it."""
    return agent.partition("/")[0].strip()


@lru_cache(maxsize=256)
def _parsed(text: str) -> "Protego":
    rules: Protego = _protego().parse(text)
    return rules


def _protego() -> Any:
    try:
        from protego import Protego
    except ImportError as error:
        raise CrawlError("crawling needs protego; try: pip install 'maintext[crawl]'") from error
    return Protego
