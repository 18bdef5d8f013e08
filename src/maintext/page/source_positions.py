"""Where the blocks of a page stand in its source: offsets into the decoded source, also through character references.

All texts of the repaired tree, scripts included, are compared with those of the source, without white space. Both are
in the same order, except for what the parser moves, such as text between the rows of a table.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from maintext.page.character_references import character_offsets
from maintext.page.parsing.events import visit_texts
from maintext.page.parsing.source_tokens import TextSpan, text_spans
from maintext.page.parsing.tree import Tree
from maintext.page.swallowed_text import Repair

_LOOKAHEAD: Final = 32
"""The number of characters, those of following texts included, by which a text is found again after a gap."""
_MAX_SEARCHED: Final = 100_000_000
"""How many characters may be searched on one page; what is not found by then has no position."""
_NOT_FOUND: Final = -1


class SourceSpan(NamedTuple):
    """A part of the decoded source, by the offsets of its characters."""

    start: int
    end: int


@dataclass(frozen=True, eq=False)
class SourcePositions:
    """Maps blocks, and characters in them, to the decoded source."""

    tree: Tree
    source: str
    """The source that the tree was parsed from, with line feeds as line ends."""
    line_ends: Sequence[int]
    """The offsets of the line feeds that were a carriage return and a line feed."""
    repairs: tuple[Repair, ...]
    spans: Sequence[TextSpan]
    sizes: Sequence[int]
    """The number of characters, without white space, up to the end of each span."""
    places: Sequence[int]
    """Where each text of the tree starts in the texts of the source without white space."""
    full_texts: Sequence[str]
    """The texts of the tree as they are in the source, also if the tree is without hidden texts."""
    _offsets: dict[int, list[int]] = field(default_factory=dict, repr=False)

    def of_block(self, block: int) -> SourceSpan | None:
        """The part of the source from the first to the last character of a block; None if it was not found."""
        return self.of_characters(block, 0, self._texts.block_size(block))

    def of_characters(self, block: int, start: int, stop: int) -> SourceSpan | None:
        """The part of the source with a range of the characters of a block, white space not counted."""
        first, last = self._text_position(block, start), self._text_position(block, max(start, stop - 1))
        if first == _NOT_FOUND or last == _NOT_FOUND:
            return None
        begin, end = self._span_of(first), self._span_of(last)
        return SourceSpan(min(begin.start, end.start), max(begin.end, end.end))

    @cached_property
    def _texts(self) -> "_BlockTexts":
        return _BlockTexts(self.tree)

    def _text_position(self, block: int, character: int) -> int:
        """Where a character of a block stands in the texts of the source without white space."""
        text, within = self._texts.locate(block, character)
        if text < 0 or self.places[text] == _NOT_FOUND:
            return _NOT_FOUND
        if self.tree.texts[text] is not self.full_texts[text]:
            within = _position_in(_squeeze(self.full_texts[text]), _squeeze(self.tree.texts[text]), within)
        return self.places[text] + within

    def _span_of(self, place: int) -> SourceSpan:
        """The part of the decoded source with one character."""
        span = bisect_right(self.sizes, place)
        before = self.sizes[span - 1] if span else 0
        offsets = self._span_offsets(span)
        at = 2 * (place - before)
        return SourceSpan(self._original(offsets[at]), self._original(offsets[at + 1]))

    def _span_offsets(self, span: int) -> list[int]:
        """For each character of a span that is no white space, where it starts and ends in the source."""
        if span not in self._offsets:
            start, end, text = self.spans[span]
            offsets = character_offsets(self.source[start:end], text)
            self._offsets[span] = [
                start + offset
                for index, character in enumerate(text)
                if _counts(character)
                for offset in (offsets[index], offsets[index + 1])
            ]
        return self._offsets[span]

    def _original(self, offset: int) -> int:
        """The offset in the decoded source."""
        offset += bisect_left(self.line_ends, offset)
        for repair in reversed(self.repairs):
            offset = repair.original_offset(offset)
        return offset


def find_source_positions(
    source: str, tree: Tree, repairs: tuple[Repair, ...], full_tree: Tree | None = None
) -> SourcePositions:
    """Find the texts of a tree in the source that it was parsed from; `full_tree` has those that `tree` lacks."""
    full = full_tree or tree
    normal, line_ends = _normalize_line_ends(source)
    spans = text_spans(normal)
    texts = [_squeeze(span.text) for span in spans]
    sizes = list(accumulate(map(len, texts)))
    places = _find_texts("".join(texts), _all_texts(source, full))
    return SourcePositions(tree, normal, line_ends, repairs, spans, sizes, places, full.texts)


def _all_texts(source: str, tree: Tree) -> list[tuple[str, bool]]:
    """Every text of the repaired tree, without white space, and whether it is one of the shown texts."""
    texts: list[tuple[str, bool]] = []
    visit_texts(source, tree, lambda element, text, is_shown: texts.append((_squeeze(text), is_shown)))
    return texts


def _find_texts(haystack: str, texts: Sequence[tuple[str, bool]]) -> list[int]:
    """Where each shown text starts; texts that follow each other without a gap need no search."""
    places: list[int] = []
    at = 0
    budget = _MAX_SEARCHED
    for index, (text, is_shown) in enumerate(texts):
        place = at
        if not haystack.startswith(text, at):
            place, cost = _search(haystack, text, _followed(texts, index), at) if budget > 0 else (_NOT_FOUND, 0)
            budget -= cost
        if is_shown:
            places.append(place)
        if place >= at:
            at = place + len(text)
    return places


def _search(haystack: str, text: str, followed: str, at: int) -> tuple[int, int]:
    """Where a text starts, and how many characters were searched: with what follows it, then alone, then before."""
    cost = 0
    for wanted, start in ((followed, at), (text, at), (followed, 0), (text, 0)):
        place = haystack.find(wanted, start)
        cost += (len(haystack) if place < 0 else place) - start
        if place >= 0:
            return place, cost
    return _NOT_FOUND, cost


def _position_in(full: str, part: str, position: int) -> int:
    """Where a character of a text is in the longer text from which the text was made by leaving out characters."""
    at = -1
    for character in part[: position + 1]:
        at = full.index(character, at + 1)
    return max(at, 0)


def _followed(texts: Sequence[tuple[str, bool]], index: int) -> str:
    """A text with as many of those after it as make it long enough to be found."""
    parts: list[str] = []
    size = 0
    while index < len(texts) and size < _LOOKAHEAD:
        parts.append(texts[index][0])
        size += len(parts[-1])
        index += 1
    return "".join(parts)


def _normalize_line_ends(source: str) -> tuple[str, list[int]]:
    """The source with line feeds only, and which of them were a carriage return and a line feed."""
    if "\r" not in source:
        return source, []
    ends = [found.start() - number for number, found in enumerate(re.finditer("\r\n", source))]
    return source.replace("\r\n", "\n").replace("\r", "\n"), ends


def _squeeze(text: str) -> str:
    """A text without white space and without the null characters that parsers remove."""
    return "".join(text.split()).replace("\0", "")


def _counts(character: str) -> bool:
    return character != "\0" and not character.isspace()


class _BlockTexts:
    """The sizes of a tree's texts, white space not counted, and the texts of its blocks."""

    def __init__(self, tree: Tree) -> None:
        self._starts = tree.block_starts
        self._ends = [0, *accumulate(len(_squeeze(text)) for text in tree.texts)]

    def block_size(self, block: int) -> int:
        """The number of characters of a block."""
        first, stop = self._range(block)
        return self._ends[stop] - self._ends[first]

    def locate(self, block: int, character: int) -> tuple[int, int]:
        """The text with a character of a block, and the position in it; (-1, 0) if the block has none."""
        first, stop = self._range(block)
        at = self._ends[first] + character
        text = bisect_right(self._ends, at, first, stop + 1) - 1
        return (text, at - self._ends[text]) if first <= text < stop else (-1, 0)

    def _range(self, block: int) -> tuple[int, int]:
        following = block + 1
        stop = self._starts[following] if following < len(self._starts) else len(self._ends) - 1
        return self._starts[block], stop
