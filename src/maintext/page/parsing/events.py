"""The repaired tree as a sequence of events, for extractors with their own rules for blocks."""

from collections.abc import Callable
from dataclasses import dataclass

from turbohtml.saxparse import sax_parse

from maintext.page.parser_guard import parser_safe
from maintext.page.parsing.elements import Attributes


@dataclass(slots=True)
class Handler:
    """Callbacks for the events of the repaired tree."""

    start_element: Callable[[str, Attributes], None]
    end_element: Callable[[str], None]
    characters: Callable[[str], None]
    comment: Callable[[str], None]
    doctype: Callable[[str, str | None, str | None], None] = lambda name, public, system: None
    processing_instruction: Callable[[str, str], None] = lambda target, data: None


def parse(source: str, handler: Handler) -> None:
    """Parse a page and call the handler for every event of its repaired tree, in document order."""
    sax_parse(parser_safe(source), handler)  # type: ignore[arg-type]
