"""The interface of a task, and the documents that it works on."""

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
"""The counts of one document; figures are computed from sums of these over any documents."""

TextScorer = Callable[[Sequence[str]], list[Stats]]
"""A function from one text per document, in order, to the counts of each document."""


@dataclass(frozen=True, slots=True)
class TaskDocument:
    """One page of a dataset without its HTML.

    `facts` are the fields of `maintext score --by`: language, page_type, site and others.
    """

    id: str
    gold: str
    language: str | None = None
    url: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    def fact(self, name: str) -> str | None:
        """The value of a field as text; None if it is unknown."""
        value = self.facts.get(name)
        return None if value is None else str(value)


class Task(ABC):
    """A downstream task; subclasses are frozen dataclasses whose fields are the parameters.

    `prepare` reads the gold once and returns a scorer, which is called with the gold texts for the reference line and
    with the texts of each extractor. `figures` turns sums of counts into the columns of the table.
    """

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    """The names of the figures."""
    ranks_by: ClassVar[str]
    """The figure that ranks extractors."""
    paper: ClassVar[str] = ""
    warning: ClassVar[str] = ""
    """Why a figure above the reference may be misleading."""

    @abstractmethod
    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        """Read the gold and return a scorer; an error if the task cannot run on these documents."""

    @abstractmethod
    def figures(self, sums: "NDArray[Any]") -> "NDArray[Any]":
        """The figures of summed counts along the last axis; nan where undefined."""

    @property
    def annotated(self) -> bool:
        """Whether there are labels independent of the gold text.

        If not, the task's output on the gold text is the reference, and its figures are 1 by definition.
        """
        return False

    def choose(self, documents: Sequence[TaskDocument]) -> list[TaskDocument]:
        """The documents that the task applies to."""
        return list(documents)

    def inputs(self) -> bytes:
        """Other inputs that the result depends on, such as files; part of the cache key."""
        return b""

    def key(self) -> str:
        """The cache key of the task with its parameters, version and inputs."""
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
    """Every sum divided by the last one, which is the count."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., -1:] > 0, sums[..., :-1] / sums[..., -1:], np.nan)
