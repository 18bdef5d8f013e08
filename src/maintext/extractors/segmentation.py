"""The best segment of a page: VIPS [Cai 2003] as [Pasternack 2009] uses it in a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from maintext.errors import ExtractorMissing
from maintext.extractors.base import BlockExtractor
from maintext.extractors.trace import Trace, spans_of
from maintext.page import Page
from maintext.page.segmentation import Segment, cut, segment_layout, segment_markup


@dataclass(frozen=True, slots=True)
class Segments(BlockExtractor):
    """Cut the page into coherent segments, and keep the one with the most words for its tags."""

    paper: ClassVar[str] = "Cai 2003"

    granularity: int = 6
    """How coherent a segment must be, from 1, coarse, to 10, fine; 6 was the best on dragnet and WCXB dev."""
    by: Literal["markup", "layout"] = "markup"
    """Cut by the page's tree alone, or by its layout as Chromium renders it."""
    word: float = 1.0
    tag: float = -2.0
    """What a word and a tag add to a segment's score, as in [Pasternack 2009]."""

    def __post_init__(self) -> None:
        if not 1 <= self.granularity <= 10:
            raise ValueError("granularity must be between 1 and 10")

    def missing(self) -> str | None:
        """How to get Chromium, where the layout is wanted."""
        if self.by == "markup":
            return None
        from maintext.fetch.browser import missing

        return missing()

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks of the best segment."""
        chosen = set(self.best(page, self.segments(page)).blocks)
        return [block in chosen for block in range(len(page.tree.block_texts))]

    def trace(self, page: Page) -> Trace:
        """Every block as high as the score of its segment."""
        found = self.segments(page)
        chosen = set(self.best(page, found).blocks)
        scores = [0.0] * len(page.tree.block_texts)
        for segment in found:
            score = segment.score(page, self.word, self.tag)
            for block in segment.blocks:
                scores[block] = score
        return Trace(
            f"{self}: scores of the page's {len(found)} segments", "position of the block on the page",
            f"score of its segment (word {self.word:+g}, tag {self.tag:+g})", scores, "bars",
            spans_of([block in chosen for block in range(len(scores))]),
        )  # fmt: skip

    def segments(self, page: Page) -> list[Segment]:
        """The segments of a page that has text, in reading order."""
        return cut(self.tree(page), self.granularity)

    def tree(self, page: Page) -> Segment:
        """The whole page as a tree of segments."""
        if self.by == "markup":
            return segment_markup(page)
        remedy = self.missing()
        if remedy is not None:
            raise ExtractorMissing("segments(by=layout)", remedy)
        from maintext.page.segmentation.visual_segmentation import measure_layout

        return segment_layout(page, measure_layout(page))

    def best(self, page: Page, segments: Sequence[Segment]) -> Segment:
        """The segment with the largest score; the first of equals."""
        return max(segments, key=lambda segment: segment.score(page, self.word, self.tag))
