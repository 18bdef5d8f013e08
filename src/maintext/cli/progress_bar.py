"""A progress bar on standard error, shown only on a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from typing import TypeVar

T = TypeVar("T")


def progress(items: Iterable[T], label: str | Callable[[T], str] = "pages", total: int | None = None) -> Iterator[T]:
    """The items, with a bar on standard error if there is more than one and it is a terminal.

    The label is a fixed text or a function of the last item.
    """
    total = length_hint(items) if total is None else total
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label if isinstance(label, str) else "", total=total)
        for item in items:
            if not isinstance(label, str):
                bar.update(task, description=label(item))
            yield item
            bar.advance(task)
