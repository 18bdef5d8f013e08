"""readability-lxml: Readability [Arc90 2009] as ported to Python and lxml."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class ReadabilityLxml(LibraryExtractor):
    """The Python port of Readability."""

    paper: ClassVar[str] = "Arc90 2009"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "readability-lxml"
    module: ClassVar[str] = "readability"
    media_type: ClassVar[str] = "text/html"

    def call(self, html: str, url: str | None) -> str:
        """The article as HTML."""
        from readability import Document

        summary: str = Document(html).summary()
        return summary
