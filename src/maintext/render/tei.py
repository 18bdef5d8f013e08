"""TEI XML: a header with the metadata, and a body with one division per heading.

Only elements of schema/tei.rng are written.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from maintext.render.document import (
    Block,
    Break,
    Caption,
    Code,
    DataTable,
    Definitions,
    Document,
    Figure,
    Formula,
    Heading,
    Image,
    Inline,
    Inlines,
    Link,
    List,
    ListItem,
    Note,
    NoteMark,
    Paragraph,
    Player,
    Quote,
    Styled,
    TableCell,
    plain_text,
)
from maintext.render.tei_header import tei_header, xml_attribute, xml_text
from maintext.render.text import render_plain

if TYPE_CHECKING:
    from maintext.page.metadata import Metadata

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_RENDS = {
    "strong": "bold",
    "emphasis": "italic",
    "strike": "strikethrough",
    "subscript": "sub",
    "superscript": "sup",
    "underline": "underline",
    "mark": "highlight",
}
_SPACES = re.compile(r"\s")


def render_tei(document: Document, metadata: "Metadata") -> str:
    """The document as a TEI file."""
    language = f" xml:lang={xml_attribute(document.language)}" if document.language else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<TEI xmlns="{NAMESPACE}"{language}>\n{tei_header(metadata)}<text>\n<body>\n{_sections(document.blocks)}'
        "</body>\n</text>\n</TEI>"
    )


def _sections(blocks: Sequence[Block]) -> str:
    """The blocks as nested divisions, one per heading."""
    parts: list[str] = []
    levels: list[int] = []
    filled = True
    for block in blocks:
        if not isinstance(block, Heading):
            parts.append(f"{tei_block(block)}\n")
            filled = True
            continue
        while levels and levels[-1] >= block.level:
            levels.pop()
            parts.append("</div>\n" if filled else "<p/>\n</div>\n")
            filled = True
        levels.append(block.level)
        parts.append(f"<div>\n<head>{tei_line(block.content)}</head>\n")
        filled = False
    if levels:
        parts.append(("" if filled else "<p/>\n") + "</div>\n" * len(levels))
    return "".join(parts) or "<p/>\n"


def _blocks(blocks: Iterable[Block]) -> str:
    return "".join(f"{tei_block(block)}\n" for block in blocks)


def tei_block(block: Block) -> str:
    """A block as an element; headings within other blocks have no division of their own."""
    if isinstance(block, Paragraph):
        return f"<p>{tei_line(block.content)}</p>"
    if isinstance(block, Heading):
        return f'<ab type="heading">{tei_line(block.content)}</ab>'
    if isinstance(block, Code):
        language = f" rend={xml_attribute(f'language-{block.language}')}" if block.language else ""
        return f'<ab type="code" xml:space="preserve"{language}>{xml_text(block.text)}</ab>'
    if isinstance(block, List):
        return _list(block)
    if isinstance(block, Quote):
        return f"<quote>\n{_blocks(block.blocks)}</quote>"
    if isinstance(block, DataTable):
        return _table(block)
    if isinstance(block, Figure):
        return f"<figure>\n{''.join(map(_in_figure, block.blocks))}</figure>"
    if isinstance(block, Definitions):
        return _definitions(block)
    if isinstance(block, Caption):
        return f'<ab type="caption">{tei_line(block.content)}</ab>'
    if isinstance(block, Note):
        label = xml_attribute(block.label)
        return f'<note xml:id="note-{_name(block.label)}" n={label} place="foot">\n{_blocks(block.blocks)}</note>'
    return '<milestone unit="section"/>'


def _list(block: List) -> str:
    kind = "ordered" if block.ordered else "bulleted"
    start = f' n="{block.start}"' if block.ordered and block.start != 1 else ""
    return f'<list rend="{kind}"{start}>\n{"".join(map(_item, block.items))}</list>'


def _item(item: ListItem) -> str:
    state = "" if item.checked is None else f' rend="{"checked" if item.checked else "unchecked"}"'
    return f"<item{state}>{_inside(item.blocks)}</item>\n"


def _definitions(block: Definitions) -> str:
    """A list of labels and items; a term without a definition gets an empty one, and vice versa."""
    parts = ['<list rend="gloss">\n']
    labeled = False
    for entry in block.entries:
        if entry.is_term:
            parts.append("<item/>\n" if labeled else "")
            parts.append(f"<label>{_label(entry.blocks)}</label>\n")
        else:
            parts.append("" if labeled else "<label/>\n")
            parts.append(f"<item>{_inside(entry.blocks)}</item>\n")
        labeled = entry.is_term
    parts.append("<item/>\n" if labeled else "")
    return f"{''.join(parts)}</list>"


def _label(blocks: Sequence[Block]) -> str:
    """A term as one line, because a label may not contain paragraphs."""
    return " ".join(
        tei_line(block.content) if isinstance(block, Paragraph | Heading | Caption) else xml_text(_all_words([block]))
        for block in blocks
    )


def _all_words(blocks: Sequence[Block]) -> str:
    return render_plain(Document(tuple(blocks)))


def _inside(blocks: Sequence[Block]) -> str:
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
        return tei_line(blocks[0].content)
    return f"\n{_blocks(blocks)}" if blocks else ""


def _in_figure(block: Block) -> str:
    if isinstance(block, Caption):
        return f"<head>{tei_line(block.content)}</head>\n"
    if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Image):
        return f"{_graphic(block.content[0])}\n"
    return f"{tei_block(block)}\n"


def _graphic(image: Image) -> str:
    description = f"<desc>{xml_text(image.alt)}</desc>" if image.alt else ""
    return f"<graphic url={xml_attribute(_SPACES.sub('%20', image.url))}>{description}</graphic>"


def _table(table: DataTable) -> str:
    caption = f"<head>{tei_line(table.caption)}</head>\n" if table.caption else ""
    rows = "".join(f"<row>{''.join(map(_cell, row))}</row>\n" for row in table.rows)
    return f"<table>\n{caption}{rows}</table>"


def _cell(cell: TableCell) -> str:
    role = ' role="label"' if cell.header else ""
    wide = f' cols="{cell.columns}"' if cell.columns > 1 else ""
    high = f' rows="{cell.rows}"' if cell.rows > 1 else ""
    return f"<cell{role}{high}{wide}>{_inside(cell.blocks)}</cell>"


def tei_line(content: Inlines) -> str:
    """Text with its styles and links."""
    return "".join(map(_inline, content))


def _inline(one: Inline) -> str:
    if type(one) is str:
        return xml_text(one)
    if isinstance(one, Link):
        return f"<ref target={xml_attribute(_SPACES.sub('%20', one.url))}>{tei_line(one.content)}</ref>"
    if isinstance(one, Styled):
        if one.style == "code":
            return f"<code>{xml_text(plain_text(one.content))}</code>"
        if one.style == "quotation":
            return f"<q>{tei_line(one.content)}</q>"
        if one.style == "ruby":
            return f"({tei_line(one.content)})"
        return f'<hi rend="{_RENDS[one.style]}">{tei_line(one.content)}</hi>'
    if isinstance(one, Player):
        return f"<ref target={xml_attribute(_SPACES.sub('%20', one.url))}>{xml_text(one.label)}</ref>"
    if isinstance(one, Image):
        return _graphic(one)
    if isinstance(one, Formula):
        display = ' rend="display"' if one.display else ""
        return f'<formula notation="TeX"{display}>{xml_text(one.tex)}</formula>'
    if isinstance(one, NoteMark):
        return f'<ref type="note" target="#note-{_name(one.label)}">{xml_text(one.label)}</ref>'
    return "<lb/>" if isinstance(one, Break) else ""


def _name(label: str) -> str:
    """A label in a form that is valid in an XML name."""
    return re.sub(r"[^\w.\-]", "-", label)
