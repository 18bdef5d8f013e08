"""Salient positions of a news article [Lejeune 2015]: title, beginning, body and end."""

import re
import unicodedata
from collections.abc import Sequence

_NEAR = 20
"""How far a cut may move to fall between words."""
_MARKS = re.compile("[\u0300-\u036f]+")
"""Accents; the marks of other scripts, vowels for instance, stay."""
_NOT_A_WORD = re.compile(r"[\W_]+")


def salient_positions(text: str, *, least: int = 4, long: int = 10) -> list[str]:
    """The text's positions: title, first paragraph, body, last paragraph; two paragraphs where it has more than `long`.

    Every line is a paragraph. A text with fewer than `least` of them is cut into thirds.
    """
    paragraphs = [line for line in text.split("\n") if line.strip()]
    if len(paragraphs) < least:
        return thirds("\n".join(paragraphs))
    edge = 2 if len(paragraphs) > long else 1
    title, first, body, last = (
        paragraphs[:1], paragraphs[1 : 1 + edge], paragraphs[1 + edge : -edge], paragraphs[-edge:],
    )  # fmt: skip
    return ["\n".join(part) for part in (title, first, body, last) if part]


def thirds(text: str) -> list[str]:
    """Three parts of about the same length, cut between words where the script has spaces."""
    first = _cut(text, len(text) // 3)
    second = max(first, _cut(text, 2 * len(text) // 3))
    return [part for part in (text[:first], text[first:second], text[second:]) if part.strip()]


def folded(text: str) -> str:
    """Lower case, without accents, one space for all that is no letter or digit, and a space at both ends."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text.casefold())) if not text.isascii() else text.lower()
    return f" {_NOT_A_WORD.sub(' ', plain).strip()} "


def folded_positions(text: str, *, least: int = 4, long: int = 10) -> Sequence[str]:
    """The salient positions, folded for comparison."""
    return [folded(part) for part in salient_positions(text, least=least, long=long)]


def _cut(text: str, at: int) -> int:
    """The position of the next space at or after `at`, if it is near."""
    for place in range(at, min(len(text), at + _NEAR)):
        if text[place].isspace():
            return place
    return at
