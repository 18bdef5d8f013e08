"""Rewrite pages that would crash the parser or exhaust memory; all others stay unchanged.

turbohtml has three weaknesses (docs/decisions/0001-parser.md):

- It keeps at most 512 elements open. Beyond that, a table cell is not opened, but the parser continues as if it were
  inside one. The end of the row then closes every open element, and the next misnested `</b>` reads memory out of
  bounds. If the depth may exceed the limit, table tags become `<div>`.
- Unclosed formatting elements are repeated in every later block, as the standard requires: 500 of them and 20,000
  paragraphs make ten million elements. If there may be too many, formatting tags become `<span>`.
- Merging the attributes of repeated `<body>` and `<html>` tags takes quadratic time. Later tags are removed.
"""

import re

from maintext.page.open_elements import depth_stays_below, open_elements_stay_below

_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
"""Formatting elements that parsers repeat. `a` and `nobr` are not listed: only one of each can be open."""

_MOST_OPEN = 480
"""Fewer than 512, because the parser adds elements: html, head, body, a paragraph."""
_MOST_ROOTS = 20
"""The maximum number of html and body tags; concatenated pages have more than two."""
_MOST_FORMATTING = 10
"""The number of open formatting elements that is allowed in a page of any length."""
_MOST_REPEATED = 1_000_000
"""The maximum number of elements that repeated formatting elements may add to a page."""
_MOST_ALIKE = 3
"""The number of formatting elements with equal attributes that the standard keeps open."""
_SHORTEST_TAG = 3

_NAME_END = r"(?=[\t\n\f\r />])"
_ANY_CASE = re.IGNORECASE | re.ASCII
_NAMES = "|".join(sorted(_FORMATTING))
_LIKELY = (
    r"(?:[bBcCeEfFhHiIsStTuU](?:[\t\n\f\r />]|[dDhHtTmM][\t\n\f\r />]"
    r"|[mMtTiIoO][aArRgGdDnNmM][lLiIoOyYtTeE\t\n\f\r />](?<!<img.)))"
)
"""A superset of the watched names. The pattern is twice as fast if it is tried before the alternation of the names."""
_CLOSED = r'(?: [a-z-]++="[^"]*+")*+>[^<]*+</\3>'
"""The rest of a formatting element that contains only text."""
_WATCHED = re.compile(
    rf"<(?={_LIKELY})(?i:(t[dh])|(html|body)|({_NAMES})(?!{_CLOSED})){_NAME_END}", re.ASCII | re.DOTALL
).finditer
_CELL, _ROOT = 1, 2
_TABLE_TAG = re.compile(rf"<(/?)(?:table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th){_NAME_END}", _ANY_CASE)
_FORMATTING_TAG = re.compile(rf"<(/?)(?:{_NAMES}){_NAME_END}", _ANY_CASE)
_ROOT_TAG = re.compile(rf"<(?:html|body){_NAME_END}", _ANY_CASE)


def parser_safe(source: str) -> str:
    """The source of a page, rewritten if the parser cannot handle it."""
    last_cell = -1
    roots = 0
    formatting: list[int] = []
    for tag in _WATCHED(source):
        if tag.lastindex == _CELL:
            last_cell = tag.start()
        elif tag.lastindex == _ROOT:
            roots += 1
        else:
            formatting.append(tag.start())
    safe = source if roots <= _MOST_ROOTS else _without_later_roots(source)
    if _repeats_too_often(source, formatting):
        safe = _FORMATTING_TAG.sub(r"<\1span", safe)
    if last_cell >= 0 and not depth_stays_below(_MOST_OPEN, safe, last_cell if safe is source else len(safe)):
        safe = _TABLE_TAG.sub(r"<\1div", safe)
    return safe


def _repeats_too_often(source: str, starts: list[int]) -> bool:
    """Whether the formatting elements with these start positions might be repeated too often."""
    if len(starts) <= _most_formatting(len(source) // _SHORTEST_TAG):
        return False
    most = _count_distinct(source, starts)
    if most <= _MOST_FORMATTING:
        return False
    allowed = _most_formatting(source.count("<"))
    return most > allowed and not open_elements_stay_below(allowed, source, len(source), _FORMATTING)


def _most_formatting(tags: int) -> int:
    """The number of open formatting elements that is allowed in a page with this many tags."""
    return max(_MOST_FORMATTING, _MOST_REPEATED // max(1, tags))


def _count_distinct(source: str, starts: list[int]) -> int:
    """The number of these elements that the standard keeps open: at most three with equal attributes."""
    unsure = 0
    tags: set[str] = set()
    for start in starts:
        tag = source[start : source.find(">", start)]
        quote = tag.rfind('"')
        if "'" in tag or (quote > 0 and (tag[quote - 1] == "=" or tag[quote - 1].isspace())):
            unsure += 1  # the tag may continue after the >
        else:
            tags.add(tag)
    return unsure + _MOST_ALIKE * len(tags)


def _without_later_roots(source: str) -> str:
    """The source in which html and body tags after the first few become `wbr` tags."""
    first = 0
    for _ in range(_MOST_ROOTS):
        found = _ROOT_TAG.search(source, first)
        first = found.end() if found else len(source)
    return source[:first] + _ROOT_TAG.sub("<wbr", source[first:])
