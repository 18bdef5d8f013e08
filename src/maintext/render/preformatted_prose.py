"""Preformatted prose, such as archived mail: recognize paragraphs, quotes and lists in its lines."""

import re
from itertools import groupby

from maintext.render.document import Block, List, ListItem, Paragraph, Quote

_QUOTED = re.compile(r">\s?")
_ITEM = re.compile(r"(?:(\d{1,3})[.)]|[-*•])\s+")


def read_prose(text: str) -> list[Block]:
    """The blocks of a hard-wrapped text; every word occurs once."""
    blocks: list[Block] = []
    for filled, group in groupby(text.splitlines(), key=lambda line: bool(line.strip())):
        if filled:
            blocks.extend(_blocks(list(group)))
    return blocks


def _blocks(lines: list[str]) -> list[Block]:
    blocks: list[Block] = []
    for quoted, group in groupby(lines, key=lambda line: line.startswith(">")):
        if quoted:
            inner = [_QUOTED.sub("", line, count=1) for line in group]
            if any(line.strip() for line in inner):
                blocks.append(Quote((Paragraph((_joined(inner),)),)))
        else:
            blocks.append(_list_or_paragraph(list(group)))
    return blocks


def _list_or_paragraph(lines: list[str]) -> Block:
    marks = [_ITEM.match(line) for line in lines]
    first = marks[0]
    if first is None:
        return Paragraph((_joined(lines),))
    items: list[list[str]] = []
    for line, mark in zip(lines, marks, strict=True):
        if mark is not None and bool(mark[1]) == bool(first[1]):
            items.append([line[mark.end() :]])
        else:
            items[-1].append(line)
    made = tuple(ListItem((Paragraph((_joined(item),)),)) for item in items)
    return List(bool(first[1]), int(first[1] or 1), made)


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())
