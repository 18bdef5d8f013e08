"""What all adapters to Python libraries share: whether the library is here, its version, and how to get it."""

from abc import abstractmethod
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import ClassVar

from maintext.errors import ExtractionError, ExtractorMissing, MaintextError
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page, read_page


@dataclass(frozen=True, slots=True)
class LibraryExtractor(Extractor):
    """An extractor from a Python package; it gets the page as it was received, not as we mended it."""

    distribution: ClassVar[str]
    """The package's name where packages are installed from."""
    module: ClassVar[str]
    media_type: ClassVar[str] = "text/plain"

    def extract(self, page: Page) -> Extraction:
        """What the library returns, and its text."""
        if self.missing() is not None:
            raise ExtractorMissing(self.distribution, f"pip install '{self.distribution}'")
        raw = self._called(page) if page.original.strip() else ""
        text = html_to_text(raw) if self.media_type == "text/html" else raw.strip()
        reason = None if text else f"{self.distribution} found nothing"
        return Extraction(page, str(self), given=text, raw=raw, media_type=self.media_type, reason=reason)

    def prepare(self) -> None:
        """Import the library and let it load what it needs."""
        self.extract(
            read_page("<title>Ready</title><p>What a library loads at first is not the first page's time.</p>")
        )

    @abstractmethod
    def call(self, html: str, url: str | None) -> str:
        """The library's own output for a page; whatever it raises is a failure of this page."""

    def _called(self, page: Page) -> str:
        try:
            return self.call(page.original, page.url)
        except (MaintextError, MemoryError):
            raise
        except Exception as error:
            raise ExtractionError(f"{self.distribution} cannot read the page: {words_of(error)}") from error

    @classmethod
    def missing(cls) -> str | None:
        """The command that installs the library, if it is not here."""
        return None if find_spec(cls.module) else "pip install 'maintext[peers]'"

    @classmethod
    def version(cls) -> str:
        """The library's version."""
        try:
            return version(cls.distribution)
        except PackageNotFoundError:
            return "unknown"


def words_of(error: Exception) -> str:
    """What a library's exception says, on one line, with its kind."""
    said = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def html_to_text(html: str) -> str:
    """The text of an HTML fragment, one block per line."""
    return read_page(html, max_bytes=None).text if html.strip() else ""
