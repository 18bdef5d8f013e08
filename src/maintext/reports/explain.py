"""Extractors explain themselves: what each of them saw along the page, and what it chose of it.

Density shows the graph of its paper, MSS the sum of its scores, content code blurring the blurred vector, the slope
curve its curve, segmentation the scores of its segments; all others the length of the page's blocks, or their scores,
and which were kept.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from maintext.extractors import Extractor
from maintext.extractors.blurring.extractor import ContentCodeBlurring
from maintext.extractors.density import Density, fit
from maintext.extractors.mss.extractor import Mss
from maintext.extractors.mss.simple import SimpleMss, best_run
from maintext.extractors.segmentation import Segments
from maintext.extractors.slope_curve import SlopeCurve, flat_regions, read_stretches, slope_curve
from maintext.page import Page
from maintext.reports.picture import Picture, Spans

if TYPE_CHECKING:
    from numpy.typing import NDArray


def picture_of(extractor: Extractor, page: Page) -> Picture:
    """What an extractor saw on a page."""
    own = own_picture(extractor, page)
    return _blocks(extractor, page) if own is None else own


def own_picture(extractor: Extractor, page: Page) -> Picture | None:
    """The picture that belongs to a method; None if it has none of its own."""
    draw = _PICTURES.get(type(extractor))
    return None if draw is None or not page.tree.block_texts else draw(extractor, page)


def _density(extractor: Density, page: Page) -> Picture:
    region = extractor.region(page)
    smooth = None if extractor.smooth is None else fit(region.lengths, extractor.smooth)
    cutoff = region.cutoff if extractor.smooth is None else None
    return Picture(
        f"{extractor}: length of the strings between structural tags",
        "position of the string on the page", "length (characters)", region.lengths, "bars",
        ((region.first, region.last),), cutoff, "cutoff: c1 x longest", smooth,
    )  # fmt: skip


def _simple_mss(extractor: SimpleMss, page: Page) -> Picture:
    scores = [extractor.tag if kind <= 1 else extractor.word for kind in page.tokens.kinds]
    return _sums(f"{extractor}: sum of the token scores", scores, (best_run(scores),))


def _mss(extractor: Mss, page: Page) -> Picture:
    scores = extractor.scores(extractor.classified(page))
    return _sums(f"{extractor}: sum of the token scores", scores, tuple(extractor.best(page, scores)))


def _sums(title: str, scores: Sequence[float], chosen: Spans) -> Picture:
    """The curve that rises where tokens look like main text; the chosen run leads from a low to a high."""
    sums = []
    total = 0.0
    for score in scores:
        total += score
        sums.append(total)
    return Picture(title, "position in the source (tokens)", "sum of scores so far", sums, "line", chosen)


def _blurring(extractor: ContentCodeBlurring, page: Page) -> Picture:
    values = extractor.blurred(page)[1]
    return Picture(
        f"{extractor}: blurred content code vector", f"position in the source ({extractor.unit})",
        "share of text around (0 markup, 1 text)", values.tolist(), "line", _runs(values >= extractor.threshold),
        extractor.threshold, "threshold",
    )  # fmt: skip


def _slope(extractor: SlopeCurve, page: Page) -> Picture:
    curve = slope_curve(read_stretches(page.source))
    regions = flat_regions(curve, extractor.window, extractor.share)
    if extractor.longest:
        regions = sorted(regions, key=lambda region: region[0] - region[1])[:1]
    return Picture(
        f"{extractor}: document slope curve", "position in the source (tokens)", "structural tags so far",
        curve.tolist(), "line", tuple(regions),
    )  # fmt: skip


def _segments(extractor: Segments, page: Page) -> Picture:
    """Every block as high as the score of the segment it is in; the chosen segment is marked."""
    found = extractor.segments(page)
    best = extractor.best(page, found)
    scores = [0.0] * len(page.tree.block_texts)
    for segment in found:
        score = segment.score(page, extractor.word, extractor.tag)
        for block in segment.blocks:
            scores[block] = score
    return Picture(
        f"{extractor}: scores of the page's {len(found)} segments", "position of the block on the page",
        f"score of its segment (word {extractor.word:+g}, tag {extractor.tag:+g})", scores, "bars",
        _spans([block in set(best.blocks) for block in range(len(scores))]),
    )  # fmt: skip


def _blocks(extractor: Extractor, page: Page) -> Picture:
    extraction = extractor.extract(page)
    scored = extraction.scores is not None and len(extraction.scores) == len(extraction.kept)
    values = [float(score) for score in extraction.scores or ()] if scored else [float(n) for n in page.block_words]
    title = "scores of the page's blocks" if scored else "the page's blocks"
    return Picture(
        f"{extractor}: {title}", "position of the block on the page", "score" if scored else "length (words)",
        values, "bars", _spans([bool(keep) for keep in extraction.kept]),
    )  # fmt: skip


_PICTURES: dict[type, Callable[[Any, Page], Picture]] = {
    Density: _density,
    SimpleMss: _simple_mss,
    Mss: _mss,
    ContentCodeBlurring: _blurring,
    SlopeCurve: _slope,
    Segments: _segments,
}


def _runs(kept: "NDArray[Any]") -> Spans:
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate([[0], kept.astype(np.int8), [0]])))
    return tuple((int(first), int(last)) for first, last in edges.reshape(-1, 2))


def _spans(kept: Sequence[bool]) -> Spans:
    """Runs of kept blocks."""
    found = []
    at = 0
    for keep, run in groupby(kept):
        size = len(list(run))
        if keep:
            found.append((at, at + size))
        at += size
    return tuple(found)
