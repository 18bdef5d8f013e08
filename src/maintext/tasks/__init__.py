"""RESULTS -> TASK SCORE: what better cleaning is worth to a task [Lejeune 2018].

A task processes the texts of extractors and is scored against annotations, or against its own output on the gold text.
`run_task` runs one over stored runs; `TASKS` lists them all.
"""

from maintext.tasks.registry import TASKS
from maintext.tasks.result import TaskResult
from maintext.tasks.task import Task, TaskDocument, TextScorer
from maintext.tasks.task_runner import run_task

__all__ = ["TASKS", "Task", "TaskDocument", "TaskResult", "TextScorer", "run_task"]
