"""The base class of adapters to programs in other languages; converts their errors to exceptions of maintext."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from maintext.errors import ExtractionError, ExtractorMissing, ProgramError
from maintext.extractors.adapters.foreign_extractor import ForeignExtractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class ProgramExtractor(ForeignExtractor):
    """An extractor in a process of its own that keeps running."""

    program: ClassVar[str]
    """The name of the program in messages."""

    def extract(self, page: Page) -> Extraction:
        """The program's output, and its text."""
        remedy = self.missing()
        if remedy is not None:
            raise ExtractorMissing(self.program, remedy)
        if not page.original.strip():
            return self.extraction(page, "", "text/plain", self.program)
        try:
            return self.read(page)
        except ProgramError as error:
            raise ExtractionError(f"{self.program} cannot read the page: {error}") from error

    def read(self, page: Page) -> Extraction:
        """The extraction of a page that is not empty."""
        return self.extraction(page, *self.ask(page), self.program)

    @abstractmethod
    def ask(self, page: Page) -> tuple[str, str]:
        """The program's own output for a page, and its media type."""
