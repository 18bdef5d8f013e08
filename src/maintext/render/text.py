"""Plain text: one block per line, code as it was written."""

from collections.abc import Iterable, Iterator, Sequence

from maintext.page import Page
from maintext.render.document import (
    Block,
    Break,
    Caption,
    Code,
    Definitions,
    Document,
    Figure,
    Heading,
    Image,
    Inline,
    Inlines,
    Link,
    List,
    Note,
    Paragraph,
    Quote,
    Styled,
    Table,
    plain,
)


def render_text(page: Page, kept: Sequence[bool]) -> str:
    """The kept blocks of a page in reading order, one per line."""
    return "\n".join(text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep)


def render_plain(document: Document) -> str:
    """A document's text, one block per line: formulas as LaTeX, pictures left out."""
    return "\n".join(filter(None, (text.strip("\n") for text in _texts(document.blocks))))


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph | Heading | Caption):
            yield _words(block.content)
        elif isinstance(block, Code):
            yield block.text
        elif isinstance(block, List):
            for item in block.items:
                yield from _texts(item.blocks)
        elif isinstance(block, Definitions):
            for entry in block.entries:
                yield from _texts(entry.blocks)
        elif isinstance(block, Table):
            yield _words(block.caption)
            for row in block.rows:
                for cell in row:
                    yield from _texts(cell.blocks)
        elif isinstance(block, Quote | Figure | Note):
            yield from _texts(block.blocks)


def _words(content: Inlines) -> str:
    """The words in a line; a line break is a space."""
    return " ".join(plain(tuple(map(_text_only, content))).split())


def _text_only(one: Inline) -> Inline:
    if isinstance(one, Image):
        return ""
    if isinstance(one, Styled | Link):
        return one._replace(content=tuple(map(_text_only, one.content)))
    return " " if isinstance(one, Break) else one
