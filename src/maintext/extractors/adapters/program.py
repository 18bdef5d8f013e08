"""What all adapters to programs in other languages share: is it here, ask it, and turn its troubles into our errors."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from maintext.errors import ExtractionError, ExtractorMissing, ProgramError
from maintext.extractors.adapters.library import html_to_text
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page, read_page


@dataclass(frozen=True, slots=True)
class ProgramExtractor(Extractor):
    """An extractor in a process of its own that stays up; it gets the page as it was received."""

    program: ClassVar[str]
    """What the program is called in messages."""

    def extract(self, page: Page) -> Extraction:
        """What the program returns, and its text."""
        remedy = self.missing()
        if remedy is not None:
            raise ExtractorMissing(self.program, remedy)
        raw, media_type = "", "text/plain"
        if page.original.strip():
            try:
                raw, media_type = self.ask(page)
            except ProgramError as error:
                raise ExtractionError(f"{self.program} cannot read the page: {error}") from error
        text = html_to_text(raw) if media_type == "text/html" else raw.strip()
        reason = None if text else f"{self.program} found nothing"
        return Extraction(page, str(self), given=text, raw=raw, media_type=media_type, reason=reason)

    def prepare(self) -> None:
        """Start the program and let it load what it needs."""
        self.extract(
            read_page("<title>Ready</title><p>What a program loads at first is not the first page's time.</p>")
        )

    @abstractmethod
    def ask(self, page: Page) -> tuple[str, str]:
        """The program's own output for a page, and its media type."""
