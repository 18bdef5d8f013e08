"""Read the items of gold and extraction from HTML or Markdown."""

from functools import lru_cache

from maintext.extractors.adapters.markdown_output import markdown_to_html
from maintext.metrics.metric import Gold, Retrieved
from maintext.metrics.structure.document_items import DocumentItems
from maintext.metrics.structure.html_reader import read_html

_REMEMBERED = 4096
"""The number of cached documents. Each kind of item is counted for all pages before the next kind."""


def gold_items(gold: Gold) -> DocumentItems | None:
    """The items of the gold; None if it has no HTML or Markdown."""
    return _document(gold.markup, gold.markup_format, gold.url)


def retrieved_items(retrieved: Retrieved) -> DocumentItems | None:
    """The items of an extraction; None if it has no HTML or Markdown."""
    if not retrieved.text and not retrieved.markup:
        return DocumentItems()
    return _document(retrieved.markup, retrieved.markup_format, retrieved.url)


@lru_cache(maxsize=_REMEMBERED)
def _document(markup: str | None, markup_format: str, url: str | None) -> DocumentItems | None:
    if markup is None or markup_format not in ("html", "markdown"):
        return None
    return read_html(markdown_to_html(markup) if markup_format == "markdown" else markup, url)
