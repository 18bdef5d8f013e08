"""The format of CleanEval: one block per line, marked as paragraph <p>, heading <h> or list item <l>.

Metrics also distinguish table cells <t> and code <c>, which CleanEval marks as paragraphs.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from maintext.render.document import (
    Block,
    Caption,
    Code,
    DataTable,
    Definitions,
    Document,
    Figure,
    Heading,
    Inlines,
    List,
    Note,
    Paragraph,
    Quote,
    plain_text,
)


class Marks(NamedTuple):
    """The marks of table cells and of code."""

    cell: str
    code: str


PUBLISHED: Final = Marks("p", "p")
"""The marks of the competition."""
DISTINCT: Final = Marks("t", "c")
"""Marks that tell table cells and code from paragraphs."""


def render_cleaneval(document: Document, marks: Marks = PUBLISHED) -> str:
    """The document in the format of the CleanEval competition (2007)."""
    return "\n\n".join(
        f"<{mark}>{' '.join(text.split())}" for mark, text in _marked(document.blocks, "p", marks) if text.strip()
    )


def _marked(blocks: Iterable[Block], mark: str, marks: Marks) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if isinstance(block, Heading):
            yield "h", _visible_text(block.content)
        elif isinstance(block, Paragraph | Caption):
            yield mark, _visible_text(block.content)
        elif isinstance(block, Code):
            yield marks.code, block.text
        elif isinstance(block, List):
            for item in block.items:
                yield from _marked(item.blocks, "l", marks)
        elif isinstance(block, Definitions):
            for entry in block.entries:
                yield from _marked(entry.blocks, "l", marks)
        elif isinstance(block, DataTable):
            yield "p", _visible_text(block.caption)
            for row in block.rows:
                for cell in row:
                    yield from _marked(cell.blocks, marks.cell, marks)
        elif isinstance(block, Quote | Figure | Note):
            yield from _marked(block.blocks, mark, marks)


def _visible_text(content: Inlines) -> str:
    """The text that a reader sees, without the alternative texts of images."""
    return plain_text(content, images=False)
