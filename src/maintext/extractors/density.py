"""Text density [Arias 2009]: the main text is where long strings stand close together.

Structural tags cut the page into strings. The region starts with the longest string and grows to every string longer
than `c1` times that length that is fewer than `c2` positions from the region; the result reaches from its first string
to its last, short strings between them included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.trace import Trace
from maintext.page import Page
from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import START, TEXT, source_tokens

_STIFFEST = 1e8  # beyond this the curve is a straight line, and elimination loses its digits


class StringRegion(NamedTuple):
    """A page's strings, their lengths, the cutoff, and the chosen positions from first up to, not including, last."""

    strings: list[str]
    blocks: list[int]
    """The block each string belongs to; empty if that is not known."""
    lengths: Sequence[float]
    cutoff: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Density(Extractor):
    """Keep the dense region around the longest string."""

    paper: ClassVar[str] = "Arias 2009"

    c1: float = 0.333
    """A string is added if it is longer than this share of the longest one."""
    c2: int = 4
    """It must be fewer positions than this away from the region."""
    empties: bool = False
    """Whether empty strings count as positions."""
    closing: bool = True
    """Whether closing tags start a new string, as opening tags do."""
    smooth: float | None = None
    """Fit a smooth curve to the lengths and cut where it rises and falls most steeply; larger is smoother."""

    def __post_init__(self) -> None:
        if not 0 <= self.c1 <= 1:
            raise ValueError("c1 must be between 0 and 1")
        if self.c2 < 1:
            raise ValueError("c2 must be at least 1")
        if self.smooth is not None and self.smooth < 0:
            raise ValueError("smooth must not be negative")

    def extract(self, page: Page) -> Extraction:
        """The dense region."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), given="", reason="the page has no text")
        region = self.region(page)
        text = "\n".join(string for string in region.strings[region.first : region.last] if string)
        chosen = _majority(page, region) if region.blocks else None
        reason = None if text else "no string of the source has text"
        return Extraction(page, str(self), chosen=chosen, given=text, reason=reason)

    def trace(self, page: Page) -> Trace:
        """The plot of [Arias 2009]: the lengths of the strings, the cutoff and the region."""
        region = self.region(page)
        return Trace(
            f"{self}: length of the strings between structural tags",
            "position of the string on the page", "length (characters)", region.lengths, "bars",
            ((region.first, region.last),), region.cutoff if self.smooth is None else None, "cutoff: c1 x longest",
            None if self.smooth is None else fit(region.lengths, self.smooth),
        )  # fmt: skip

    def region(self, page: Page) -> StringRegion:
        """The strings of the page and the part of them that is the main text."""
        blocks: list[int] = []
        if self.empties or not self.closing:
            strings = _source_strings(page.source, self.empties, self.closing)
        else:
            strings, blocks = _block_strings(page)
        lengths = [len(string) for string in strings]
        cutoff = self.c1 * max(lengths, default=0)
        if self.smooth is None:
            first, last = grow(lengths, cutoff, self.c2)
        else:
            first, last = between_steepest(lengths, self.smooth)
        return StringRegion(strings, blocks, lengths, cutoff, first, last)


def grow(lengths: Sequence[int], cutoff: float, reach: int) -> tuple[int, int]:
    """The region around the longest string: from its first position up to, not including, the one after its last."""
    if not lengths:
        return 0, 0
    top = max(range(len(lengths)), key=lengths.__getitem__)
    first = last = top
    for at in range(top - 1, -1, -1):
        if first - at >= reach:
            break
        if lengths[at] > cutoff:
            first = at
    for at in range(top + 1, len(lengths)):
        if at - last >= reach:
            break
        if lengths[at] > cutoff:
            last = at
    return first, last + 1


def between_steepest(lengths: Sequence[int], smooth: float) -> tuple[int, int]:
    """The region around the fitted curve's peak, from where it rises most steeply to where it falls most steeply."""
    if not lengths:
        return 0, 0
    curve = fit(lengths, smooth)
    peak = max(range(len(curve)), key=curve.__getitem__)
    slopes = [after - before for before, after in pairwise(curve)]
    first = max(range(peak), key=slopes.__getitem__, default=-1) + 1
    last = min(range(peak, len(slopes)), key=slopes.__getitem__, default=len(curve) - 1) + 1
    return first, last


def fit(values: Sequence[float], smooth: float) -> list[float]:
    """The curve that is closest to the values in least squares, its second differences penalized `smooth`-fold.

    That is Whittaker's smoother: (I + smooth * D'D) z = values with D the second differences; the matrix has five
    diagonals, so elimination takes linear time.
    """
    n = len(values)
    if n < 3:
        return [float(value) for value in values]
    diagonal, upper, second = _penalty(n, min(smooth, _STIFFEST))
    z = [float(value) for value in values]
    for i in range(n):
        for step, band in ((1, upper), (2, second)):
            j = i + step
            if j >= n:
                continue
            factor = band[i] / diagonal[i]
            diagonal[j] -= factor * band[i]
            if step == 1 and j + 1 < n:
                upper[j] -= factor * second[i]
            z[j] -= factor * z[i]
    for i in range(n - 1, -1, -1):
        z[i] -= upper[i] * z[i + 1] if i + 1 < n else 0.0
        z[i] -= second[i] * z[i + 2] if i + 2 < n else 0.0
        z[i] /= diagonal[i]
    return z


def _penalty(n: int, smooth: float) -> tuple[list[float], list[float], list[float]]:
    """The three upper diagonals of I + smooth * D'D."""
    diagonal, upper, second = [1.0] * n, [0.0] * n, [0.0] * n
    for i in range(n - 2):
        for place, weight in ((i, 1.0), (i + 1, 4.0), (i + 2, 1.0)):
            diagonal[place] += smooth * weight
        upper[i] -= 2 * smooth
        upper[i + 1] -= 2 * smooth
        second[i] += smooth
    return diagonal, upper, second


def _block_strings(page: Page) -> tuple[list[str], list[int]]:
    """The non-empty strings of the repaired tree, cut at every structural tag, with the block each belongs to."""
    tree = page.tree
    strings: list[str] = []
    blocks: list[int] = []
    stops = [*tree.block_starts[1:], len(tree.texts)]
    breaks = iter([*tree.breaks, len(tree.texts) + 1])
    next_break = next(breaks)
    for block, (start, stop) in enumerate(zip(tree.block_starts, stops, strict=True)):
        while next_break <= start:
            next_break = next(breaks)
        if next_break >= stop:
            strings.append(tree.block_texts[block])
            blocks.append(block)
            continue
        begin = start
        while begin < stop:
            end = min(next_break, stop)
            string = " ".join("".join(tree.texts[begin:end]).split())
            if string:
                strings.append(string)
                blocks.append(block)
            begin = end
            while next_break <= begin:
                next_break = next(breaks)
    return strings, blocks


def _source_strings(source: str, empties: bool, closing: bool) -> list[str]:
    """The strings of the source as it is written, empty ones kept or not, closing tags cutting or not."""
    strings: list[str] = []
    pieces: list[str] = []
    for kind, data, _ in source_tokens(source):
        if kind != TEXT:
            if data not in STYLING and (closing or kind == START):
                strings.append(" ".join("".join(pieces).split()))
                pieces.clear()
        else:
            pieces.append(data)
    strings.append(" ".join("".join(pieces).split()))
    return strings if empties else [string for string in strings if string]


def _majority(page: Page, region: StringRegion) -> list[bool]:
    """Blocks of which at least half the characters lie in the region."""
    inside = [0] * len(page.tree.block_texts)
    total = [0] * len(page.tree.block_texts)
    for at, (block, string) in enumerate(zip(region.blocks, region.strings, strict=True)):
        total[block] += len(string)
        if region.first <= at < region.last:
            inside[block] += len(string)
    return [2 * part >= whole > 0 for part, whole in zip(inside, total, strict=True)]
