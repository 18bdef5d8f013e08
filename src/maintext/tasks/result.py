"""The result of a task: counts per extractor and document, and figures over any part of the documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maintext.analysis.slices import UNKNOWN
from maintext.tasks.shared_documents import TextSource
from maintext.tasks.task import Stats, Task, TaskDocument

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL = "all"
Figures = tuple[float | None, ...]


@dataclass(frozen=True, eq=False)
class TaskResult:
    """The counts of a task on the gold texts (the reference) and on the texts of each extractor."""

    task: Task
    dataset: str
    documents: tuple[TaskDocument, ...]
    reference: Sequence[Stats]
    extractors: Mapping[str, Sequence[Stats]]
    left_out: Mapping[str, int]
    """Number of documents left out, by reason."""
    sources: tuple[TextSource, ...] = ()
    """The runs and extractors that the texts come from."""

    def parts(self, field: str | None = "language") -> "dict[str, NDArray[Any]]":
        """TaskDocument indices of all documents and, if a field has several values, of each value, largest first."""
        import numpy as np

        everything = {ALL: np.arange(len(self.documents))}
        if field is None:
            return everything
        values = [document.fact(field) or UNKNOWN for document in self.documents]
        names = sorted(set(values), key=lambda name: (-values.count(name), name))
        if len(names) < 2:
            return everything
        return {name: np.array([at for at, each in enumerate(values) if each == name]) for name in names} | everything

    def figures(self, label: str | None, part: "NDArray[Any] | None" = None) -> Figures:
        """The figures of an extractor, or of the reference (None), on some documents; undefined is None."""
        import numpy as np

        rows = np.asarray(self.reference if label is None else self.extractors[label], dtype=np.float64)
        found = self.task.figures((rows if part is None else rows[part]).sum(axis=0))
        return tuple(None if np.isnan(value) else float(value) for value in found)

    @property
    def rank_column(self) -> int:
        """The index of the figure that extractors are ranked by."""
        return self.task.columns.index(self.task.ranks_by)

    def value(self, label: str | None, part: "NDArray[Any] | None" = None) -> float:
        """The figure to rank by; 0 if undefined."""
        return self.figures(label, part)[self.rank_column] or 0.0

    @cached_property
    def ranking(self) -> list[str]:
        """The extractors, best first."""
        return sorted(self.extractors, key=lambda label: (-self.value(label), label))
