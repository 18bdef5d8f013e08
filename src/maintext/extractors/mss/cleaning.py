"""Cleaning inside the predicted block: tables, frames and boxes with links or pictures are not main text."""

from typing import Final

from maintext.page.tokens import CLOSE, OPEN, SYMBOL, Tokens

DROPPED: Final = frozenset(["iframe", "table"])
"""Elements whose contents are never main text."""
SIGNS: Final = frozenset(["a", "iframe", "table", "img", "embed", "applet", "object"])
"""A div that holds one of these is a box, not text."""


def clean(tokens: Tokens, first: int, last: int) -> list[tuple[int, int]]:
    """What is left of a block, as runs of tokens: without tables and frames, and without divs that hold a sign.

    Only pairs of tags that lie in the block count; a div that was opened before the block is the block's own place.
    """
    left = []
    at = first
    for start, stop in _outermost(_junk(tokens, first, last)):
        if start > at:
            left.append((at, start))
        at = stop
    if at < last:
        left.append((at, last))
    return left


def trim(tokens: Tokens, first: int, last: int) -> tuple[int, int]:
    """The block from its first word to its last, without the tags around them."""
    while first < last and tokens.kinds[first] <= CLOSE:
        first += 1
    while first < last and tokens.kinds[last - 1] <= CLOSE:
        last -= 1
    return first, last


def cut_at_rule(tokens: Tokens, first: int, last: int) -> int:
    """Where the block ends if it may not go beyond a horizontal rule; a rule before its first word does not count."""
    text_seen = False
    for at in range(first, last):
        kind = tokens.kinds[at]
        if kind > CLOSE:
            text_seen = text_seen or kind < SYMBOL
        elif text_seen and kind == OPEN and tokens.names[at] == "hr":
            return at
    return last


def _junk(tokens: Tokens, first: int, last: int) -> list[tuple[int, int]]:
    """Pairs of tags to drop, in order of their ends."""
    stack: list[tuple[str, int, int]] = []  # name, place, how many signs were seen before it
    opened: dict[str, int] = {}
    signs = 0
    found = []
    for at in range(first, last):
        kind, name = tokens.kinds[at], tokens.names[at]
        if kind == OPEN:
            stack.append((name, at, signs))
            opened[name] = opened.get(name, 0) + 1
            signs += name in SIGNS
        elif kind == CLOSE and opened.get(name):
            while True:
                popped, start, before = stack.pop()
                opened[popped] -= 1
                if popped == name:
                    break
            if name in DROPPED or (name == "div" and signs > before):
                found.append((start, at + 1))
    return found


def _outermost(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that lie in no other, in order."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(pairs):
        if not found or start >= found[-1][1]:
            found.append((start, stop))
    return found
