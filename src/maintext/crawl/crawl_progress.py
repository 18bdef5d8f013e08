"""The progress and the result of a crawl, in numbers."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from maintext.crawl.journal import PageEntry


@dataclass(slots=True)
class CrawlCounts:
    """The outcomes of the URLs so far, including those of earlier sessions."""

    outcomes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    bytes: int = 0
    waiting: int = 0
    requests: int = 0
    """URLs that were requested, except robots.txt; retries are not counted."""

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
    """The result of a crawl."""

    counts: CrawlCounts
    refused: Counter[str]
    """Links that were not followed, by reason."""
    stopped: str | None
    """The limit that was reached; None if no URL is left."""
    paused: dict[str, str]
    """Hosts that were skipped until another session, with the reason."""
    failed: list[tuple[str, str]]
    """The first URLs that failed, with the reason."""

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON values."""
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
