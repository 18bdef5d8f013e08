"""Tables on standard output, all in one style."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH = 200
"""Columns of a table that goes to a file or another program."""


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows of plain values under their headings; None is empty."""
    from rich.console import Console
    from rich.text import Text

    table = new_table(show_header=any(headings))
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if value is None else str(value)) for value in row))
    Console(soft_wrap=False).print(table)


def new_table(**options: Any) -> "Table":
    """An empty table; options are those of rich."""
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, pad_edge=False, **options)


def wide_console() -> "Console":
    """A console as wide as the terminal or as COLUMNS says, else wide enough for all columns."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal or "COLUMNS" in os.environ else Console(width=_WIDTH)
