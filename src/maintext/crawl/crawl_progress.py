"""The progress and the result of a crawl, in numbers."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from maintext.crawl.journal import PageEntry


@dataclass(slots=True)
class CrawlCounts:
    """What came of the URLs so far; a resumed crawl counts those of earlier sessions too."""

    outcomes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    bytes: int = 0
    waiting: int = 0
    requests: int = 0
    """URLs that were requested, apart from robots.txt; each once, however often it was retried."""

    def add(self, entry: PageEntry) -> None:
        """Count a URL."""
        self.outcomes[entry.outcome] += 1
        self.bytes += entry.size
        self.requests += entry.outcome != "forbidden"
        if entry.status is not None:
            self.statuses[entry.status] += 1

    @property
    def errors(self) -> int:
        """URLs without a page."""
        return self.outcomes["error"] + self.outcomes["failed"]


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """How a crawl ended."""

    counts: CrawlCounts
    refused: Counter[str]
    """Links that were not followed, by reason."""
    stopped: str | None
    """The limit that was reached; None if nothing is left to request."""
    paused: dict[str, str]
    """Hosts that were left for another session, and why."""
    failed: list[tuple[str, str]]
    """The first URLs that failed, and why."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        counts = self.counts
        return {
            "requests": counts.requests,
            "bytes": counts.bytes,
            "waiting": counts.waiting,
            "outcomes": dict(sorted(counts.outcomes.items())),
            "statuses": {str(status): number for status, number in sorted(counts.statuses.items())},
            "not_followed": dict(sorted(self.refused.items())),
            "stopped": self.stopped,
            "paused": self.paused,
            "failed": [{"url": url, "why": why} for url, why in self.failed],
        }
