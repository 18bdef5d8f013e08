"""CleanEval's format: one block per line, marked as paragraph <p>, heading <h> or list item <l>."""

from collections.abc import Iterable, Iterator

from maintext.render.document import (
    Block,
    Caption,
    Code,
    Definitions,
    Document,
    Figure,
    Heading,
    List,
    Note,
    Paragraph,
    Quote,
    Table,
    plain,
)


def render_cleaneval(document: Document) -> str:
    """The document in the format of the CleanEval competition (2007)."""
    return "\n\n".join(
        f"<{mark}>{' '.join(text.split())}" for mark, text in _marked(document.blocks, "p") if text.strip()
    )


def _marked(blocks: Iterable[Block], mark: str) -> Iterator[tuple[str, str]]:
    for block in blocks:
        if isinstance(block, Heading):
            yield "h", plain(block.content)
        elif isinstance(block, Paragraph | Caption):
            yield mark, plain(block.content)
        elif isinstance(block, Code):
            yield mark, block.text
        elif isinstance(block, List):
            for item in block.items:
                yield from _marked(item.blocks, "l")
        elif isinstance(block, Definitions):
            for entry in block.entries:
                yield from _marked(entry.blocks, "l")
        elif isinstance(block, Table):
            yield "p", plain(block.caption)
            for row in block.rows:
                for cell in row:
                    yield from _marked(cell.blocks, "p")
        elif isinstance(block, Quote | Figure | Note):
            yield from _marked(block.blocks, mark)
