"""Lines of the source with their text and the number of their tags, for methods that work line by line."""

from typing import NamedTuple

from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import TEXT, source_tokens


class Line(NamedTuple):
    """One line of the source: its text without markup, and how many tags stood in it."""

    text: str
    tags: int


def split_lines(source: str, wrap: int | None = 500) -> list[Line]:
    """The source's lines, scripts, styles, comments and empty lines left out.

    Pages of today put everything on one line, so a line of more than `wrap` characters is broken before its next
    structural tag; None keeps the lines as they are.
    """
    lines: list[Line] = []
    pieces: list[str] = []
    tags = length = 0

    def finish() -> None:
        nonlocal tags, length
        text = " ".join("".join(pieces).split())
        if text or tags:
            lines.append(Line(text, tags))
        pieces.clear()
        tags = length = 0

    for kind, data, _ in source_tokens(source):
        if kind != TEXT:
            if wrap is not None and length > wrap and data not in STYLING:
                finish()
            tags += 1
            length += len(data) + 2
            if data not in STYLING:
                pieces.append(" ")
        else:
            first, *others = data.split("\n")
            pieces.append(first)
            length += len(first)
            for other in others:
                finish()
                pieces.append(other)
                length = len(other)
    finish()
    return [line for line in lines if line.text or line.tags]
