"""What document loaders give to other tools: texts with metadata of plain values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from maintext.extractors.extract import extract
from maintext.extractors.extraction import Extraction
from maintext.fetch import fetch

_FIELDS: Final = ("author", "date", "site_name", "description", "language", "page_type")


@dataclass(frozen=True, slots=True)
class Loading:
    """How pages become documents."""

    chunks: bool = False
    """Whether every passage is a document of its own."""
    max_tokens: int = 512
    overlap: int = 0
    output_format: str = "markdown"
    """The format of whole pages; passages are Markdown."""
    extractor: str = "default"
    allow_private: bool = False
    """Whether to fetch from private, loopback and link-local addresses."""
    timeout: float = 30.0

    def load_url(self, url: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The texts of the page at a URL, each with its metadata."""
        fetched = fetch(url, timeout=self.timeout, private=self.allow_private)
        return self.load_html(fetched.body, fetched.url, fetched.charset)

    def load_html(
        self, html: str | bytes, url: str | None = None, charset: str | None = None
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The texts of a page, each with its metadata; a page without main text has none."""
        extraction = extract(html, extractor=self.extractor, url=url, charset=charset)
        about = page_metadata(extraction)
        if not self.chunks:
            if extraction.text:
                yield extraction.render(self.output_format), about
            return
        for number, chunk in enumerate(extraction.chunks(self.max_tokens, self.overlap)):
            place = {"chunk": number, "headings": " > ".join(chunk.headings), "fragment_url": chunk.url or ""}
            offsets = {"start": chunk.start, "end": chunk.end} if chunk.start is not None else {}
            yield chunk.text, about | place | offsets


def page_metadata(extraction: Extraction) -> dict[str, Any]:
    """The metadata of a page as plain values, without those that are not known."""
    about = extraction.metadata.to_dict() | {"author": extraction.author}
    found: dict[str, Any] = {"source": extraction.url, "title": extraction.title}
    found |= {name: about.get(name) for name in _FIELDS}
    if extraction.confidence is not None:
        found["confidence"] = float(extraction.confidence)
    return {name: value for name, value in found.items() if value not in (None, "")}
