"""Every task by name."""

from typing import TYPE_CHECKING, Final

from maintext.specs import Registry

if TYPE_CHECKING:
    from maintext.tasks.task import Task

TASKS: Final["Registry[Task]"] = Registry(
    kind="task",
    base="maintext.tasks.task:Task",
    group="maintext.tasks",
    entries={
        "daniel": "maintext.tasks.daniel:Daniel",
        "search": "maintext.tasks.search:Search",
        "duplicates": "maintext.tasks.duplicates:Duplicates",
        "classify": "maintext.tasks.text_classification:Classify",
    },
)
