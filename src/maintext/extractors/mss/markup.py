"""The HTML of a block, whole: tags that the block leaves open or closes too often get their other half."""

from collections import Counter
from collections.abc import Callable
from html import escape
from typing import Final

from maintext.page import Page
from maintext.page.parsing.source_tokens import TEXT, source_tokens
from maintext.page.tokens import CLOSE, OPEN, Tokens

VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements that have no closing tag."""


def block_html(page: Page, parts: list[tuple[int, int]]) -> str:
    """The source of runs of tokens with the missing opening tags before it and the missing closing tags after it."""
    tokens = page.tokens
    written = [tag for kind, _, tag in source_tokens(page.source, written=True) if kind != TEXT]
    tags = [at for at, kind in enumerate(tokens.kinds) if kind <= CLOSE]
    source = dict(zip(tags, written, strict=True))
    inside = [at for first, last in parts for at in range(first, last)]
    around = _open_before(tokens, parts[0][0]) if parts else []
    missing, kept, unclosed = _balance(tokens, inside, around)
    pieces = [_tag(tokens, at, source) for at in missing]
    pieces += [_piece(tokens, at, before, source) for before, at in zip([-2, *kept], kept, strict=False)]
    pieces += [f"</{name}>" for name in reversed(unclosed)]
    return "".join(pieces)


def _open_before(tokens: Tokens, first: int) -> list[int]:
    """The opening tags that are not closed before a place, outermost first."""
    stack: list[int] = []
    opened: Counter[str] = Counter()
    for at in range(first):
        name = tokens.names[at]
        if tokens.kinds[at] == OPEN and name not in VOID:
            stack.append(at)
            opened[name] += 1
        elif tokens.kinds[at] == CLOSE and opened[name]:
            _pop_to(name, opened, lambda: tokens.names[stack.pop()])
    return stack


def _balance(tokens: Tokens, inside: list[int], around: list[int]) -> tuple[list[int], list[int], list[str]]:
    """The opening tags to put before, the tokens without stray closing tags, and the names to close at the end."""
    stack: list[str] = []
    opened: Counter[str] = Counter()
    outer = list(around)
    opened_outside = Counter(tokens.names[at] for at in outer)
    kept = []
    for at in inside:
        kind, name = tokens.kinds[at], tokens.names[at]
        if kind == OPEN and name not in VOID:
            stack.append(name)
            opened[name] += 1
        elif kind == CLOSE:
            if opened[name]:
                _pop_to(name, opened, stack.pop)
            elif opened_outside[name]:
                _pop_to(name, opened_outside, lambda: tokens.names[outer.pop()])
            else:
                continue
        kept.append(at)
    return around[len(outer) :], kept, stack


def _pop_to(name: str, opened: Counter[str], pop: Callable[[], str]) -> None:
    """Unwind a stack to a name that is on it."""
    while True:
        popped = pop()
        opened[popped] -= 1
        if popped == name:
            return


def _piece(tokens: Tokens, at: int, before: int, source: dict[int, str]) -> str:
    """A tag as written, or a word with the white space before it."""
    if tokens.kinds[at] <= CLOSE:
        return _tag(tokens, at, source)
    run = tokens.runs[at]
    follows = before == at - 1 and before >= 0 and tokens.runs[before] == run
    begin = tokens.ends[before] if follows else 0 if at == 0 or tokens.runs[at - 1] != run else tokens.starts[at]
    whole = at + 1 == len(tokens) or tokens.runs[at + 1] != run
    return escape(tokens.run_texts[run][begin : None if whole else tokens.ends[at]], quote=False)


def _tag(tokens: Tokens, at: int, source: dict[int, str]) -> str:
    slash = "/" if tokens.kinds[at] == CLOSE else ""
    return source.get(at) or f"<{slash}{tokens.names[at]}>"
