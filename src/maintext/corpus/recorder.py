"""The recorder: what one page becomes in the corpus, made in a worker process by any extractor."""

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from maintext.errors import NotHtml, TooLarge
from maintext.extractors import Extraction, Extractor
from maintext.page import Page, read_page
from maintext.page.words import count_words

if TYPE_CHECKING:
    from maintext.corpus.settings import Settings

METADATA: Final = (
    "title", "authors", "date", "modified", "site_name", "description", "language", "declared_language",
    "canonical_url", "image", "license", "tags",
)  # fmt: skip
RECORD: Final = "application/json"
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Recorder(Extractor):
    """Runs an extractor and returns a record, or the reason why the page is dropped."""

    extractor: Extractor
    markdown: bool = False
    metadata: bool = True
    identify_language: bool = False
    languages: str = ""
    page_types: str = ""
    min_confidence: float = 0.0
    min_words: int = 1

    @classmethod
    def of(cls, settings: "Settings") -> "Recorder":
        """The recorder that settings ask for."""
        from maintext.extractors import EXTRACTORS

        filters = settings.filters
        return cls(
            EXTRACTORS.build(settings.extractor, imports=True),
            settings.text_format == "markdown",
            settings.metadata,
            settings.identify_language,
            ",".join(filters.languages),
            ",".join(filters.page_types),
            filters.min_confidence,
            filters.min_words,
        )

    def prepare(self) -> None:
        """Load whatever a page needs, with a page that nobody counts."""
        self.extractor.prepare()
        self.extract(read_page("<title>A page</title><p>fine, to load what the others need</p>"))

    def extract(self, page: Page) -> Extraction:
        """An extraction whose raw output is the record; without one, `reason` says why the page is dropped."""
        found = self.extractor.extract(page)
        values = self._values(found)
        reason = self._dropped(found, values)
        raw = None if reason else json.dumps(values, ensure_ascii=False)
        return Extraction(page, "", given="", raw=raw, media_type=RECORD, reason=reason)

    def _values(self, found: Extraction) -> dict[str, Any]:
        """The part of the record that comes from the page itself."""
        told = replace(found.metadata, helped=self.identify_language)
        metadata = told.to_dict() if self.metadata else {}
        return {
            "text": sound(found.markdown if self.markdown else found.text),
            "title": sound(told.title) if self.metadata else None,
            "language": told.detected_language,
            "page_type": found.page_type or metadata.get("page_type"),
            "confidence": None if found.confidence is None else round(float(found.confidence), _DIGITS),
            "metadata": {name: sound(metadata[name]) for name in METADATA} if self.metadata else None,
        }

    def _dropped(self, found: Extraction, values: dict[str, Any]) -> str | None:
        """Why the page does not go into the corpus, if it does not."""
        if not found.text.strip() or (self.min_words > 1 and count_words(found.text) < self.min_words):
            return "length" if found.text.strip() else "empty"
        if self.languages and values["language"] not in self.languages.split(","):
            return "language"
        if self.page_types and values["page_type"] not in self.page_types.split(","):
            return "page type"
        confidence = values["confidence"]
        return "confidence" if confidence is not None and confidence < self.min_confidence else None


def refusal(message: str) -> str | None:
    """Why a page was refused that could not be read, if it is one that filters would drop; from its failure."""
    name = message.partition(":")[0]
    return {NotHtml.__name__: "type", TooLarge.__name__: "size"}.get(name)


def sound(value: Any) -> Any:
    """A value whose texts can be written as UTF-8: half characters become question marks."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return [sound(part) for part in value] if isinstance(value, list | tuple) else value
