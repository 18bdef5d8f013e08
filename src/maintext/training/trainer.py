"""The interface of trainers: they take labeled pages one by one, then return a model."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from maintext.datasets import Example
from maintext.extractors.models import ModelFile
from maintext.page import Page

T = TypeVar("T")


class Progress(Protocol):
    """Yields the items and shows how many are done, with a label or a text for the current item."""

    def __call__(self, items: Iterable[T], total: int, label: str | Callable[[T], str] = "pages") -> Iterable[T]:
        """The same items."""


def no_progress(items: Iterable[T], total: int, label: str | Callable[[T], str] = "pages") -> Iterable[T]:
    """Show nothing."""
    return items


@dataclass(frozen=True, slots=True)
class LabeledPage:
    """A page, its gold text, and the site it comes from."""

    page: Page
    gold: str
    source: str
    dataset: str = ""
    example: Example | None = None
    """The example with all its annotations, if the page is from a dataset."""


class Trainer(ABC):
    """Learns from labeled pages in one pass; subclasses are dataclasses whose fields are the settings."""

    extractor: ClassVar[str]
    """The name of the extractor that the model is for."""

    @abstractmethod
    def add(self, labeled: LabeledPage) -> None:
        """Add one page."""

    @abstractmethod
    def finish(self, manifest: dict[str, object], progress: Progress = no_progress) -> ModelFile:
        """Fit the model and return it with its manifest; a trainer that takes long reports progress."""

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """The settings that the model depends on, for its manifest."""

    @classmethod
    def missing(cls) -> str | None:
        """How to install what training needs; None if nothing is missing."""
        return None
