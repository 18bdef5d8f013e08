"""Goose [Gravity 2011] as ported to Python 3; it is given the page and fetches nothing."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class Goose3(LibraryExtractor):
    """The Python port of Goose: scores paragraphs by their stop words."""

    paper: ClassVar[str] = "Gravity 2011"
    license: ClassVar[str] = "Apache-2.0"
    distribution: ClassVar[str] = "goose3"
    module: ClassVar[str] = "goose3"

    language: str = "en"
    """Used where the page does not name its own language."""

    def call(self, html: str, url: str | None) -> str:
        """The article's text."""
        from goose3 import Goose

        with Goose({"enable_image_fetching": False, "target_language": self.language}) as goose:
            text: str = goose.extract(url=url, raw_html=html).cleaned_text
        return text
