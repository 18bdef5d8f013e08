"""The parser: the only module that knows turbohtml.

The events describe the tree as the HTML standard repairs it; the tokens follow the source as it is written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from turbohtml import TokenType, tokenize
from turbohtml.saxparse import sax_parse

from maintext.page.elements import RAW

Attributes = tuple[tuple[str, str | None], ...]

START: Final = 1
END: Final = 2
TEXT: Final = 0

_DROPPED = RAW - {"xmp"}


@dataclass(slots=True)
class Handler:
    """What to do at each event of the repaired tree."""

    start_element: Callable[[str, Attributes], None]
    end_element: Callable[[str], None]
    characters: Callable[[str], None]
    comment: Callable[[str], None]
    doctype: Callable[[str, str | None, str | None], None] = lambda name, public, system: None
    processing_instruction: Callable[[str, str], None] = lambda target, data: None


def parse(source: str, handler: Handler) -> None:
    """Parse a page and call the handler for everything in its repaired tree, in document order."""
    sax_parse(source, handler)  # type: ignore[arg-type]


def source_tokens(source: str) -> Iterator[tuple[int, str]]:
    """The source's own tags (START or END with the name) and texts, unrepaired.

    Comments and what stands in scripts, styles and other raw elements are left out.
    """
    start, end, text = TokenType.START_TAG, TokenType.END_TAG, TokenType.TEXT
    dropping: str | None = None
    for token in tokenize(source):
        kind = token.type
        if kind is text:
            if dropping is None:
                yield TEXT, token.data or ""
        elif kind is start:
            tag = token.tag or ""
            if tag in _DROPPED:
                dropping = tag
            yield START, tag
        elif kind is end:
            tag = token.tag or ""
            if tag == dropping:
                dropping = None
            yield END, tag
