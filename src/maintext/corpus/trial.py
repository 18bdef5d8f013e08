"""A trial: the first pages of a plan, extracted in this process's own worker, with nothing written."""

import time
from dataclasses import dataclass, replace

from maintext.corpus.build import Plan
from maintext.corpus.counts import Counts
from maintext.corpus.extract import Dropped, Failed, extract_pages
from maintext.corpus.stages import counted_pages

_PAGES = 100


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of the first pages, and how far into its shard the last of them stands."""

    counts: Counts
    seconds: float
    at: int
    """Bytes of the first shard that hold these pages."""


def try_out(plan: Plan, limit: int | None) -> Trial:
    """Extract the first pages of the first shard."""
    shard = replace(plan.shards[0], limit=min(limit or _PAGES, _PAGES))
    counts, seen = Counts(), [0]
    started = time.perf_counter()

    def tell(_: Counts, at: int) -> None:
        seen[0] = at

    for result in extract_pages(counted_pages(shard, plan.settings, counts, [], tell), plan.settings):
        seen[0] = result.item.at
        if isinstance(result, Dropped):
            counts.drop(result.reason)
        elif isinstance(result, Failed):
            counts.fail(result.kind)
        else:
            counts.kept += 1
    return Trial(counts, time.perf_counter() - started, seen[0])
