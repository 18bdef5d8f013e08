"""Combinations of extractors: chains and votes [Gottron 2008b], and fallbacks.

`a|b` runs b on what a kept, `a||b` takes b only where a gives nothing, `vote(a, b, c)` keeps what most agree on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from maintext.extractors.base import BlockExtractor, Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page, read_page
from maintext.page.subset_html import subset_html


@dataclass(frozen=True, slots=True)
class Chain(Extractor):
    """Run each extractor on what the one before it kept."""

    paper: ClassVar[str] = "Gottron 2008b"

    parts: tuple[Extractor, ...] = ()

    def __post_init__(self) -> None:
        _need_parts(self.parts, 2, "a chain, a|b,")

    def extract(self, page: Page) -> Extraction:
        """The extraction of the last extractor."""
        first, *others = self.parts
        found = first.extract(page)
        for part in others:
            if not found.text:
                break
            found = part.extract(_kept_as_page(found))
        if found.page is page:
            return replace(found, extractor=str(self))
        return Extraction(page, str(self), given=found.text, reason=found.reason)


@dataclass(frozen=True, slots=True)
class Fallback(Extractor):
    """Use the first extractor that returns text."""

    parts: tuple[Extractor, ...] = ()

    def __post_init__(self) -> None:
        _need_parts(self.parts, 2, "a fallback, a||b,")

    def extract(self, page: Page) -> Extraction:
        """The first extraction that has text, or the last one."""
        for part in self.parts:
            found = part.extract(page)
            if found.text:
                break
        return replace(found, extractor=str(self))


@dataclass(frozen=True, slots=True)
class Vote(BlockExtractor):
    """Keep the blocks that most extractors keep."""

    paper: ClassVar[str] = "Gottron 2008b"

    parts: tuple[Extractor, ...] = ()
    share: float = 0.5
    """A block is kept if more than this share of the extractors keep it."""

    def __post_init__(self) -> None:
        _need_parts(self.parts, 1, "vote(a, b, c)")
        if not 0 <= self.share < 1:
            raise ValueError("share must be at least 0 and below 1")

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks with enough votes."""
        votes = [part.extract(page).kept for part in self.parts]
        needed = self.share * len(votes)
        return [sum(map(bool, ballots)) > needed for ballots in zip(*votes, strict=True)]


def _need_parts(parts: Sequence[Extractor], least: int, what: str) -> None:
    if len(parts) < least:
        raise ValueError(f"{what} needs at least {least} extractor{'s' if least > 1 else ''}")


def _kept_as_page(found: Extraction) -> Page:
    """What an extractor kept as a page: its own HTML, the kept blocks in their markup, or its text as paragraphs."""
    if found.raw is not None and found.media_type == "text/html":
        html = found.raw
    elif found.chosen is not None:
        html = subset_html(found.page, found.kept)
    else:
        from html import escape

        html = "".join(f"<p>{escape(line, quote=False)}</p>\n" for line in found.text.splitlines() if line.strip())
    return read_page(html, url=found.page.url, max_bytes=None)
