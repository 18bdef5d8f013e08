"""The jusText library [Pomikálek 2011], in Python."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.errors import ExtractionError
from maintext.extractors.adapters.library import LibraryExtractor


@dataclass(frozen=True, slots=True)
class JustextLibrary(LibraryExtractor):
    """The jusText library as its authors publish it."""

    paper: ClassVar[str] = "Pomikálek 2011"
    license: ClassVar[str] = "BSD-2-Clause"
    distribution: ClassVar[str] = "jusText"
    module: ClassVar[str] = "justext"

    language: str = "English"
    """One of the library's stop lists; an empty one is `none`."""

    def call(self, html: str, url: str | None) -> str:
        """The good paragraphs, one per line."""
        import justext

        try:
            stop_words = frozenset() if self.language == "none" else justext.get_stoplist(self.language)
        except ValueError as error:
            raise ExtractionError(f"jusText has no stop list for {self.language!r}") from error
        options = {"stopwords_low": 0.0, "stopwords_high": 0.0} if not stop_words else {}
        paragraphs = justext.justext(html, stop_words, **options)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)
