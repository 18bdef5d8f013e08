"""Resiliparse [Bevendorff 2018]: the plain text or the main content of a page, in C++."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Resiliparse(LibraryExtractor):
    """The main-content rules of Resiliparse."""

    paper: ClassVar[str] = "Bevendorff 2018"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "resiliparse"
    module: ClassVar[str] = "resiliparse"

    main: bool = True
    """False gives all visible text."""

    def call(self, html: str, url: str | None) -> str:
        """The text in the library's own layout, without list signs and link targets."""
        from resiliparse.extract.html2text import extract_plain_text

        text: str = extract_plain_text(
            html, main_content=self.main, list_bullets=False, alt_texts=False, links=False, form_fields=False
        )
        return text
