"""Two pages of a site compared as RoadRunner does [Crescenzi 2001]: what is equal in both is template, the rest data.

The sequences of tags and texts are read side by side. Texts that differ are fields. Where tags differ, one page repeats
what stands before (an iterator) or has something that the other lacks (an optional); both are skipped.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from maintext.sites.page_tokens import TEXT, PageToken

_LONGEST: Final = 500
"""The maximum number of tokens of one iteration."""


def align_pages(one: Sequence[PageToken], two: Sequence[PageToken]) -> list[tuple[int, int]]:
    """The pairs of blocks that stand in the same place, whether their texts are equal or not."""
    where = _Positions(one), _Positions(two)
    pairs = []
    i = j = 0
    while i < len(one) and j < len(two):
        if one[i].label == two[j].label:
            if one[i].label == TEXT:
                pairs.append((one[i].block, two[j].block))
            i, j = i + 1, j + 1
        elif end := _iteration_end(one, i):
            i = end
        elif end := _iteration_end(two, j):
            j = end
        else:
            i, j = _without_optional(where, (i, one[i].label), (j, two[j].label))
    return pairs


def _iteration_end(tokens: Sequence[PageToken], start: int) -> int:
    """Where an element ends that repeats the tags of the element just before it; 0 if there is none."""
    before = tokens[start - 1].label if start else ""
    if not before.startswith(">") or tokens[start].label != f"<{before[1:]}":
        return 0
    depth = 0
    for at in range(start, min(len(tokens), start + _LONGEST)):
        depth += {"<": 1, ">": -1, "#": 0}[tokens[at].label[0]]
        if not depth:
            size = at + 1 - start
            same = all(tokens[start + step].label == tokens[start - size + step].label for step in range(size))
            return at + 1 if size <= start and same else 0
    return 0


def _without_optional(
    where: "tuple[_Positions, _Positions]", one: tuple[int, str], two: tuple[int, str]
) -> tuple[int, int]:
    """The positions after skipping what one of the pages lacks, by the shorter way."""
    (i, label), (j, other) = one, two
    first, second = where[0].following(other, i), where[1].following(label, j)
    if first is not None and (second is None or first - i <= second - j):
        return first, j
    return (i + 1, j + 1) if second is None else (i, second)


class _Positions:
    """The positions of every token, in order."""

    def __init__(self, tokens: Sequence[PageToken]) -> None:
        self.found: dict[str, list[int]] = defaultdict(list)
        for at, token in enumerate(tokens):
            self.found[token.label].append(at)

    def following(self, label: str, start: int) -> int | None:
        """The first position of a token from `start` on."""
        places = self.found.get(label, [])
        at = bisect_left(places, start)
        return places[at] if at < len(places) else None
