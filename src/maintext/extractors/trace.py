"""The trace of an extraction: the values by which an extractor decided, along the page, and the spans it chose.

An extractor that can show its reasoning has a method `trace`; reports draw what it returns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from math import ceil
from typing import Literal, Protocol, runtime_checkable

from maintext.page import Page

Spans = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Values along the page, as bars or as a line, and the spans of positions that were chosen.

    Value i covers the positions from i * step to (i + 1) * step.
    """

    title: str
    x_label: str
    y_label: str
    values: Sequence[float]
    kind: Literal["bars", "line"]
    chosen: Spans
    threshold: float | None = None
    threshold_name: str = ""
    curve: Sequence[float] | None = None
    """A smooth curve fitted to the values."""
    step: float = 1.0

    def reduced(self, most: int) -> "Trace":
        """The same with no more values than can be told apart: bars keep their maximum, lines their mean."""
        if len(self.values) <= most:
            return self
        size = ceil(len(self.values) / most)
        curve = None if self.curve is None else _pooled(self.curve, size, "line")
        return replace(self, values=_pooled(self.values, size, self.kind), curve=curve, step=self.step * size)

    def to_json(self) -> dict[str, object]:
        """Plain values, rounded to what can be seen."""
        return {
            "title": self.title,
            "x": self.x_label,
            "y": self.y_label,
            "kind": self.kind,
            "values": [_rounded(value) for value in self.values],
            "curve": None if self.curve is None else [_rounded(value) for value in self.curve],
            "chosen": [[_rounded(first), _rounded(last)] for first, last in self.chosen],
            "limit": self.threshold,
            "limit_name": self.threshold_name,
            "step": self.step,
        }


@runtime_checkable
class Traceable(Protocol):
    """An extractor that can show its reasoning."""

    def trace(self, page: Page) -> Trace:
        """The values by which it decides on a page; only called for pages that have text."""


def token_score_trace(extractor: object, scores: Sequence[float], chosen: Spans) -> Trace:
    """The running sum of token scores: it rises where tokens look like main text, and most in the chosen spans."""
    title = f"{extractor}: sum of the token scores"
    sums = list(accumulate(scores))
    return Trace(title, "position in the source (tokens)", "sum of scores so far", sums, "line", chosen)


def spans_of(kept: Sequence[bool]) -> Spans:
    """The runs of kept positions, each from its first up to, not including, its last."""
    found = []
    at = 0
    for keep, run in groupby(kept):
        size = len(list(run))
        if keep:
            found.append((at, at + size))
        at += size
    return tuple(found)


def _pooled(values: Sequence[float], size: int, kind: str) -> list[float]:
    groups = [values[at : at + size] for at in range(0, len(values), size)]
    if kind == "bars":
        return [max(group) for group in groups]
    return [sum(group) / len(group) for group in groups]


def _rounded(value: float) -> float:
    return float(f"{value:.4g}") if abs(value) < 1000 else round(value)
