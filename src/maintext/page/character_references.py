"""Character references: where the characters of a text are written in the source."""

import re
from html import unescape
from html.entities import html5
from typing import Final

_LONGEST_REFERENCE: Final = 40
"""A longer one is a number, and stands for one character; Python refuses to read thousands of digits."""
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f\r <&#;]{1,32};?)")


def character_offsets(raw: str, text: str) -> list[int]:
    """For each character of a text, and for its end, the offset in the source where it is written."""
    if len(raw) == len(text):
        return list(range(len(raw) + 1))
    offsets: list[int] = []
    at = 0
    for reference in _REFERENCE.finditer(raw):
        offsets.extend(range(at, reference.start()))
        written, resolved = _split_reference(reference.group())
        offsets.extend([reference.start()] * len(resolved))
        at = reference.start() + written
    offsets.extend(range(at, len(raw) + 1))
    missing = len(text) + 1 - len(offsets)
    return offsets + [len(raw)] * missing if missing > 0 else [*offsets[: len(text)], len(raw)]


def _split_reference(reference: str) -> tuple[int, str]:
    """The length of what is a character reference at the start of a string, and the characters it stands for."""
    resolved = unescape(reference) if len(reference) <= _LONGEST_REFERENCE else "\ufffd"
    if reference.endswith(";") and (reference[1] == "#" or reference[1:] in html5):
        return len(reference), resolved
    shared = 0
    while shared < min(len(reference), len(resolved)) and reference[-1 - shared] == resolved[-1 - shared]:
        shared += 1
    return len(reference) - shared, resolved[: len(resolved) - shared]
