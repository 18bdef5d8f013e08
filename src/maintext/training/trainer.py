"""The interface of trainers: they take labeled pages one by one, then return a model."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, ClassVar, cast

from maintext.datasets import Example
from maintext.extractors.models import ModelFile
from maintext.page import Page
from maintext.progress import Progress, no_progress


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
        """Fit the model and return it with its manifest; slow trainers report progress."""

    def settings(self) -> dict[str, object]:
        """The settings that the model depends on, for its manifest: the parameters, unless overridden."""
        return {item.name: getattr(self, item.name) for item in fields(cast(Any, self)) if item.init}

    @classmethod
    def missing(cls) -> str | None:
        """How to install what training needs; None if nothing is missing."""
        return None
