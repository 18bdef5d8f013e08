"""The parser: the only module that knows turbohtml.

Nodes and events describe the tree as the HTML standard repairs it; the tokens follow the source as it is written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, overload

import turbohtml
from turbohtml import Comment, Document, DocumentFragment, Element, Node, Text, TokenType, tokenize
from turbohtml.saxparse import sax_parse

from maintext.page.elements import RAW
from maintext.page.parser_guard import parser_safe

__all__ = [
    "END",
    "START",
    "TEXT",
    "Attributes",
    "Comment",
    "DocumentFragment",
    "Element",
    "ElementAttributes",
    "Handler",
    "Node",
    "Text",
    "parse",
    "parse_nodes",
    "source_tokens",
]

Attributes = tuple[tuple[str, str | None], ...]

START: Final = 1
END: Final = 2
TEXT: Final = 0

_RAW = (RAW - {"xmp"}) | {"noscript"}


@dataclass(slots=True)
class Handler:
    """What to do at each event of the repaired tree."""

    start_element: Callable[[str, Attributes], None]
    end_element: Callable[[str], None]
    characters: Callable[[str], None]
    comment: Callable[[str], None]
    doctype: Callable[[str, str | None, str | None], None] = lambda name, public, system: None
    processing_instruction: Callable[[str, str], None] = lambda target, data: None


class ElementAttributes(Sequence[Attributes]):
    """The attributes of a page's elements, read from the parser's own nodes when somebody asks."""

    __slots__ = ("document", "nodes")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes = document.find_all()

    def __len__(self) -> int:
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> Attributes: ...

    @overload
    def __getitem__(self, index: slice) -> list[Attributes]: ...

    def __getitem__(self, index: int | slice) -> Attributes | list[Attributes]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        node = self.nodes[index]
        return tuple(
            (name, node.attr(name) if isinstance(value, list) else value) for name, value in node.attrs.items()
        )

    def having(self, selector: str) -> list[Element]:
        """The elements that a CSS selector finds."""
        return self.document.select(selector)

    def get(self, index: int, name: str) -> str | None:
        """One attribute of an element; None if it has none of that name."""
        return self.nodes[index].attr(name)


def parse(source: str, handler: Handler) -> None:
    """Parse a page and call the handler for everything in its repaired tree, in document order."""
    sax_parse(parser_safe(source), handler)  # type: ignore[arg-type]


def parse_nodes(source: str) -> Document:
    """Parse a page into the parser's own nodes."""
    return turbohtml.parse(parser_safe(source), positions=False)


def source_tokens(source: str, written: bool = False) -> Iterator[tuple[int, str, str]]:
    """The source's own tags (START or END, name, as written) and texts (TEXT, text, ""), unrepaired.

    Comments and what stands in scripts, styles and other raw elements are left out. A tokenizer takes what stands in
    noscript for characters; it is read as the markup it is. Tags come as written only if asked for.
    """
    return _tokens(_without_empty_raw(source), written, inside=False)


def _tokens(source: str, written: bool, inside: bool) -> Iterator[tuple[int, str, str]]:
    start, end, text = TokenType.START_TAG, TokenType.END_TAG, TokenType.TEXT
    raw: str | None = None
    for token in tokenize(source, capture_source=written, capture_attributes=False):
        kind = token.type
        if kind is text:
            if raw is None:
                yield TEXT, token.data or "", ""
            elif raw == "noscript" and not inside:
                yield from _tokens(token.data or "", written, inside=True)
        elif kind is start:
            tag = token.tag or ""
            if tag in _RAW:
                raw = tag
            yield START, tag, token.source or "" if written else ""
        elif kind is end:
            tag = token.tag or ""
            if tag == raw:
                raw = None
            yield END, tag, token.source or "" if written else ""


def _without_empty_raw(source: str) -> str:
    """The source without the empty titles, styles and scripts of drawings, which only HTML takes to be unclosed."""
    if "/>" not in source:
        return source
    pieces: list[str] = []
    at = depth = 0
    for tag in _DRAWING.finditer(source):
        closes = tag.group().startswith("</")
        if depth:
            pieces.append(_EMPTY_RAW.sub("", source[at : tag.start()]))
        else:
            pieces.append(source[at : tag.start()])
        at = tag.start()
        depth = max(0, depth - 1) if closes else depth + 1
    pieces.append(source[at:])
    return "".join(pieces)


_DRAWING = re.compile(r"</?(?:svg|math)\b", re.IGNORECASE)
_EMPTY_RAW = re.compile(r"<(?:title|style|script|textarea|iframe|noframes|noembed|xmp)\b[^<>]*/>", re.IGNORECASE)
