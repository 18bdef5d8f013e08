"""Tokens as maximum subsequence segmentation sees them: tags, Porter stems, symbols, and "1" for every number."""

from functools import lru_cache
from typing import Final

from maintext.extractors.mss.porter import porter_stem
from maintext.page.tokens import CLOSE, NUMBER, OPEN, WORD, Tokens

UNKNOWN_TAGS: Final = ("<UNKNOWN>", "</UNKNOWN>")
"""What an opening and a closing tag become that were not seen in pages of more than one training source."""
RARE_WORD: Final = "<WORD>"
"""What a word becomes in a trigram if it is too rare to say anything by itself."""
END: Final = ""
"""What follows the last token of a page."""
_LONGEST: Final = 40
"""A longer word is no word; stemming one of a million letters would take seconds."""


def units(tokens: Tokens) -> list[str]:
    """The unit of every token: `<p>`, `</p>`, a stem, a symbol, or "1"."""
    memo: tuple[dict[str, str], ...] = ({}, {}, {}, {}, {})
    found = []
    for kind, name in zip(tokens.kinds, tokens.names, strict=True):
        known = memo[kind]
        unit = known.get(name)
        if unit is None:
            unit = known[name] = _unit(kind, name)
        found.append(unit)
    return found


def unclosed_tags(tokens: Tokens) -> list[str]:
    """The most recent unclosed tag before every token, "" if there is none.

    An opening tag goes on a stack; a closing tag unwinds the stack to its opening, or does nothing if there is none.
    A tag that is never closed, such as br, stays on top.
    """
    stack: list[str] = []
    opened: dict[str, int] = {}
    top = ""
    tops = []
    for kind, name in zip(tokens.kinds, tokens.names, strict=True):
        tops.append(top)
        if kind == OPEN:
            stack.append(name)
            opened[name] = opened.get(name, 0) + 1
            top = name
        elif kind == CLOSE and opened.get(name):
            _unwind(stack, opened, name)
            top = stack[-1] if stack else ""
    return tops


def is_tag(unit: str) -> bool:
    """Whether a unit is a tag; the symbol < is a single character."""
    return len(unit) > 1 and unit[0] == "<"


def is_word(unit: str) -> bool:
    """Whether a unit is a word's stem."""
    return (unit[:1].isalnum() and unit != "1") or unit[:1] == "_"


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """The Porter stem of a word; remembered, because finding it takes 20 microseconds."""
    return porter_stem(word) if 3 <= len(word) <= _LONGEST else word


def _unit(kind: int, name: str) -> str:
    if kind == OPEN:
        return f"<{name}>"
    if kind == CLOSE:
        return f"</{name}>"
    if kind == WORD:
        return stem(name.lower())
    return "1" if kind == NUMBER else name


def _unwind(stack: list[str], opened: dict[str, int], name: str) -> None:
    while True:
        popped = stack.pop()
        opened[popped] -= 1
        if popped == name:
            return
