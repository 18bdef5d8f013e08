"""What fits an extractor: it is shown labelled pages one by one, and then gives a model."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from maintext.datasets import Example
from maintext.extractors.models import ModelFile
from maintext.page import Page


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page, the text on it that is right, and the site it comes from."""

    page: Page
    gold: str
    source: str
    dataset: str = ""
    example: Example | None = None
    """Where it comes from, with what else the annotators wrote down, if it is from a dataset."""


class Trainer(ABC):
    """Learns from labelled pages in one pass; subclasses are dataclasses whose settings go into the manifest."""

    extractor: ClassVar[str]
    """The name of the extractor that the model is for."""

    @abstractmethod
    def add(self, labelled: Labelled) -> None:
        """Learn from one page."""

    @abstractmethod
    def finish(self, manifest: dict[str, object]) -> ModelFile:
        """The model, with what is to be said about it."""

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """What the model depends on besides the pages."""

    @classmethod
    def missing(cls) -> str | None:
        """What to install before it can train here; None if nothing is missing."""
        return None
