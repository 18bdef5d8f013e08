"""The footnotes of a page: marks, notes and their labels."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maintext.page.containment import blocks_inside, texts_inside
from maintext.page.footnotes.inline_notes import InlineNote, inline_notes
from maintext.page.footnotes.linked_notes import LinkTargets, is_lost, linked_notes
from maintext.page.footnotes.note_extent import NoteExtent
from maintext.page.footnotes.note_texts import links_back, without_brackets, without_label
from maintext.page.footnotes.numbered_notes import numbered_notes
from maintext.page.footnotes.signs import Sign, find_signs
from maintext.page.parsing.tree import Tree

if TYPE_CHECKING:
    from maintext.page.page import Page


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The footnotes of a page; labels are unique."""

    marks: Mapping[int, str] = field(default_factory=dict)
    """The elements that are reference marks, with the labels of their notes; empty if the note is missing."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """The elements that are a note or a part of one, with its label."""
    inline: Mapping[int, tuple[InlineNote, str]] = field(default_factory=dict)
    """The notes inside a block by their first text, with their labels."""
    texts: Mapping[int, str] = field(default_factory=dict)
    """What is left of texts without labels of notes, links back, and brackets around marks."""

    def __bool__(self) -> bool:
        return bool(self.marks or self.inline)


_NONE = Footnotes()


def find_footnotes(tree: Tree, url: str | None) -> Footnotes:
    """The footnotes of a page."""
    beside = list(inline_notes(tree))
    shown = {text for note in beside for text in (*note.labels, *range(note.first, note.last))}
    signs = [sign for sign in find_signs(tree) if sign.text not in shown]
    targets = LinkTargets(tree, url)
    found = linked_notes(tree, signs, targets)
    rest = [sign for sign in signs if sign not in found]
    found |= numbered_notes(tree, rest, targets, set(found.values()))
    lost = [sign for sign in rest if sign not in found and is_lost(sign, targets)]
    if not found and not beside and not lost:
        return _NONE
    return _build(tree, found, beside, lost)


def _build(tree: Tree, found: dict[Sign, int], beside: list[InlineNote], lost: list[Sign]) -> Footnotes:
    starts: dict[int, str] = {}
    written: dict[int, str] = {}
    taken: set[str] = set()
    for sign in sorted(found, key=lambda sign: sign.text):
        if found[sign] not in starts:
            starts[found[sign]] = _unique(sign.label, taken)
            written[found[sign]] = sign.label
    signs = sorted([*found, *lost], key=lambda sign: sign.text)
    marks = {sign.element: starts[found[sign]] if sign in found else "" for sign in signs}
    extent = NoteExtent(tree, frozenset(starts))
    notes: dict[int, str] = {}
    texts = without_brackets(tree, marks)
    for start, label in starts.items():
        for element in extent.elements(start):
            notes.setdefault(element, label)
    texts |= links_back(tree, _inside_any(texts_inside(tree, element) for element in sorted(notes)))
    for start in starts:
        texts |= without_label(tree, range(*texts_inside(tree, start)), written[start])
    inline = {note.first: (note, _unique(note.label, taken)) for note in beside}
    for note in beside:
        texts |= dict.fromkeys(note.labels, "")
        texts |= without_label(tree, range(note.first, note.last), note.label or "\0")
    return Footnotes(marks, notes, inline, texts)


def _unique(label: str, taken: set[str]) -> str:
    if not (label.isascii() and label.isalnum()) or label in taken:
        number = len(taken) + 1
        while (label := f"n{number}") in taken:
            number += 1
    taken.add(label)
    return label


def referenced_blocks(page: "Page", kept: Sequence[bool]) -> list[int]:
    """The blocks of the notes that kept blocks refer to."""
    tree, notes = page.tree, page.footnotes
    labels = set()
    for mark, label in notes.marks.items():
        first, last = texts_inside(tree, mark)
        if first < last and kept[bisect_right(tree.block_starts, first) - 1]:
            labels.add(label)
    elements = [element for element, label in notes.notes.items() if label in labels]
    return list(_inside_any(blocks_inside(tree, element) for element in sorted(elements)))


def _inside_any(spans: Iterable[tuple[int, int]]) -> Iterator[int]:
    """The numbers inside spans that are sorted by their start, each once: notes may contain notes."""
    stop = 0
    for first, last in spans:
        yield from range(max(first, stop), last)
        stop = max(stop, last)
