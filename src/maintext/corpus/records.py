"""Build the record of a page, or the reason why the page is dropped."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from maintext.corpus.chunk_records import chunk_values, encodable
from maintext.corpus.settings import CorpusSettings
from maintext.data_shapes import dataclass_from
from maintext.errors import NotHtml, TooLarge
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.page import Page, read_page
from maintext.page.words import count_words
from maintext.sandbox.packing import split_parts

METADATA: Final = (
    "title", "authors", "date", "modified", "site_name", "description", "language", "declared_language",
    "canonical_url", "image", "license", "tags",
)  # fmt: skip
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class RecordBuilder:
    """Makes records of pages with one extractor."""

    extractor: Extractor
    settings: CorpusSettings

    @classmethod
    def of(cls, settings: CorpusSettings) -> "RecordBuilder":
        """The builder for these settings."""
        return cls(EXTRACTORS.build(settings.extractor, imports=True), settings)

    def build(self, page: Page) -> dict[str, Any] | str:
        """The record fields of a page, or the reason why it is dropped."""
        found = self.extractor.extract(page)
        values = self._values(found)
        return self._reason(found, values) or values

    def _values(self, found: Extraction) -> dict[str, Any]:
        settings = self.settings
        metadata = replace(found.metadata, use_libraries=settings.identify_language)
        fields = metadata.to_dict() if settings.metadata else {}
        chunked = settings.text_format == "chunks"
        return {
            "text": encodable(found.markdown if settings.text_format == "markdown" else found.text),
            **({"chunks": chunk_values(found, settings.max_tokens, settings.overlap)} if chunked else {}),
            "title": encodable(metadata.title) if settings.metadata else None,
            "language": metadata.language,
            "page_type": found.page_type or fields.get("page_type"),
            "confidence": None if found.confidence is None else round(float(found.confidence), _DIGITS),
            "metadata": {name: encodable(fields[name]) for name in METADATA} if settings.metadata else None,
        }

    def _reason(self, found: Extraction, values: dict[str, Any]) -> str | None:
        """Why the page is dropped; None if it is kept."""
        filters = self.settings.filters
        if not found.text.strip() or (filters.min_words > 1 and count_words(found.text) < filters.min_words):
            return "length" if found.text.strip() else "empty"
        if filters.languages and values["language"] not in filters.languages:
            return "language"
        if filters.page_types and values["page_type"] not in filters.page_types:
            return "page type"
        confidence = values["confidence"]
        return "confidence" if confidence is not None and confidence < filters.min_confidence else None


def load_builder(settings: bytes) -> Callable[[bytes], bytes]:
    """The function that a worker process runs on every page."""
    builder = RecordBuilder.of(dataclass_from(CorpusSettings, json.loads(settings)))
    builder.extractor.prepare()
    builder.build(read_page("<title>A page</title><p>fine, to load what the others need</p>"))

    def build_record(job: bytes) -> bytes:
        (url, charset), (html,) = split_parts(job)
        return json.dumps(builder.build(read_page(html, url=url, charset=charset)), ensure_ascii=False).encode()

    return build_record


def refusal(exception: str | None) -> str | None:
    """The filter that drops pages with this exception, if any."""
    return {NotHtml.__name__: "type", TooLarge.__name__: "size"}.get(exception or "")
