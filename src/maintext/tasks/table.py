"""Every task by name; nothing is imported before it is asked for."""

from typing import TYPE_CHECKING

from maintext.specs import Spec, Table

if TYPE_CHECKING:
    from maintext.tasks.task import Task

TASKS: "Table[Task]" = Table(
    kind="task",
    entries={
        "daniel": "maintext.tasks.daniel:Daniel",
        "search": "maintext.tasks.search:Search",
        "duplicates": "maintext.tasks.duplicates:Duplicates",
        "classify": "maintext.tasks.classify:Classify",
    },
    group="maintext.tasks",
    base="maintext.tasks.task:Task",
)


def build(spec: "str | Spec | Task") -> "Task":
    """The task a spec stands for; a task stands for itself."""
    return TASKS.build(spec, imports=True) if isinstance(spec, str | Spec) else spec
