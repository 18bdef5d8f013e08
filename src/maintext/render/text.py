"""Plain text: one block per line; code keeps its line breaks."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from maintext.page import Page
from maintext.page.containment import texts_inside
from maintext.page.element_flow import HEADINGS
from maintext.page.parsing.tree import Tree
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

_FORMULAS = frozenset(["math", "mjx-container"])
_REWRITTEN = frozenset(["pre", "rt", "q"])
"""Elements whose text a document does not show as it is: code, annotations, quotation marks."""
_SPECIAL = _FORMULAS | _REWRITTEN | {"img", "script"}
_PERMALINKS = ("¶", "#", "§", "🔗", "⚓", "∞", "]", "Permalink", "Copy link", "Link to this heading")


def render_text(page: Page, kept: Sequence[bool]) -> str:
    """The kept blocks of a page in reading order, one per line."""
    return "\n".join(text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep)


def has_other_text(page: Page, kept: Sequence[bool]) -> bool:
    """Whether the text of the document may differ from that of the kept blocks."""
    tree = page.tree
    special = [element for element, tag in enumerate(tree.tags) if tag in _SPECIAL]
    return (
        bool(page.footnotes) or _shows_permalinks(page, kept) or any(_is_special(page, kept, each) for each in special)
    )


def _is_special(page: Page, kept: Sequence[bool], element: int) -> bool:
    """Whether an element is a formula, or a kept one whose text is rewritten."""
    tree = page.tree
    tag = tree.tags[element]
    if tag == "img":
        return formula_of_image(tree, element) != ""
    if tag == "script":
        return (tree.elements.get(element, "type") or "").startswith("math/tex")
    return tag in _FORMULAS or _is_kept(tree, kept, element)


def _is_kept(tree: Tree, kept: Sequence[bool], element: int) -> bool:
    """Whether a kept block has text in an element."""
    first, last = texts_inside(tree, element)
    block = bisect_right(tree.block_starts, first) - 1
    return first < last and any(kept[block : bisect_left(tree.block_starts, last)])


def _shows_permalinks(page: Page, kept: Sequence[bool]) -> bool:
    """Whether a kept heading with a link ends or starts like one with a link to itself."""
    blocks = zip(page.tree.block_texts, page.tree.block_links, kept, strict=True)
    return any(
        links
        and keep
        and (text.endswith(_PERMALINKS) or text.startswith(_PERMALINKS))
        and _is_heading(page.tree, block)
        for block, (text, links, keep) in enumerate(blocks)
    )


def _is_heading(tree: Tree, block: int) -> bool:
    """Whether the first or the last text of a block is in a heading."""
    stop = tree.block_starts[block + 1] if block + 1 < len(tree.block_starts) else len(tree.texts)
    for text in (tree.block_starts[block], stop - 1):
        element = tree.text_elements[text]
        while element >= 0:
            if tree.tags[element] in HEADINGS or tree.elements.get(element, "role") == "heading":
                return True
            element = tree.parents[element]
    return False


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
