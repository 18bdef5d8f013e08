"""Passages: the smallest parts of a text that a chunk does not divide, with the headings above them.

A passage is a paragraph, a heading, a list item, a table row or a code block. Only one that is longer than a chunk is
split, at line ends, ends of sentences, words, and at last characters.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from maintext.page import Kind, Page
from maintext.page.containment import NearestAncestor

CountTokens: TypeAlias = Callable[[str], int]
NO_TABLE: Final = -1

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SENTENCE = re.compile(r"[^.!?。！？]*[.!?。！？]+[\"'”’)\]」』]*\s*|[^.!?。！？]+")
_WORD = re.compile(r"\S+\s*|\s+")
_UNITS: Final = {Kind.LIST_ITEM: frozenset(["li", "dt", "dd"]), Kind.TABLE_CELL: frozenset(["tr"])}


@dataclass(frozen=True, slots=True)
class Passage:
    """Blocks that stay together, or a part of one block."""

    blocks: tuple[int, ...]
    tokens: int
    headings: tuple[str, ...]
    """The headings above it, the outermost first; its own if it is a heading."""
    level: int | None = None
    """The level of a heading."""
    table: int = NO_TABLE
    """The element of the table that a row belongs to."""
    part: tuple[int, int] | None = None
    """Which characters of its block it has, if it does not have all."""


def read_passages(page: Page, kept: Sequence[int], count: CountTokens) -> list[Passage]:
    """The passages of the kept blocks, in reading order."""
    passages: list[Passage] = []
    above: list[tuple[int, str]] = []
    for blocks, table in _groups(page, kept):
        first = page.blocks[blocks[0]]
        level = first.level if first.kind is Kind.HEADING else None
        if level is not None:
            while above and above[-1][0] >= level:
                above.pop()
            above.append((level, first.text))
        tokens = sum(count(page.tree.block_texts[block]) for block in blocks)
        passages.append(Passage(blocks, tokens, tuple(text for _, text in above), level, table))
    return passages


def _groups(page: Page, kept: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Blocks of one list item or table row together, and the table of a row."""
    tree = page.tree
    nearest = {
        kind: NearestAncestor(tree.parents, lambda element, tags=tags: tree.tags[element] in tags)  # type: ignore[misc]
        for kind, tags in _UNITS.items()
    }
    table_of = NearestAncestor(tree.parents, lambda element: tree.tags[element] == "table")
    group: list[int] = []
    current = -1
    for number in kept:
        block = page.blocks[number]
        kind = block.kind
        unit = nearest[kind](block.element) if kind in nearest else -1
        if group and (unit < 0 or unit != current):
            yield tuple(group), table_of(current) if current >= 0 and tree.tags[current] == "tr" else NO_TABLE
            group = []
        group.append(number)
        current = unit
    if group:
        yield tuple(group), table_of(current) if current >= 0 and tree.tags[current] == "tr" else NO_TABLE


def split_passage(page: Page, passage: Passage, limit: int, count: CountTokens) -> Iterator[Passage]:
    """The passage, or its parts if it has more than `limit` tokens."""
    if passage.tokens <= limit:
        yield passage
        return
    for block in passage.blocks:
        text = page.tree.block_texts[block]
        whole = Passage((block,), count(text), passage.headings)
        if whole.tokens <= limit:
            yield whole
            continue
        for start, stop in split_text(text, limit, count):
            yield Passage((block,), count(text[start:stop]), passage.headings, part=(start, stop))


def split_text(text: str, limit: int, count: CountTokens) -> list[tuple[int, int]]:
    """The text as ranges with at most `limit` tokens each, split at the largest boundaries that allow it."""
    return _split(text, 0, len(text), limit, count, (_LINE, _SENTENCE, _WORD))


def last_part(text: str, limit: int, count: CountTokens) -> tuple[int, int] | None:
    """The last sentences of a text with at most `limit` tokens; None if the last one has more."""
    start, left = len(text), limit
    for sentence in reversed([found.span() for found in _SENTENCE.finditer(text)]):
        left -= count(text[slice(*sentence)])
        if left < 0:
            break
        start = sentence[0]
    return (start, len(text)) if start < len(text) else None


def _split(
    text: str, start: int, stop: int, limit: int, count: CountTokens, boundaries: Sequence[re.Pattern[str]]
) -> list[tuple[int, int]]:
    if count(text[start:stop]) <= limit:
        return [(start, stop)]
    if not boundaries:
        return _cut(text, start, stop, limit, count)
    parts: list[tuple[int, int]] = []
    open_start, tokens = start, 0
    for found in boundaries[0].finditer(text, start, stop):
        size = count(found.group())
        if tokens and tokens + size > limit:
            parts.append((open_start, found.start()))
            open_start, tokens = found.start(), 0
        if size > limit:
            parts += _split(text, *found.span(), limit, count, boundaries[1:])
            open_start = found.end()
        else:
            tokens += size
    return [*parts, (open_start, stop)] if open_start < stop else parts


def _cut(text: str, start: int, stop: int, limit: int, count: CountTokens) -> list[tuple[int, int]]:
    """Parts of a text without boundaries, of equal length; those that still have too many tokens are halved."""
    tokens = count(text[start:stop])
    if tokens <= limit or stop - start == 1:
        return [(start, stop)]
    size = max(1, min((stop - start) // 2, (stop - start) * limit // (2 * tokens)))
    parts = ((at, min(at + size, stop)) for at in range(start, stop, size))
    return [smaller for part in parts for smaller in _cut(text, *part, limit, count)]
