"""Slices of scores by language, page type, site, length or any other field of a page."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

Facts = Mapping[str, Mapping[str, object]]
UNKNOWN = "unknown"


class Paged(Protocol):
    """Anything that belongs to a page."""

    @property
    def page(self) -> str:
        """The page's id."""


P = TypeVar("P", bound=Paged)


def by_field(scores: Iterable[P], facts: Facts, name: str) -> dict[str, list[P]]:
    """Scores by the value of a field, the largest slice first; a list of values puts a page into several slices."""
    found: dict[str, list[P]] = {}
    for score in scores:
        for label in _labels(facts.get(score.page, {}).get(name)):
            found.setdefault(label, []).append(score)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def by_size(scores: Iterable[P], sizes: Mapping[str, float], edges: Sequence[float]) -> dict[str, list[P]]:
    """Scores by bins of a number such as the length in words, the smallest bin first; empty bins are left out."""
    bounds = sorted(edges)
    names = [_bin(bounds, at) for at in range(len(bounds) + 1)]
    found: dict[str, list[P]] = {name: [] for name in (*names, UNKNOWN)}
    for score in scores:
        size = sizes.get(score.page)
        found[UNKNOWN if size is None else names[bisect_right(bounds, size)]].append(score)
    return {name: inside for name, inside in found.items() if inside}


def _labels(value: object) -> list[str]:
    if isinstance(value, list | tuple | set | frozenset):
        return sorted(str(each) for each in value) or [UNKNOWN]
    return [UNKNOWN if value is None or value == "" else str(value)]


def _bin(bounds: Sequence[float], at: int) -> str:
    """The name of a half-open bin."""
    if not bounds:
        return "all"
    if at == 0:
        return f"<{bounds[0]:g}"
    if at == len(bounds):
        return f">={bounds[-1]:g}"
    return f"{bounds[at - 1]:g}-{bounds[at]:g}"
