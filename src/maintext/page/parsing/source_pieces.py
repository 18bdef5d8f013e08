"""The source of a page as pieces that add up to it: tags, comments and the text between them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from turbohtml import TokenType, tokenize

from maintext.page.element_flow import RAW

TEXT: Final = "text"
RAW_TEXT: Final = "raw text"
START: Final = "start"
END: Final = "end"
OTHER: Final = "other"

_KINDS = {TokenType.START_TAG: START, TokenType.END_TAG: END}


class Piece(NamedTuple):
    """A part of the source; raw text is what a script, a style or the like contains."""

    kind: str
    tag: str
    source: str


def source_pieces(source: str) -> Iterator[Piece]:
    """The pieces of a source in order; joined, their sources are the source."""
    at = 0
    raw = ""
    for token in tokenize(source, capture_source=True, capture_attributes=False):
        if not token.source:
            continue
        start = source.find(token.source, at)
        if start < 0:
            break
        if start > at:
            yield Piece(RAW_TEXT if raw else TEXT, raw, source[at:start])
        kind, tag = _KINDS.get(token.type, OTHER), token.tag or ""
        if kind == START and tag in RAW:
            raw = tag
        elif kind == END and tag == raw:
            raw = ""
        yield Piece(kind, tag, token.source)
        at = start + len(token.source)
    if at < len(source):
        yield Piece(RAW_TEXT if raw else TEXT, raw, source[at:])
