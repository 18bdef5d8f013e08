"""RESULTS -> TASK SCORE: what better cleaning is worth to a task [Lejeune 2018].

A task reads the texts of extractors as it would read any others and is measured against what it does on the gold text,
or against annotations. `perform` runs one over stored runs; `TASKS` names them all.
"""

from maintext.tasks.perform import perform
from maintext.tasks.registry import TASKS
from maintext.tasks.result import TaskResult
from maintext.tasks.task import Document, Judge, Task

__all__ = ["TASKS", "Document", "Judge", "Task", "TaskResult", "perform"]
