"""Extractions as JSON values, for API responses."""

from collections.abc import Callable
from typing import Final

from maintext.extractors import Extraction, Extractor
from maintext.page import Block, Page
from maintext.page.words import count_words
from maintext.service.page_view import view

_MOST_VALUES = 600
"""The maximum number of values in a graph that is displayed."""


def summary(extraction: Extraction) -> dict[str, object]:
    """The common fields of an extraction."""
    metadata = extraction.metadata
    return {
        "url": extraction.url,
        "title": extraction.title,
        "author": metadata.author,
        "date": metadata.date,
        "language": metadata.language,
        "site": metadata.site_name,
        "page_type": extraction.page_type or metadata.page_type,
        **decision(extraction),
    }


def decision(extraction: Extraction) -> dict[str, object]:
    """The text that an extractor found, and its confidence."""
    confidence = extraction.confidence
    return {
        "extractor": extraction.extractor,
        "text": extraction.text,
        "words": count_words(extraction.text),
        "confidence": None if confidence is None else round(float(confidence), 4),
        "reason": extraction.reason,
    }


def page_blocks(page: Page) -> list[dict[str, object]]:
    """The blocks of a page."""
    return [_block(block) for block in page.blocks]


def addition(name: str, extraction: Extraction, extractor: Extractor) -> object:
    """Additional fields that a client may request."""
    return _ADDITIONS[name](extraction, extractor)


def _block(block: Block) -> dict[str, object]:
    return {"text": block.text, "kind": str(block.kind), "level": block.level or 0, "hidden": block.hidden}


def _decided_blocks(extraction: Extraction) -> list[dict[str, object]]:
    scores, reasons = extraction.scores, extraction.reasons
    return [
        {
            **_block(block),
            "kept": bool(keep),
            "score": None if scores is None else round(float(scores[block.index]), 4),
            "why": list(reasons[block.index]),
            "xpath": block.xpath,
        }
        for block, keep in zip(extraction.page.blocks, extraction.kept, strict=True)
    ]


def _picture(extraction: Extraction, extractor: Extractor) -> object:
    from maintext.reports.explain import trace_of

    return trace_of(extractor, extraction.page).reduced(_MOST_VALUES).to_json()


_ADDITIONS: Final[dict[str, Callable[[Extraction, Extractor], object]]] = {
    "blocks": lambda extraction, _: _decided_blocks(extraction),
    "markdown": lambda extraction, _: extraction.render("markdown"),
    "html": lambda extraction, _: extraction.render("html"),
    "metadata": lambda extraction, _: extraction.metadata.to_dict(),
    "posts": lambda extraction, _: [post._asdict() for post in extraction.posts],
    "picture": _picture,
    "view": lambda extraction, _: view(extraction.page),
    "source": lambda extraction, _: extraction.page.original,
}
