"""A guard for the parser: rewrites only those pages that would crash it or exhaust memory.

turbohtml has three weaknesses (docs/decisions/0001-parser.md):

- It keeps at most 512 elements open. A further table cell is not opened, but the parser continues as if it were inside
  one; the end of its row then closes every open element, and the next misnested `</b>` reads memory out of bounds.
  Where nesting cannot be proven to stay below the limit, table tags are read as `<div>`.
- Formatting elements that are not closed are repeated in every later block, as the standard demands: 500 of them and
  20,000 paragraphs are ten million elements. Where there may be so many, formatting tags are read as `<span>`.
- The attributes of repeated `<body>` and `<html>` tags cost the square of their number. Later ones are left out.
"""

import re

from maintext.page.open_elements import counted_stay_below, stays_below

_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
"""Formatting elements that are repeated; of `a` and `nobr` only one can be open."""

_MOST_OPEN = 480
"""Fewer than 512, for the elements that the parser adds by itself: html, head, body, a paragraph."""
_MOST_ROOTS = 20
"""Tags of html and body; pages that were joined from several have more than two."""
_MOST_FORMATTING = 10
"""Formatting elements that may be open in a page of any length."""
_MOST_REPEATED = 1_000_000
"""Elements that the repetition of formatting elements may add to a page."""
_MOST_ALIKE = 3
"""Formatting elements with the same attributes that the standard keeps open."""
_SHORTEST_TAG = 3

_NAME_END = r"(?=[\t\n\f\r />])"
_ANY_CASE = re.IGNORECASE | re.ASCII
_NAMES = "|".join(sorted(_FORMATTING))
_LIKELY = re.compile(
    r"<[bBcCeEfFhHiIsStTuU]"
    r"(?:[\t\n\f\r />]|[dDhHtTmM][\t\n\f\r />]|[mMtTiIoO][aArRgGdDnNmM][lLiIoOyYtTeE\t\n\f\r />](?<!<img.))",
    re.DOTALL,
).finditer
"""Tags that may be watched, and few others. An alternation of their names would take three times as long."""
_CLOSED = r'(?: [a-z-]++="[^"]*+")*+>[^<]*+</\3>'
"""The rest of a formatting element that holds only text."""
_WATCHED = re.compile(rf"<(?:(t[dh])|(html|body)|({_NAMES})(?!{_CLOSED})){_NAME_END}", _ANY_CASE).match
_CELL, _ROOT = 1, 2
_TABLE_TAG = re.compile(rf"<(/?)(?:table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th){_NAME_END}", _ANY_CASE)
_FORMATTING_TAG = re.compile(rf"<(/?)(?:{_NAMES}){_NAME_END}", _ANY_CASE)
_ROOT_TAG = re.compile(rf"<(?:html|body){_NAME_END}", _ANY_CASE)


def parser_safe(source: str) -> str:
    """A page's source as it is, or rewritten if the parser could not handle it."""
    last_cell = -1
    roots = 0
    formatting: list[int] = []
    for likely in _LIKELY(source):
        tag = _WATCHED(source, likely.start())
        if tag is None:
            continue
        if tag.lastindex == _CELL:
            last_cell = tag.start()
        elif tag.lastindex == _ROOT:
            roots += 1
        else:
            formatting.append(tag.start())
    safe = source if roots <= _MOST_ROOTS else _without_later_roots(source)
    if _repeats_too_much(source, formatting):
        safe = _FORMATTING_TAG.sub(r"<\1span", safe)
    if last_cell >= 0 and not stays_below(_MOST_OPEN, safe, last_cell if safe is source else len(safe)):
        safe = _TABLE_TAG.sub(r"<\1div", safe)
    return safe


def _repeats_too_much(source: str, starts: list[int]) -> bool:
    """Whether the formatting elements that start here, if they are not closed, repeat too often."""
    if len(starts) <= _most_formatting(len(source) // _SHORTEST_TAG):
        return False
    most = _distinct(source, starts)
    if most <= _MOST_FORMATTING:
        return False
    allowed = _most_formatting(source.count("<"))
    return most > allowed and not counted_stay_below(allowed, source, len(source), _FORMATTING)


def _most_formatting(tags: int) -> int:
    """How many formatting elements may be open in a page with so many tags."""
    return max(_MOST_FORMATTING, _MOST_REPEATED // max(1, tags))


def _distinct(source: str, starts: list[int]) -> int:
    """How many of these elements the standard keeps open: at most three with the same attributes."""
    unsure = 0
    tags: set[str] = set()
    for start in starts:
        tag = source[start : source.find(">", start)]
        quote = tag.rfind('"')
        if "'" in tag or (quote > 0 and (tag[quote - 1] == "=" or tag[quote - 1].isspace())):
            unsure += 1  # the tag may go on after the >
        else:
            tags.add(tag)
    return unsure + _MOST_ALIKE * len(tags)


def _without_later_roots(source: str) -> str:
    """The source with the first tags of html and body; later ones get a name that means nothing."""
    first = 0
    for _ in range(_MOST_ROOTS):
        found = _ROOT_TAG.search(source, first)
        first = found.end() if found else len(source)
    return source[:first] + _ROOT_TAG.sub("<wbr", source[first:])
