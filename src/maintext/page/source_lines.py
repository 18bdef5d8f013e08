"""Lines of the source with their text and number of tags, for extractors that work line by line."""

from typing import Final, NamedTuple

from maintext.page.element_flow import STYLING
from maintext.page.parsing.source_tokens import TEXT, source_tokens

_DROPPED: Final = frozenset(["script", "style"])
"""Elements that are removed together with their tags, so that a line with nothing else is an empty line."""


class Line(NamedTuple):
    """One line of the source: its text without markup, and its number of tags."""

    text: str
    tags: int


def split_lines(source: str, wrap: int | None = 500) -> list[Line]:
    """The lines of the source without scripts, styles, comments and empty lines.

    Many pages consist of a single line. A line longer than `wrap` characters is therefore broken before its next
    structural tag; None leaves lines unchanged.
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
        if kind != TEXT and data in _DROPPED:
            continue
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
