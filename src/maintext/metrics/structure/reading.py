"""Gold and extractions, in HTML or Markdown, to documents."""

from functools import lru_cache

from maintext.extractors.adapters.markdown_output import markdown_to_html
from maintext.metrics.metric import Gold, Retrieved
from maintext.metrics.structure.document_items import Document
from maintext.metrics.structure.html_reader import read_html

_REMEMBERED = 4096
"""Documents kept in memory: every kind of item is counted for all pages before the next."""


def gold_document(gold: Gold) -> Document | None:
    """The document that the gold is; None if the gold has no HTML or Markdown."""
    return _document(gold.markup, gold.markup_format, gold.url)


def retrieved_document(retrieved: Retrieved) -> Document | None:
    """The document that an extractor returned; None if it returned neither HTML nor Markdown."""
    if not retrieved.text and not retrieved.markup:
        return Document()
    return _document(retrieved.markup, retrieved.markup_format, retrieved.url)


@lru_cache(maxsize=_REMEMBERED)
def _document(markup: str | None, markup_format: str, url: str | None) -> Document | None:
    if markup is None or markup_format not in ("html", "markdown"):
        return None
    return read_html(markdown_to_html(markup) if markup_format == "markdown" else markup, url)
