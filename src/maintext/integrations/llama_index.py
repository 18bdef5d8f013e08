"""A reader for LlamaIndex."""

from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from maintext.integrations.document_fields import Loading


class MaintextReader(BaseReader):
    """Reads the main text of web pages; options are those of `Loading`."""

    def __init__(self, **options: Any) -> None:
        self.loading = Loading(**options)

    def lazy_load_data(self, urls: Sequence[str]) -> Iterable[Document]:
        """The documents of pages; a page that cannot be fetched raises FetchError."""
        for url in urls:
            for text, metadata in self.loading.load_url(url):
                yield Document(text=text, metadata=metadata)

    def from_html(self, html: str | bytes, url: str | None = None) -> list[Document]:
        """The documents of a page whose HTML is known."""
        return [Document(text=text, metadata=metadata) for text, metadata in self.loading.load_html(html, url)]
