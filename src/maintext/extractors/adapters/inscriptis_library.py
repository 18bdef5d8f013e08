"""inscriptis [Weichselbraun 2021]: a page as a console browser lays it out, in Python."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Inscriptis(LibraryExtractor):
    """All text of a page in its layout; no main-text extractor, but a control that others are compared with."""

    paper: ClassVar[str] = "Weichselbraun 2021"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "inscriptis"
    module: ClassVar[str] = "inscriptis"

    def call(self, html: str, url: str | None) -> str:
        """The text with its white space, without links and images."""
        from inscriptis import get_text

        text: str = get_text(html)
        return text
