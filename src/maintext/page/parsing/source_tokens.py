"""The tags and texts of the source without repair, for extractors that work on the source."""

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from turbohtml import TokenType, tokenize

from maintext.page.element_flow import RAW

START: Final = 1
END: Final = 2
TEXT: Final = 0

_RAW = (RAW - {"xmp"}) | {"noscript"}


def source_tokens(source: str, written: bool = False) -> Iterator[tuple[int, str, str]]:
    """The tags of the source as (START or END, name, source) and its texts as (TEXT, text, "").

    Comments and the contents of scripts, styles and other raw elements are left out. The content of noscript is parsed
    as markup. The source of tags is empty unless `written` is true.
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


class TextSpan(NamedTuple):
    """A text of the source with its character references resolved, and where it stands."""

    start: int
    end: int
    text: str


def text_spans(source: str) -> list[TextSpan]:
    """The texts of a source whose line ends are line feeds, scripts and other raw elements included."""
    return list(_spans(_without_empty_raw(source, keep_length=True), 0, inside=False))


def _spans(source: str, offset: int, inside: bool) -> Iterator[TextSpan]:
    """The texts of a source or of the content of a noscript element that starts at the offset."""
    line_starts = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
    start, end, text = TokenType.START_TAG, TokenType.END_TAG, TokenType.TEXT
    in_noscript = False
    data: str | None = None
    begin = 0
    for token in tokenize(source, capture_attributes=False):
        at = line_starts[token.line - 1] + token.col
        if data is not None:
            yield from _span(source[begin:at], offset + begin, data, in_noscript and not inside)
            data = None
        if token.type is text:
            begin, data = at, token.data or ""
        elif token.tag == "noscript" and token.type in (start, end):
            in_noscript = token.type is start
    if data is not None:
        yield from _span(source[begin:], offset + begin, data, in_noscript and not inside)


def _span(written: str, offset: int, text: str, is_markup: bool) -> Iterator[TextSpan]:
    if is_markup:
        yield from _spans(written, offset, inside=True)
    else:
        yield TextSpan(offset, offset + len(written), text)


def _without_empty_raw(source: str, keep_length: bool = False) -> str:
    """The source without self-closing raw elements in SVG and MathML, which HTML would treat as unclosed.

    With `keep_length`, spaces stand in their place.
    """
    if "/>" not in source:
        return source
    pieces: list[str] = []
    at = depth = 0
    for tag in _DRAWING.finditer(source):
        closes = tag.group().startswith("</")
        if depth:
            pieces.append(_EMPTY_RAW.sub(_blank if keep_length else "", source[at : tag.start()]))
        else:
            pieces.append(source[at : tag.start()])
        at = tag.start()
        depth = max(0, depth - 1) if closes else depth + 1
    pieces.append(source[at:])
    return "".join(pieces)


def _blank(element: re.Match[str]) -> str:
    return " " * len(element.group())


_DRAWING = re.compile(r"</?(?:svg|math)\b", re.IGNORECASE)
_EMPTY_RAW = re.compile(r"<(?:title|style|script|textarea|iframe|noframes|noembed|xmp)\b[^<>]*/>", re.IGNORECASE)
