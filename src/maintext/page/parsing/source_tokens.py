"""The source's own tags and texts, unrepaired, for methods that work on the page as it is written."""

import re
from collections.abc import Iterator
from typing import Final

from turbohtml import TokenType, tokenize

from maintext.page.element_flow import RAW

START: Final = 1
END: Final = 2
TEXT: Final = 0

_RAW = (RAW - {"xmp"}) | {"noscript"}


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
