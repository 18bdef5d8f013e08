"""The base of adapters to Python libraries: whether the library is installed, its version, and how to install it."""

from abc import abstractmethod
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import ClassVar

from maintext.errors import ExtractionError, ExtractorMissing, MaintextError
from maintext.extractors.adapters.foreign_extractor import ForeignExtractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class LibraryExtractor(ForeignExtractor):
    """An extractor from a Python package."""

    distribution: ClassVar[str]
    """The name of the package on PyPI."""
    extra: ClassVar[str] = "peers"
    """The extra that installs the library."""
    module: ClassVar[str] = ""
    """The name of its module, if that differs."""
    media_type: ClassVar[str] = "text/plain"

    def extract(self, page: Page) -> Extraction:
        """The library's output, and its text."""
        if self.missing() is not None:
            raise ExtractorMissing(self.distribution, f"pip install '{self.distribution}'")
        raw = self._called(page) if page.original.strip() else ""
        return self.extraction(page, raw, self.output_type(), self.distribution)

    @abstractmethod
    def call(self, html: str, url: str | None) -> str:
        """The library's own output for a page; any exception becomes a failure of this page."""

    def output_type(self) -> str:
        """The media type of what `call` returns."""
        return self.media_type

    def _called(self, page: Page) -> str:
        try:
            return self.call(page.original, page.url)
        except (MaintextError, MemoryError):
            raise
        except Exception as error:
            raise ExtractionError(f"{self.distribution} cannot read the page: {words_of(error)}") from error

    @classmethod
    def missing(cls) -> str | None:
        """The command that installs the library; None if it is installed."""
        return None if find_spec(cls.module or cls.distribution) else f"pip install 'maintext[{cls.extra}]'"

    @classmethod
    def version(cls) -> str:
        """The library's version."""
        try:
            return version(cls.distribution)
        except PackageNotFoundError:
            return "unknown"


def words_of(error: Exception) -> str:
    """The type and message of a library's exception, on one line."""
    said = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
