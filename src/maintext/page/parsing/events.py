"""The repaired tree as a sequence of events, for extractors with their own rules for blocks."""

from collections.abc import Callable
from dataclasses import dataclass

from turbohtml.saxparse import sax_parse

from maintext.page.parser_guard import parser_safe
from maintext.page.parsing.elements import Attributes
from maintext.page.parsing.tree import Tree


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


def visit_texts(source: str, tree: Tree, visit: Callable[[int, str, bool], None]) -> None:
    """Call `visit` for every text of the repaired tree, with its element and whether it is the tree's next text.

    The tree, made of the same source, leaves out texts that are not shown.
    """
    element, elements, shown = -1, 0, 0
    parents, texts, owners = tree.parents, tree.texts, tree.text_elements

    def start(tag: str, attributes: Attributes) -> None:
        nonlocal element, elements
        element = elements
        elements += 1

    def end(tag: str) -> None:
        nonlocal element
        element = parents[element]

    def characters(data: str) -> None:
        nonlocal shown
        is_shown = shown < len(texts) and owners[shown] == element and texts[shown] == data
        shown += is_shown
        visit(element, data, is_shown)

    parse(source, Handler(start, end, characters, lambda data: None))
