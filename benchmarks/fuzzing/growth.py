"""Growth of cost: how time and memory of extractors and renderers grow with the length of hostile pages.

Each measurement is made in a child process of its own, forked from one that has read the page, so that none profits
from what another has computed. Time is processor time, the best of several children; memory is the peak of resident
memory above what the child held before.
"""

import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from fuzzing.child_process import MEGABYTE, Limits, Send, run_in_child
from fuzzing.examine import build, registered_extractors
from fuzzing.family_shapes import Family
from maintext.extractors import Extraction
from maintext.extractors.formats import FORMATS
from maintext.page import Page, read_page
from maintext.sandbox.memory import PeakMemory

FACTORS: Final = (1, 4, 8, 16, 32)
LIMIT: Final = 1.1
"""The largest exponent that is not flagged."""
_FITTED = 4
"""The factor from which on sizes count: below it, fixed costs weigh too much."""
_SHORT, _SMALL = 0.05, 8 * MEGABYTE
"""What takes less time or memory than this at its largest has no exponent: it is lost in the noise."""
_LARGER = 4
"""How much longer the pages of the second measurement are."""
_REPEATS: Final = {FACTORS[-1]: 1, 1: 3, 4: 2}
"""How often which sizes are measured at first. Noise only adds to the time: at the largest size it can only raise the
exponent, and then all sizes are measured again."""
_REPEATS_AGAIN: Final = dict.fromkeys(FACTORS, 3)

Target = Callable[[str, Page, Extraction], object]


class Cost(NamedTuple):
    """Processor seconds, and bytes of resident memory at the peak."""

    seconds: float
    memory: float


@dataclass(frozen=True, slots=True)
class Growth:
    """The exponents of one target on one family; None where the cost is too small to tell."""

    family: str
    target: str
    time: float | None
    memory: float | None
    largest: Cost | None
    """The cost of the largest page that was measured; None if even the smallest took too long."""
    unfinished: bool = False
    """Whether a page took more than the time limit."""

    @property
    def flagged(self) -> bool:
        """Whether the cost grows too fast."""
        return self.unfinished or max(self.time or 0, self.memory or 0) > LIMIT

    def confirmed(self, other: "Growth") -> "Growth":
        """Combine two measurements: the smaller exponents count."""
        return replace(
            other,
            time=None if None in (self.time, other.time) else min(self.time or 0, other.time or 0),
            memory=None if None in (self.memory, other.memory) else min(self.memory or 0, other.memory or 0),
        )

    def __str__(self) -> str:
        time_, memory = ("-" if value is None else f"{value:.2f}" for value in (self.time, self.memory))
        return f"{self.target} {time_}/{memory}{' (time limit)' if self.unfinished else ''}"


def targets() -> dict[str, Target]:
    """What is measured: reading, the default extractor, every output of all text, and every extractor of ours."""
    table: dict[str, Target] = {
        "read": lambda html, page, found: read_page(html.encode("utf-8", "surrogatepass")),
        "metadata": lambda html, page, found: found.metadata,
        "posts": lambda html, page, found: found.posts,
        "blocks": lambda html, page, found: [(block.kind, block.xpath, block.hidden) for block in found.blocks],
        "positions": lambda html, page, found: [block.source_span for block in page.blocks],
    }
    table |= {name: partial(_rendered, name) for name in FORMATS}
    others = (spec for spec in registered_extractors() if build(spec) != build("default"))
    return table | {spec: partial(_extracted, spec) for spec in ("default", *others)}


def exponent(sizes: Sequence[float], costs: Sequence[float], least: float) -> float | None:
    """The slope of cost over size on logarithmic scales; None if the largest cost is below `least`.

    Size and cost are those above the smallest page, so that fixed costs do not count, and only larger sizes do.
    """
    if len(costs) < 3 or costs[-1] - costs[0] < least:
        return None
    grown = [(size - sizes[0], cost - costs[0]) for size, cost in zip(sizes, costs, strict=True)]
    large = [pair for pair in grown if pair[0] >= (_FITTED - 1) * sizes[0]]
    points = [(math.log(size), math.log(cost)) for size, cost in large or grown if cost > least / 10]
    if len(points) < 2:
        return None
    middle, level = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = math.fsum((size - middle) ** 2 for size, _ in points)
    return math.fsum((size - middle) * (cost - level) for size, cost in points) / spread


def measure_family(
    name: str, family: Family, measured: Mapping[str, Target], bytes_: int, limits: Limits
) -> list[Growth]:
    """The growth of every target on one family.

    What seems to grow too fast is measured again, at more sizes and on larger pages, and the smaller exponents count:
    caches, thresholds and the garbage collector make steps, but not at every size.
    """
    first = _measure_once(name, family, measured, bytes_, limits, _REPEATS)
    doubtful = {growth.target: measured[growth.target] for growth in first if growth.flagged and not growth.unfinished}
    if not doubtful:
        return first
    larger, longer = bytes_ * _LARGER, replace(limits, seconds=limits.seconds * _LARGER)
    again = {growth.target: growth for growth in _measure_once(name, family, doubtful, larger, longer, _REPEATS_AGAIN)}
    return [growth.confirmed(again[growth.target]) if growth.target in again else growth for growth in first]


def _measure_once(
    name: str, family: Family, measured: Mapping[str, Target], bytes_: int, limits: Limits, repeats: Mapping[int, int]
) -> list[Growth]:
    """Measure one size after the other; what ends at a size, or costs too little at the largest, is not tried again."""
    unit = unit_length(family)
    costs: dict[str, dict[int, Cost]] = {target: {} for target in measured}
    going = dict(measured)
    for factor, times in repeats.items():
        html = family(max(1, round(bytes_ * factor / unit)))
        found = measure_page(html, going, limits, times)
        for target, cost in found.items():
            costs[target][factor] = cost
        going = {target: work for target, work in going.items() if target in found and _is_measurable(costs[target])}
    return [_growth(name, target, costs[target]) for target in measured]


def _is_measurable(costs: Mapping[int, Cost]) -> bool:
    """Whether a cost is large enough for an exponent, or the largest size is still to come."""
    largest = costs.get(FACTORS[-1])
    return largest is None or largest.seconds >= _SHORT or largest.memory >= _SMALL


def unit_length(family: Family) -> float:
    """The bytes that one more unit adds to a page of the family."""
    return (len(family(300).encode("utf-8", "surrogatepass")) - len(family(100).encode("utf-8", "surrogatepass"))) / 200


def measure_page(html: str, measured: Mapping[str, Target], limits: Limits, repeats: int) -> dict[str, Cost]:
    """The cost of every target on one page; those that crash or take too long are missing."""

    def work(send: Send) -> None:
        page = read_page(html)
        found = build("all").extract(page)
        for target, function in measured.items():
            cost = measure(partial(function, html, page, found), limits, repeats)
            if cost is not None:
                send([target, *cost])

    long = Limits(seconds=1e6, wall_seconds=1e6, late=1e6)
    sent, ending = run_in_child(work, long)
    if ending.code:
        print(f"measuring ended by {ending.signal_name or ending.complaint}", file=sys.stderr)
    return {target: Cost(seconds, memory) for target, seconds, memory in sent}


def measure(function: Callable[[], object], limits: Limits, repeats: int) -> Cost | None:
    """The best of several children; None if one crashes or takes too long."""

    def work(send: Send) -> None:
        meter = PeakMemory()
        meter.reset()
        before, start = meter.read(), time.process_time()
        function()
        send([time.process_time() - start, meter.read() - before])

    best: Cost | None = None
    for _ in range(repeats):
        sent, _ = run_in_child(work, limits)
        if not sent:
            return None
        cost = Cost(*sent[0])
        best = cost if best is None else Cost(min(best.seconds, cost.seconds), min(best.memory, cost.memory))
        if best.seconds > limits.seconds / 3:
            break
    return best


def _growth(family: str, target: str, costs: Mapping[int, Cost]) -> Growth:
    sizes = sorted(costs)
    return Growth(
        family,
        target,
        exponent(sizes, [costs[size].seconds for size in sizes], _SHORT),
        exponent(sizes, [costs[size].memory for size in sizes], _SMALL),
        costs[sizes[-1]] if sizes else None,
        unfinished=FACTORS[-1] not in costs,
    )


def _rendered(name: str, html: str, page: Page, found: Extraction) -> object:
    return found.render(name)


def _extracted(spec: str, html: str, page: Page, found: Extraction) -> object:
    return build(spec).extract(page).text
