"""The paragraphs of a page as jusText cuts them: at block-level tags and at double line breaks."""

from typing import Final, NamedTuple

from maintext.extractors.segments import Cursor, Span
from maintext.page import Page
from maintext.page.parsing.elements import Attributes
from maintext.page.parsing.events import Handler, parse

_CUTTING: Final = frozenset(
    """
    blockquote body caption center col colgroup dd div dl dt fieldset h1 h2 h3 h4 h5 h6 legend li optgroup option p pre
    table td tfoot th thead tr ul
    """.split()
)
_DROPPED: Final = frozenset("applet button head input script select style textarea".split())
_TRANSPARENT: Final = frozenset("embed form iframe layer object param".split())
_HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])


class TextParagraph(NamedTuple):
    """A paragraph as jusText cuts it."""

    text: str
    """The text with white space collapsed."""
    linked: int
    """The number of characters that are link text."""
    heading: bool
    span: Span
    """The texts of the page's tree it holds."""


def read_paragraphs(page: Page) -> list[TextParagraph]:
    """The page's paragraphs as jusText cuts them.

    One pass and one function: its parts share their state, and calls between them would double its time.
    """
    paragraphs: list[TextParagraph] = []
    pieces: list[str] = []
    cursor = Cursor(page.tree)
    pass_start, pass_end, pass_text = cursor.start, cursor.end, cursor.text
    dropped = headings = linked = begun = 0
    heading = link = after_break = False

    def cut() -> None:
        nonlocal linked, heading, begun
        if pieces:
            text = " ".join("".join(pieces).split())
            if text:
                paragraphs.append(TextParagraph(text, linked, heading, (begun, cursor.texts)))
            pieces.clear()
            linked = 0
        heading = headings > 0

    def start(tag: str, attributes: Attributes) -> None:
        nonlocal dropped, headings, link, after_break
        pass_start()
        if tag in _CUTTING:
            if not dropped:
                headings += tag in _HEADINGS
                cut()
        elif tag in _DROPPED:
            dropped += 1
        elif dropped or tag in _TRANSPARENT:
            return
        elif tag == "br":
            if after_break:
                cut()
            else:
                after_break = True
                pieces.append(" ")
        else:
            after_break = False
            if tag == "a":
                link = True

    def end(tag: str) -> None:
        nonlocal dropped, headings, link
        pass_end()
        if tag in _CUTTING:
            if not dropped:
                headings -= tag in _HEADINGS
                cut()
        elif tag in _DROPPED:
            dropped -= 1
        elif tag == "a" and not dropped:
            link = False

    def characters(data: str) -> None:
        nonlocal linked, after_break, begun
        if not pieces:
            begun = cursor.texts
        pass_text(data)
        if dropped:
            return
        if data.isspace():
            if pieces:
                pieces.append(data)
            return
        pieces.append(data)
        after_break = False
        if link:
            linked += len(" ".join(data.split())) + data[0].isspace() + data[-1].isspace()

    parse(page.source, Handler(start, end, characters, lambda data: None))
    cut()
    return paragraphs
