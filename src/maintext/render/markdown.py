"""Markdown: CommonMark with GFM tables and strikethrough, footnotes, and formulas between dollar signs."""

import re
from collections.abc import Sequence

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
    ListItem,
    Note,
    Paragraph,
    Quote,
    Rule,
    Styled,
    TableCell,
    plain_text,
)
from maintext.render.escapes import code_span, escape_start, fence_for
from maintext.render.markdown_lines import markdown_line, without_strong

_LINE = re.compile(r"\n(?=[^\n])")
_PADS = 4  # the maximum number of blank cells per cell; beyond it, short rows are not padded


def render_markdown(document: Document) -> str:
    """The document as Markdown."""
    return _blocks(document.blocks)


def _blocks(blocks: Sequence[Block]) -> str:
    parts: list[str] = []
    marker = False
    previous: Block | None = None
    for block in blocks:
        if isinstance(block, List):
            # adjacent lists would be merged, so the second gets another marker
            marker = not marker if isinstance(previous, List) and previous.ordered == block.ordered else False
            text = _list(block, marker)
        else:
            text = _block(block)
        if text:
            parts.append(text)
            previous = block
    return "\n\n".join(parts)


def _block(block: Block) -> str:
    if isinstance(block, Paragraph | Caption):
        return _paragraph(block.content)
    if isinstance(block, Heading):
        return _heading(block)
    if isinstance(block, Code):
        fence = fence_for(block.text)
        return f"{fence}{block.language}\n{block.text}\n{fence}"
    if isinstance(block, Quote):
        return _quote(block)
    if isinstance(block, DataTable):
        return _table(block)
    if isinstance(block, Figure):
        return _blocks(block.blocks)
    if isinstance(block, Definitions):
        return _definitions(block)
    if isinstance(block, Note):
        return f"[^{block.label}]: {_indented(_blocks(block.blocks), '    ')}"
    return "---" if isinstance(block, Rule) else ""


def _paragraph(content: Inlines) -> str:
    text = markdown_line(content, "\\\n").strip(" ")
    if "\n" in text:
        return "\n".join(map(escape_start, text.split("\n")))
    return escape_start(text)


def _heading(heading: Heading) -> str:
    text = markdown_line(heading.content, " ")
    if text.endswith("#"):
        bare = text.rstrip("#")
        text = f"{bare}\\{text[len(bare) :]}" if bare.endswith(" ") or not bare else text
    return f"{'#' * heading.level} {text}" if text else ""


def _quote(quote: Quote) -> str:
    """A quotation, or a callout as GitHub writes it: its kind, then its title unless that is the kind."""
    if not quote.callout:
        return _prefixed(_blocks(quote.blocks))
    first, *rest = quote.blocks
    titled = isinstance(first, Paragraph) and plain_text(first.content).strip(" :!").lower() == quote.callout
    return _prefixed(f"[!{quote.callout.upper()}]\n{_blocks(rest if titled else quote.blocks)}")


def _prefixed(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _indented(text: str, indent: str) -> str:
    return _LINE.sub(f"\n{indent}", text)


def _list(block: List, marker: bool) -> str:
    tight = all(map(_is_tight, block.items))
    parts = []
    for number, item in enumerate(block.items, start=block.start):
        mark = f"{number}{')' if marker else '.'} " if block.ordered else ("* " if marker else "- ")
        text = _tight(item) if tight else _blocks(item.blocks)
        box = "" if item.checked is None else "[x] " if item.checked else "[ ] "
        parts.append(mark + box + _indented(text, " " * len(mark)))
    return ("\n" if tight else "\n\n").join(parts)


def _is_tight(item: ListItem) -> bool:
    """Whether an item is one paragraph, followed at most by lists that need no blank line before them."""
    first, *rest = item.blocks
    if not isinstance(first, Paragraph) or len(rest) > 1:
        return False
    return all(
        isinstance(block, List) and (not block.ordered or block.start == 1) and all(map(_is_tight, block.items))
        for block in rest
    )


def _tight(item: ListItem) -> str:
    return "\n".join(_list(block, False) if isinstance(block, List) else _block(block) for block in item.blocks)


def _definitions(block: Definitions) -> str:
    parts = []
    for entry in block.entries:
        if not entry.is_term:
            parts.append(_blocks(entry.blocks))
            continue
        for term in entry.blocks:
            if isinstance(term, Paragraph):
                parts.append(_paragraph((Styled("strong", without_strong(term.content)),)))
            else:
                parts.append(_block(term))
    return "\n\n".join(filter(None, parts))


def _table(table: DataTable) -> str:
    caption = _paragraph(table.caption)
    padding = sum(table.width - row[-1].column - 1 for row in table.rows if row)
    padded = padding <= _PADS * sum(map(len, table.rows)) + 200
    rows = [_row(row, table.width if padded or not number else 0) for number, row in enumerate(table.rows)]
    if rows:
        rows.insert(1, "|" + " --- |" * table.width)
    return "\n\n".join(filter(None, [caption, "\n".join(rows)]))


def _row(cells: tuple[TableCell, ...], width: int) -> str:
    parts = ["|"]
    column = 0
    for cell in cells:
        parts.append(" |" * (cell.column - column))
        text = _cell(cell.blocks)
        parts.append(f" {text} |" if text else " |")
        column = cell.column + 1
    parts.append(" |" * (width - column))
    return "".join(parts)


def _cell(blocks: Sequence[Block]) -> str:
    return "<br>".join(filter(None, (_in_cell(block) for block in blocks)))


def _in_cell(block: Block) -> str:
    if isinstance(block, Paragraph | Heading | Caption):
        return markdown_line(block.content, "<br>").strip(" ").replace("|", "\\|")
    if isinstance(block, Code):
        lines = (code_span(line).replace("|", "\\|") for line in block.text.split("\n") if line.strip())
        return "<br>".join(lines)
    if isinstance(block, List):
        return "<br>".join(
            (f"{number}. " if block.ordered else "- ") + _cell(item.blocks)
            for number, item in enumerate(block.items, start=block.start)
        )
    if isinstance(block, Definitions):
        return "<br>".join(_cell(entry.blocks) for entry in block.entries)
    if isinstance(block, Quote | Figure | Note):
        return _cell(block.blocks)
    if isinstance(block, DataTable):
        return "<br>".join(_cell(cell.blocks) for row in block.rows for cell in row)
    return ""
