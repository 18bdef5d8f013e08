"""Traces for plots: the extractor's own trace of a page, or else its decision on every block."""

from maintext.extractors import Extractor
from maintext.extractors.trace import Trace, Traceable, spans_of
from maintext.page import Page


def trace_of(extractor: Extractor, page: Page) -> Trace:
    """The trace of an extractor on a page."""
    own = own_trace(extractor, page)
    return _block_trace(extractor, page) if own is None else own


def own_trace(extractor: Extractor, page: Page) -> Trace | None:
    """The trace that the extractor itself provides; None if it provides none or the page has no text."""
    return extractor.trace(page) if isinstance(extractor, Traceable) and page.tree.block_texts else None


def _block_trace(extractor: Extractor, page: Page) -> Trace:
    """The scores of the blocks, or their lengths if they have no scores, and which were kept."""
    extraction = extractor.extract(page)
    scored = extraction.scores is not None and len(extraction.scores) == len(extraction.kept)
    values = [float(score) for score in extraction.scores or ()] if scored else [float(n) for n in page.block_words]
    title = "scores of the page's blocks" if scored else "the page's blocks"
    return Trace(
        f"{extractor}: {title}", "position of the block on the page", "score" if scored else "length (words)",
        values, "bars", spans_of([bool(keep) for keep in extraction.kept]),
    )  # fmt: skip
