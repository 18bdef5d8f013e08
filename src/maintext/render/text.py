"""Plain text: one block per line; code keeps its line breaks."""

from collections.abc import Iterable, Iterator, Sequence

from maintext.page import Page
from maintext.render.document import (
    Block,
    Break,
    Caption,
    Code,
    DataTable,
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
    plain_text,
)
from maintext.render.formula_images import formula_of_image

_REWRITTEN = frozenset(["math", "mjx-container", "pre", "rt", "q"])
"""Elements whose text a document does not show as it is: formulas, code, annotations, quotation marks."""
_PERMALINKS = ("¶", "#", "§", "🔗", "⚓", "∞", "]", "Permalink", "Copy link", "Link to this heading")


def render_text(page: Page, kept: Sequence[bool]) -> str:
    """The kept blocks of a page in reading order, one per line."""
    return "\n".join(text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep)


def has_other_text(page: Page, kept: Sequence[bool]) -> bool:
    """Whether the text of the document may differ from that of the kept blocks."""
    if _shows_permalinks(text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep):
        return True
    tree = page.tree
    if not _REWRITTEN.isdisjoint(tree.tags) or page.footnotes:
        return True
    get = tree.elements.get
    return any(
        (tag == "script" and (get(element, "type") or "").startswith("math/tex")) or formula_of_image(tree, element)
        for element, tag in enumerate(tree.tags)
        if tag in ("img", "script")
    )


def _shows_permalinks(texts: Iterable[str]) -> bool:
    """Whether a text ends or starts like a heading with a link to itself."""
    return any(text.endswith(_PERMALINKS) or text.startswith(_PERMALINKS) for text in texts)


def render_plain(document: Document) -> str:
    """The text of a document, one block per line, with formulas as LaTeX and without images."""
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
        elif isinstance(block, DataTable):
            yield _words(block.caption)
            for row in block.rows:
                for cell in row:
                    yield from _texts(cell.blocks)
        elif isinstance(block, Quote | Figure | Note):
            yield from _texts(block.blocks)


def _words(content: Inlines) -> str:
    """The text of inline content in one line; line breaks become spaces."""
    return " ".join(plain_text(tuple(map(_text_only, content))).split())


def _text_only(one: Inline) -> Inline:
    if isinstance(one, Image):
        return ""
    if isinstance(one, Styled | Link):
        return one._replace(content=tuple(map(_text_only, one.content)))
    return " " if isinstance(one, Break) else one
