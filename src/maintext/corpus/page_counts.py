"""Counts of pages by outcome, which always add up to the pages read."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class PageCounts:
    """Pages read, kept, dropped for a reason, and failed by kind; `others` are records that are no pages."""

    read: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    others: int = 0
    bytes: int = 0
    lines_removed: int = 0

    @property
    def settled(self) -> int:
        """Pages with a known outcome."""
        return self.kept + self.dropped.total() + self.failed.total()

    def drop(self, reason: str) -> None:
        """Count a dropped page."""
        self.dropped[reason] += 1

    def drop_kept(self, reason: str, pages: int) -> None:
        """Count pages as dropped that were counted as kept before."""
        if pages:
            self.kept -= pages
            self.dropped[reason] += pages

    def fail(self, kind: str) -> None:
        """Count a failed page."""
        self.failed[kind] += 1

    def add(self, other: "PageCounts") -> None:
        """Add the counts of another shard."""
        self.read += other.read
        self.kept += other.kept
        self.dropped += other.dropped
        self.failed += other.failed
        self.others += other.others
        self.bytes += other.bytes
        self.lines_removed += other.lines_removed

    def to_dict(self) -> dict[str, Any]:
        """Plain values in a fixed order."""
        return {
            "read": self.read,
            "kept": self.kept,
            "dropped": dict(sorted(self.dropped.items())),
            "failed": dict(sorted(self.failed.items())),
            "others": self.others,
            "bytes": self.bytes,
            "lines_removed": self.lines_removed,
        }
