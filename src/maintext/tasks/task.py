"""What a task works on, and what every task can do."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.tasks.registry import TASKS
from maintext.version import __version__

if TYPE_CHECKING:
    from numpy.typing import NDArray

Stats = tuple[float, ...]
"""What one document contributes: sums of these, over any documents, come to the task's figures."""

Judge = Callable[[Sequence[str]], list[Stats]]
"""From one text per document, in the documents' order, to what each document contributes."""


@dataclass(frozen=True, slots=True)
class Document:
    """One page of a dataset as a task knows it, without the page itself.

    `facts` are what `maintext score --by` knows: language, page_type, site and others.
    """

    id: str
    gold: str
    language: str | None = None
    url: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    def fact(self, name: str) -> str | None:
        """A fact as text, None if it is not known."""
        value = self.facts.get(name)
        return None if value is None else str(value)


class Task(ABC):
    """Something that is done with texts; subclasses are frozen dataclasses whose fields are its parameters.

    `prepare` looks at the gold once; the judge it returns is then given the gold texts, for the reference line, and the
    texts of one extractor after the other. `figures` turns sums into the columns of the table.
    """

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    """The names of the figures."""
    ranks_by: ClassVar[str]
    """The figure that ranks extractors."""
    paper: ClassVar[str] = ""
    warning: ClassVar[str] = ""
    """Why a figure above the reference's may be no good news."""

    @abstractmethod
    def prepare(self, documents: Sequence[Document], workers: int = 1) -> Judge:
        """Whatever can be known from the gold; an error if the task cannot be done with these documents."""

    @abstractmethod
    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """The figures of summed stats, along the last axis; nan where there is nothing to compute."""

    @property
    def annotated(self) -> bool:
        """Whether the truth is known apart from the gold text.

        If not, it is what the task does on the gold text, whose figures are then 1 by definition.
        """
        return False

    def choose(self, documents: Sequence[Document]) -> list[Document]:
        """The documents that the task can do anything with."""
        return list(documents)

    def inputs(self) -> bytes:
        """What else than the texts the outcome depends on, such as files: results are kept for as long as it stays."""
        return b""

    def key(self) -> str:
        """A name for the task with all it depends on."""
        return sha256(f"{self} {__version__} ".encode() + self.inputs()).hexdigest()[:24]

    def __str__(self) -> str:
        return str(TASKS.spec_of(self))


def precision_recall_f1(sums: "NDArray[Any]") -> "NDArray[Any]":
    """P, R and F1 of summed shared, extra and missed; undefined (nan) where nothing was right, as in [Lejeune 2018].

    Recall is 0 rather than undefined where there is something to find and none of it was found.
    """
    import numpy as np

    shared, extra, missed = sums[..., 0], sums[..., 1], sums[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(shared > 0, shared / (shared + extra), np.nan)
        recall = np.where(shared + missed > 0, shared / (shared + missed), np.nan)
        f1 = np.where(shared > 0, 2 * shared / (2 * shared + extra + missed), np.nan)
    return np.stack([precision, recall, f1], axis=-1)


def means(sums: "NDArray[Any]") -> "NDArray[Any]":
    """Every sum divided by the last one, which counts."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., -1:] > 0, sums[..., :-1] / sums[..., -1:], np.nan)
