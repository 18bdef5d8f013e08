"""A trial: the first pages of a plan, extracted in this process's own worker, with nothing written."""

import time
from dataclasses import dataclass, replace

from maintext.corpus.counts import Counts
from maintext.corpus.make import Plan
from maintext.corpus.refine import Dropped, Failed, refine
from maintext.corpus.work import counted_pages

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

    for refined in refine(counted_pages(shard, plan.settings, counts, [], tell), plan.settings):
        seen[0] = refined.item.at
        if isinstance(refined, Dropped):
            counts.drop(refined.reason)
        elif isinstance(refined, Failed):
            counts.fail(refined.kind)
        else:
            counts.kept += 1
    return Trial(counts, time.perf_counter() - started, seen[0])
