"""An earlier crawl of the same pages, for conditional requests: unchanged pages are not transferred or stored again."""

from dataclasses import dataclass, field
from pathlib import Path

from maintext.crawl.journal import PageEntry, read_journal


@dataclass(frozen=True, slots=True)
class EarlierCrawl:
    """The pages of an earlier crawl, by URL."""

    pages: dict[str, PageEntry] = field(default_factory=dict)

    @classmethod
    def read(cls, warc: Path) -> "EarlierCrawl":
        """Read its journal."""
        entries = (entry for entry in read_journal(warc) if isinstance(entry, PageEntry))
        return cls({entry.url: entry for entry in entries if entry.outcome in ("stored", "unchanged")})

    def conditions(self, url: str) -> dict[str, str]:
        """The headers of a conditional request."""
        known = self.pages.get(url)
        if known is None:
            return {}
        headers = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
        return {name: value for name, value in headers.items() if value}
