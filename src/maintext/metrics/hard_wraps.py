"""Lines of text whose paragraphs were broken at a fixed width, as in gold texts made with old editors."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_NARROWEST: Final = 35
_WIDEST: Final = 120
"""Texts whose longest line is outside these widths are not broken at a fixed width."""
_SHARE: Final = 0.6
"""The minimum share of lines, in a hard-wrapped text, that end where the next word would not have fit."""


def unwrap_lines(text: str) -> list[str]:
    """The lines of a text; if it is hard-wrapped, the lines of each paragraph as one."""
    lines = [line.rstrip() for line in text.splitlines()]
    width = max(map(len, lines), default=0)
    continued = [_is_continued(line, after, width) for line, after in pairwise(lines)]
    followed = sum(bool(line and after) for line, after in pairwise(lines))
    if not _NARROWEST <= width <= _WIDEST or sum(continued) < max(2, _SHARE * followed):
        return lines
    return _joined(lines, continued)


def _is_continued(line: str, after: str, width: int) -> bool:
    """Whether the first word of the next line would have made this line too long."""
    word, _, _ = after.partition(" ")
    return bool(line and word) and len(line) + 1 + len(word) > width


def _joined(lines: Sequence[str], continued: Sequence[bool]) -> list[str]:
    found = [[lines[0]]]
    for line, joins in zip(lines[1:], continued, strict=True):
        if joins:
            found[-1].append(line)
        else:
            found.append([line])
    return [" ".join(parts) for parts in found]
