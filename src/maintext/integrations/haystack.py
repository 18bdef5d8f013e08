"""A component for Haystack: a converter of HTML, also of what its LinkContentFetcher fetches."""

from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.components.converters.utils import get_bytestream_from_source
from haystack.dataclasses import ByteStream

from maintext.errors import MaintextError
from maintext.integrations.document_fields import Loading


@component
class MaintextConverter:
    """Converts HTML files and byte streams to documents of main text; options are those of `Loading`."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.loading = Loading(**options)

    def to_dict(self) -> dict[str, Any]:
        """The component as plain values, for a stored pipeline."""
        return default_to_dict(self, **self.options)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "MaintextConverter":
        """The component of a stored pipeline."""
        converter: MaintextConverter = default_from_dict(cls, data)
        return converter

    @component.output_types(documents=list[Document], failed=list[str])
    def run(self, sources: list[Any]) -> dict[str, Any]:
        """The documents, and why there are none of some sources."""
        documents: list[Document] = []
        failed: list[str] = []
        for source in sources:
            stream: ByteStream = get_bytestream_from_source(source)
            url = stream.meta.get("url")
            try:
                for text, metadata in self.loading.load_html(stream.data, url):
                    documents.append(Document(content=text, meta=stream.meta | metadata))
            except MaintextError as error:
                failed.append(f"{url or source}: {error}")
        return {"documents": documents, "failed": failed}
