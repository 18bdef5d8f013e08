"""A picture: the values by which an extractor decided, along the page, and the part it chose; as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

Spans = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Values along the page as bars or as a line, an optional curve over them, a limit, and the chosen spans.

    Value i covers the positions from i * step to (i + 1) * step; spans count positions.
    """

    title: str
    x: str
    y: str
    values: Sequence[float]
    kind: Literal["bars", "line"]
    chosen: Spans
    limit: float | None = None
    limit_name: str = ""
    curve: Sequence[float] | None = None
    step: float = 1.0

    def reduced(self, most: int) -> "Picture":
        """The same with no more values than can be told apart: bars keep their highest, lines their mean."""
        if len(self.values) <= most:
            return self
        size = ceil(len(self.values) / most)
        curve = None if self.curve is None else _pooled(self.curve, size, "line")
        values = _pooled(self.values, size, self.kind)
        return replace(self, values=values, curve=curve, step=self.step * size)

    def to_json(self) -> dict[str, object]:
        """Plain values with as many digits as can be seen."""
        return {
            "title": self.title,
            "x": self.x,
            "y": self.y,
            "kind": self.kind,
            "values": [_short(value) for value in self.values],
            "curve": None if self.curve is None else [_short(value) for value in self.curve],
            "chosen": [[_short(first), _short(last)] for first, last in self.chosen],
            "limit": self.limit,
            "limit_name": self.limit_name,
            "step": self.step,
        }


def _pooled(values: Sequence[float], size: int, kind: str) -> list[float]:
    groups = [values[at : at + size] for at in range(0, len(values), size)]
    if kind == "bars":
        return [max(group) for group in groups]
    return [sum(group) / len(group) for group in groups]


def _short(value: float) -> float:
    return float(f"{value:.4g}") if abs(value) < 1000 else round(value)
