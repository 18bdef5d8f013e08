"""A document loader and a transformer for LangChain."""

from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document

from maintext.integrations.document_fields import Loading


class MaintextLoader(BaseLoader):
    """Loads the main text of web pages; options are those of `Loading`."""

    def __init__(self, urls: Sequence[str], **options: Any) -> None:
        self.urls = (urls,) if isinstance(urls, str) else tuple(urls)
        self.loading = Loading(**options)

    def lazy_load(self) -> Iterator[Document]:
        """The documents, page by page; a page that cannot be fetched raises FetchError."""
        for url in self.urls:
            for text, metadata in self.loading.load_url(url):
                yield Document(page_content=text, metadata=metadata)


class MaintextTransformer(BaseDocumentTransformer):
    """Turns documents that contain HTML into documents of main text."""

    def __init__(self, **options: Any) -> None:
        self.loading = Loading(**options)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """The documents of main text; the metadata of a page are added to those it has."""
        return [
            Document(page_content=text, metadata=document.metadata | metadata)
            for document in documents
            for text, metadata in self.loading.load_html(document.page_content, document.metadata.get("source"))
        ]
