"""What an extractor found on a page: its text, and which blocks of the page that means."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from maintext.page import Encoding, Kind, Page
from maintext.page.align import aligned
from maintext.page.words import words
from maintext.render.text import render_text


@dataclass(frozen=True, slots=True)
class ExtractedBlock:
    """A block of the page with the extractor's decision about it."""

    text: str
    kept: bool
    score: float | None
    kind: Kind
    xpath: str
    hidden: bool
    why: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Extraction:
    """The result of one extractor on one page.

    An extractor that chooses blocks gives `chosen`, one decision per block. One that gives text of its own gives
    `given`; a block then counts as kept when at least half its words stand in the in-order alignment with that text.
    """

    page: Page = field(repr=False)
    extractor: str
    chosen: Sequence[bool] | None = field(default=None, repr=False)
    given: str | None = field(default=None, repr=False)
    scores: Sequence[float] | None = field(default=None, repr=False)
    reason: str | None = None
    """Why there is no text, if there is none."""
    raw: str | None = field(default=None, repr=False)
    """What a foreign extractor returned, in its own format, and that format's media type."""
    media_type: str = "text/plain"

    @cached_property
    def text(self) -> str:
        """The main text, one block per line."""
        return self.given if self.given is not None else render_text(self.page, self.kept)

    @cached_property
    def kept(self) -> Sequence[bool]:
        """For every block of the page, whether it was kept."""
        if self.chosen is not None:
            return self.chosen
        return kept_blocks(self.page, self.given or "")

    @property
    def blocks(self) -> tuple[ExtractedBlock, ...]:
        """Every block of the page with the decision about it."""
        scores = self.scores
        return tuple(
            ExtractedBlock(
                block.text, keep, None if scores is None else scores[block.index], block.kind, block.xpath, block.hidden
            )
            for block, keep in zip(self.page.blocks, self.kept, strict=True)
        )

    @property
    def title(self) -> str:
        """The page's title."""
        return self.page.title

    @property
    def url(self) -> str | None:
        """Where the page came from, if that is known."""
        return self.page.url

    @property
    def encoding(self) -> Encoding:
        """What the page's bytes were read as, and why."""
        return self.page.encoding

    def to_dict(self) -> dict[str, object]:
        """Everything about the extraction as plain values."""
        encoding = self.encoding
        return {
            "url": self.url,
            "title": self.title,
            "extractor": self.extractor,
            "encoding": {
                "name": encoding.name,
                "source": encoding.source,
                "confidence": encoding.confidence,
                "replaced": encoding.replaced,
            },
            "reason": self.reason,
            "text": self.text,
            "blocks": [
                {
                    "text": block.text,
                    "kept": bool(block.kept),
                    "score": None if block.score is None else float(block.score),
                    "kind": str(block.kind),
                    "xpath": block.xpath,
                    "hidden": block.hidden,
                }
                for block in self.blocks
            ],
        }

    def to_json(self, indent: int | None = None) -> str:
        """The extraction as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def kept_blocks(page: Page, text: str) -> list[bool]:
    """Which blocks a text stands for: those with at least half their words in the in-order alignment with it."""
    blocks = [words(block.lower()) for block in page.tree.block_texts]
    found = aligned([word for block in blocks for word in block], words(text.lower()))
    kept = []
    at = 0
    for block in blocks:
        hits = sum(found[at : at + len(block)])
        kept.append(hits > 0 and 2 * hits >= len(block))
        at += len(block)
    return kept
