"""The extractor interface: one method, page in, extraction out.

An extractor is a frozen dataclass whose fields are its parameters, so equality, hashing and printing need no code.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.extraction import Extraction
from maintext.extractors.registry import EXTRACTORS
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Extractor(ABC):
    """Finds the main text of a page."""

    paper: ClassVar[str] = ""
    """The citation key of the paper; empty if there is none."""
    license: ClassVar[str] = "Apache-2.0"
    remote: ClassVar[bool] = False
    """Whether it sends pages to other machines; then it runs only if named explicitly."""

    @abstractmethod
    def extract(self, page: Page) -> Extraction:
        """The main text of a page."""

    def prepare(self) -> None:
        """Load models or start programs, so that the time does not count for the first page; optional."""
        return

    def missing(self) -> str | None:
        """The command that installs missing requirements; None if nothing is missing."""
        return None

    def version(self) -> str:
        """The version of the extractor, or of the library behind it."""
        from maintext.version import __version__

        return __version__

    def __str__(self) -> str:
        return str(EXTRACTORS.spec_of(self))


@dataclass(frozen=True, slots=True)
class BlockExtractor(Extractor):
    """Keeps or drops whole blocks."""

    def extract(self, page: Page) -> Extraction:
        """The blocks that are kept."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), reason="the page has no text")
        kept = self.keep(page)
        reason = None if any(kept) else "no block looks like main text"
        return Extraction(page, str(self), chosen=kept, reason=reason)

    @abstractmethod
    def keep(self, page: Page) -> Sequence[bool]:
        """For every block, whether to keep it; only called for pages that have blocks."""


@dataclass(frozen=True, slots=True)
class TextExtractor(Extractor):
    """Returns text that need not consist of whole blocks."""

    def extract(self, page: Page) -> Extraction:
        """The text found."""
        if not page.tree.block_texts:
            return Extraction(page, str(self), chosen=(), given="", reason="the page has no text")
        text = self.find(page)
        return Extraction(page, str(self), given=text, reason=None if text else "no part looks like main text")

    @abstractmethod
    def find(self, page: Page) -> str:
        """The main text; only called for pages that have text."""
