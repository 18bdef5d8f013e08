"""A dry run: extract the first pages of a plan without writing anything."""

import time
from dataclasses import dataclass, replace

from maintext.corpus.build import Plan
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.page_extraction import count_result, extract_pages
from maintext.corpus.stages import counted_pages

_PAGES = 100


@dataclass(frozen=True, slots=True)
class DryRun:
    """The counts of the first pages, and the position of the last one in its shard."""

    counts: PageCounts
    seconds: float
    at: int
    """Bytes of the first shard that hold these pages."""


def extract_first_pages(plan: Plan, limit: int | None) -> DryRun:
    """Extract the first pages of the first shard."""
    shard = replace(plan.shards[0], limit=min(limit or _PAGES, _PAGES))
    counts, seen = PageCounts(), [0]
    started = time.perf_counter()

    def report_progress(_: PageCounts, at: int) -> None:
        seen[0] = at

    for result in extract_pages(counted_pages(shard, plan.settings, counts, [], report_progress), plan.settings):
        seen[0] = result.item.at
        count_result(counts, result)
    return DryRun(counts, time.perf_counter() - started, seen[0])
