"""Clean HTML with few elements and attributes and no scripts, written from the document model only."""

from collections.abc import Iterable
from html import escape
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
    is_image,
)

if TYPE_CHECKING:
    from maintext.page.metadata import Metadata

_TAGS = {
    "strong": "strong",
    "emphasis": "em",
    "code": "code",
    "strike": "del",
    "subscript": "sub",
    "superscript": "sup",
    "underline": "u",
    "mark": "mark",
    "quotation": "q",
}
_RUBY = ("(", ")")


def render_html(document: Document) -> str:
    """The document as one article element."""
    language = f' lang="{escape(document.language)}"' if document.language else ""
    direction = f' dir="{document.direction}"' if document.direction else ""
    return f"<article{language}{direction}>\n{render_blocks(document.blocks)}</article>"


def render_page(document: Document, metadata: "Metadata") -> str:
    """The document as a complete HTML page, with its metadata in the head."""
    named = {
        "author": metadata.author,
        "date": metadata.date,
        "description": metadata.description,
        "keywords": ", ".join(metadata.tags),
    }
    head = "".join(f'<meta name="{name}" content="{escape(value)}">\n' for name, value in named.items() if value)
    address = metadata.canonical_url or metadata.url
    if address and address.startswith(("http://", "https://")):
        head += f'<link rel="canonical" href="{escape(address)}">\n'
    title = escape(metadata.title or "", quote=False)
    language = f' lang="{escape(document.language)}"' if document.language else ""
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n{head}</head>\n'
        f"<body>\n{render_html(document)}\n</body>\n</html>"
    )


def render_blocks(blocks: Iterable[Block]) -> str:
    """Blocks as HTML, one per line."""
    return "".join(f"{_block(block)}\n" for block in blocks)


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return f"<p>{_line(block.content)}</p>"
    if isinstance(block, Heading):
        return f"<h{block.level}>{_line(block.content)}</h{block.level}>"
    if isinstance(block, Code):
        return _code(block)
    if isinstance(block, List):
        return _list(block)
    if isinstance(block, Quote):
        if block.callout:
            return f'<aside class="{block.callout}">\n{render_blocks(block.blocks)}</aside>'
        return f"<blockquote>\n{render_blocks(block.blocks)}</blockquote>"
    if isinstance(block, DataTable):
        return _table(block)
    if isinstance(block, Figure):
        return f"<figure>\n{''.join(_in_figure(inner) for inner in block.blocks)}</figure>"
    if isinstance(block, Definitions):
        entries = "".join(_entry("dt" if entry.is_term else "dd", entry.blocks) for entry in block.entries)
        return f"<dl>\n{entries}</dl>"
    if isinstance(block, Caption):
        return f"<p>{_line(block.content)}</p>"
    if isinstance(block, Note):
        value = f' start="{block.label}"' if block.label.isascii() and block.label.isdigit() else ""
        label = escape(block.label)
        return f'<ol{value} role="doc-endnotes">\n<li id="note-{label}">{_inside(block.blocks)}</li>\n</ol>'
    return "<hr>"


def _code(block: Code) -> str:
    language = f' class="language-{escape(block.language)}"' if block.language else ""
    first = "\n" if block.text.startswith("\n") else ""  # parsers drop the first line break in pre
    return f"<pre><code{language}>{first}{escape(block.text, quote=False)}</code></pre>"


def _list(block: List) -> str:
    tag = "ol" if block.ordered else "ul"
    start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
    return f"<{tag}{start}>\n{''.join(map(_item, block.items))}</{tag}>"


def _item(item: ListItem) -> str:
    box = "" if item.checked is None else f'<input type="checkbox" disabled{" checked" if item.checked else ""}> '
    return f"<li>{box}{_inside(item.blocks)}</li>\n"


def _inside(blocks: tuple[Block, ...]) -> str:
    """The content of a list item or table cell; the first paragraph is written without `<p>`."""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and not any(isinstance(block, Paragraph) for block in blocks[1:]):
        rest = render_blocks(blocks[1:])
        return _line(first.content) + (f"\n{rest}" if rest else "")
    return f"\n{render_blocks(blocks)}" if blocks else ""


def _entry(tag: str, blocks: tuple[Block, ...]) -> str:
    return f"<{tag}>{_inside(blocks)}</{tag}>\n"


def _in_figure(block: Block) -> str:
    if isinstance(block, Caption):
        return f"<figcaption>{_line(block.content)}</figcaption>\n"
    if isinstance(block, Paragraph) and is_image(block.content):
        return f"{_line(block.content)}\n"
    return f"{_block(block)}\n"


def _table(table: DataTable) -> str:
    caption = f"<caption>{_line(table.caption)}</caption>\n" if table.caption else ""
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in table.rows)
    return f"<table>\n{caption}{rows}</table>"


def _cell(cell: TableCell) -> str:
    tag = "th" if cell.header else "td"
    wide = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    high = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    return f"<{tag}{wide}{high}>{_inside(cell.blocks)}</{tag}>"


def _line(content: Inlines) -> str:
    return "".join(map(_inline, content))


def _inline(one: Inline) -> str:
    if type(one) is str:
        return escape(one, quote=False)
    if isinstance(one, Link):
        return f'<a href="{escape(one.url)}">{_line(one.content)}</a>'
    if isinstance(one, Styled):
        if one.style == "ruby":
            return f"{_RUBY[0]}{_line(one.content)}{_RUBY[1]}"
        return f"<{_TAGS[one.style]}>{_line(one.content)}</{_TAGS[one.style]}>"
    if isinstance(one, Image):
        return f'<img src="{escape(one.url)}" alt="{escape(one.alt)}">'
    if isinstance(one, Player):
        return f'<a href="{escape(one.url)}">{escape(one.label, quote=False)}</a>'
    if isinstance(one, Formula):
        before, after = (r"\[", r"\]") if one.display else (r"\(", r"\)")
        return f'<span class="math">{before}{escape(one.tex, quote=False)}{after}</span>'
    if isinstance(one, NoteMark):
        label = escape(one.label)
        return f'<sup><a href="#note-{label}">{label}</a></sup>'
    return "<br>" if isinstance(one, Break) else ""
