"""What every task must do, whoever wrote it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from maintext.errors import UnknownName
from maintext.tasks import TASKS, Task, TaskDocument, TextScorer, run_task
from maintext.tasks.task import means
from tests.tasks import made


@dataclass(frozen=True, slots=True)
class Length(Task):
    """Is the text as long as the gold?"""

    columns: ClassVar[tuple[str, ...]] = ("right",)
    ranks_by: ClassVar[str] = "right"

    slack: int = 0

    def prepare(self, documents: Sequence[TaskDocument], workers: int = 1) -> TextScorer:
        lengths = [len(document.gold) for document in documents]
        return lambda texts: [
            (float(abs(len(text) - length) <= self.slack), 1.0) for text, length in zip(texts, lengths, strict=True)
        ]

    def figures(self, sums: Any) -> Any:
        return means(sums)


@pytest.mark.parametrize("name", ["daniel", "search", "duplicates", "classify"])
def test_every_task_prints_its_name_and_says_what_it_measures(name: str) -> None:
    task = TASKS.build(name)
    assert str(task) == name
    assert task.ranks_by in task.columns
    assert TASKS.build(str(task)) == task
    assert task.warning or not task.annotated


def test_a_task_of_another_package_is_named_by_its_module(tmp_path: Path) -> None:
    (found,) = run_task("tests.tasks.test_interface:Length(slack=1)", [made.run(tmp_path)])
    assert found.value("density") == 1.0
    assert found.value("nothing") == 0.0
    assert found.figures(None) == (1.0,)


def test_an_unknown_task_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean search"):
        TASKS.build("serch")
