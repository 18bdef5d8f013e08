"""`maintext extract --explain`: every block, kept or not, with its score and the reasons."""

import sys
from typing import TYPE_CHECKING

from maintext.cli.console_tables import new_table
from maintext.extractors import Extraction

if TYPE_CHECKING:
    from rich.table import Table


def show_explanation(extraction: Extraction) -> None:
    """Print the decision about every block of a page."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(_head(extraction), highlight=False, markup=False, soft_wrap=True)
    console.print(_table(extraction))
    if extraction.hidden_text:
        console.print(_hidden_table(extraction))


def _head(extraction: Extraction) -> str:
    parts = [extraction.extractor]
    if extraction.page_type:
        parts.append(f"page type {extraction.page_type}")
    if extraction.confidence is not None:
        parts.append(f"confidence {extraction.confidence:.2f}")
    if extraction.reason:
        parts.append(extraction.reason)
    return ", ".join(parts)


def _table(extraction: Extraction) -> "Table":
    from rich.text import Text

    table = new_table(expand=True)
    table.add_column("", width=2)
    table.add_column("score", justify="right", width=5)
    table.add_column("block", ratio=3, no_wrap=True, overflow="ellipsis")
    table.add_column("why: log odds with each group of features minus log odds without it", ratio=4)
    hidden = {one.block for one in extraction.hidden_text}
    for number, block in enumerate(extraction.blocks):
        table.add_row(
            ("+" if block.kept else " ") + ("h" if number in hidden else ""),
            "" if block.score is None else f"{block.score:.2f}",
            Text(block.text.replace("\n", " ")),
            Text("; ".join(block.why)),
            style="" if block.kept else "dim",
        )
    return table


def _hidden_table(extraction: Extraction) -> "Table":
    """What people do not see; blocks with such a text are marked with h."""
    from rich.text import Text

    table = new_table(expand=True)
    table.add_column("h: what people do not see", ratio=3, no_wrap=True, overflow="ellipsis")
    table.add_column("how", width=24)
    table.add_column("element", ratio=3, no_wrap=True, overflow="ellipsis")
    for one in extraction.hidden_text:
        table.add_row(Text(" ".join(one.text.split())), str(one.how), Text(one.xpath))
    return table
