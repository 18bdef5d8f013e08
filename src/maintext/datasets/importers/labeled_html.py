"""Read gold in HTML with labels: the text with certain labels, one line per block."""

from collections.abc import Callable, Collection

from maintext.page.element_flow import BREAK, FLOW, INLINE, LINK, SKIPPED
from maintext.page.parsing.elements import Attributes
from maintext.page.parsing.events import Handler, parse

LabeledPiece = tuple[str | None, str]
"""A label and its text. The label None marks separators: a newline, or a space in place of unlabeled text."""

_WITHIN_A_LINE = (INLINE, LINK)


def labeled_text(
    source: str, label_number: Callable[[Attributes], str | None], outermost: str | None = None
) -> list[LabeledPiece]:
    """All labeled text in order; an element without a label inherits that of its parent."""
    pieces: list[LabeledPiece] = []
    labels = [outermost]
    hidden = [False]

    def start(tag: str, attributes: Attributes) -> None:
        flow = FLOW.get(tag)
        labels.append(label_number(attributes) or labels[-1])
        hidden.append(hidden[-1] or flow == SKIPPED)
        if flow not in _WITHIN_A_LINE:
            pieces.append((None, "\n"))

    def end(tag: str) -> None:
        labels.pop()
        hidden.pop()
        if FLOW.get(tag) not in (*_WITHIN_A_LINE, BREAK):
            pieces.append((None, "\n"))

    def characters(text: str) -> None:
        if not hidden[-1]:
            pieces.append((labels[-1], text) if labels[-1] else (None, " "))

    parse(source, Handler(start, end, characters, lambda comment: None))
    return pieces


def select(pieces: Collection[LabeledPiece], labels: Collection[str]) -> str:
    """The text with these labels, one line per block."""
    kept = (text if label is None else text.replace("\n", " ") if label in labels else " " for label, text in pieces)
    lines = (" ".join(line.split()) for line in "".join(kept).split("\n"))
    return "\n".join(line for line in lines if line)


def plain_text(source: str) -> str:
    """The text of a page or a piece of one, one line per block."""
    return select(labeled_text(source, lambda attributes: None, "text"), ("text",))
