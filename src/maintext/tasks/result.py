"""What a task found: for every extractor what each document contributes, and the figures of any part of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from maintext.analysis.slices import UNKNOWN
from maintext.tasks.material import Source
from maintext.tasks.task import Document, Stats, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL = "all"
Figures = tuple[float | None, ...]


@dataclass(frozen=True, eq=False)
class TaskResult:
    """A task done on the gold, the reference, and on each extractor's texts, over the same documents."""

    task: Task
    dataset: str
    documents: tuple[Document, ...]
    reference: Sequence[Stats]
    extractors: Mapping[str, Sequence[Stats]]
    left_out: Mapping[str, int]
    """Why documents of the dataset are not among these, and how many."""
    sources: tuple[Source, ...] = ()
    """Where the texts come from, for what else is to be known of them."""

    def parts(self, field: str | None = "language") -> "dict[str, NDArray[Any]]":
        """All documents, and if they differ in a field, those of each value: their numbers, most first."""
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
    def at(self) -> int:
        """Which of the figures ranks."""
        return self.task.columns.index(self.task.ranks_by)

    def value(self, label: str | None, part: "NDArray[Any] | None" = None) -> float:
        """The figure that ranks; undefined counts 0."""
        return self.figures(label, part)[self.at] or 0.0

    @cached_property
    def ranking(self) -> list[str]:
        """The extractors, best first."""
        return sorted(self.extractors, key=lambda label: (-self.value(label), label))
