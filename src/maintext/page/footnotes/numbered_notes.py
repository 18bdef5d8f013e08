"""Notes without links: blocks or list items whose number is that of an earlier mark."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from maintext.page.containment import texts_inside
from maintext.page.footnotes.linked_notes import LinkTargets, is_named_reference
from maintext.page.footnotes.signs import NOTE_NAME, Sign
from maintext.page.parsing.tree import Tree

NOTES_TITLE = re.compile(
    r"(?:foot|end|side)?\s?notes?(?: (?:and|&) references)?|references|fu(?:ß|ss)noten?|anmerkungen|einzelnachweise|"
    r"(?:notes?|appels?) de bas de page|notas?(?: (?:al|a) pie| de rodapé)?|referencias|referências|note|voetnoten|"
    r"fotnoter|noter|przypisy|poznámky|примечания|сноски|脚注|注释|注|註|각주|주",
    re.IGNORECASE,
)
_NOTES_NAME = re.compile(r"(?:foot|end|side)-?_?notes?|(?:^|[\W_])notes?(?:$|[\W_])|references", re.IGNORECASE)
_BRACKETED = re.compile(r"\[(\d{1,3})\]\s+\S")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An element that may be the note with a label."""

    element: int
    label: str
    sure: bool
    """Whether it may be accepted without the numbers before it."""


def numbered_notes(tree: Tree, signs: Sequence[Sign], targets: LinkTargets, known: set[int]) -> dict[Sign, int]:
    """The element of the note for each mark; `known` are the elements of notes that were found already.

    A note stands after its mark. Its number follows that of the note before it, so a power of ten or the verse of a
    poem is not taken for a mark.
    """
    marks = [sign for sign in signs if not sign.leading and _may_refer(tree, sign, targets)]
    if not marks:
        return {}
    notes = sorted(_candidates(tree, signs, targets, known, marks[0]), key=lambda note: note.element)
    found: dict[Sign, int] = {}
    pending: dict[str, list[Sign]] = {}
    at, previous = 0, ""
    for note in notes:
        while at < len(marks) and marks[at].element < note.element:
            pending.setdefault(marks[at].label, []).append(marks[at])
            at += 1
        if note.label in pending and (note.sure or _follows(note.label, previous)):
            found.update(dict.fromkeys(pending.pop(note.label), note.element))
            previous = note.label
    return found


def _follows(label: str, previous: str) -> bool:
    """Whether a label is the next number, or starts a new series."""
    if not label.isdigit():
        return True
    return label == "1" or (previous.isdigit() and int(label) == int(previous) + 1)


def _may_refer(tree: Tree, sign: Sign, targets: LinkTargets) -> bool:
    if sign.link < 0:
        return sign.raised
    fragment = targets.fragment(sign.link)
    if fragment:
        return NOTE_NAME.search(fragment) is not None and targets.element(fragment) < sign.element
    return sign.raised and ((tree.elements.get(sign.link, "href") or "").lower().startswith(("javascript:", "#")) or (
        is_named_reference(tree, sign.link)
    ))  # fmt: skip


def _candidates(
    tree: Tree, signs: Sequence[Sign], targets: LinkTargets, known: set[int], first: Sign
) -> Iterator[_Candidate]:
    for sign in signs:
        if sign.leading and sign.element > first.element:
            holder = targets.holder(sign.element)
            if holder >= 0 and holder not in known:
                fragment = targets.fragment(sign.link) if sign.link >= 0 else ""
                yield _Candidate(holder, sign.label, NOTE_NAME.search(fragment) is not None)
    block = max(0, bisect_right(tree.block_starts, first.text) - 1)
    for number in range(block + 1, len(tree.block_starts)):
        if tree.block_texts[number][:1] == "[" and (found := _BRACKETED.match(tree.block_texts[number])):
            holder = targets.holder(tree.text_elements[tree.block_starts[number]])
            if holder >= 0 and holder not in known:
                yield _Candidate(holder, found[1], False)
    yield from _items(tree, known, first.element)


def _items(tree: Tree, known: set[int], after: int) -> Iterator[_Candidate]:
    """The items of the ordered lists of notes after an element."""
    tags, ends = tree.tags, tree.ends
    for element in range(after, len(tags)):
        if tags[element] != "ol" or not _holds_notes(tree, element):
            continue
        start = tree.elements.get(element, "start") or "1"
        number = int(start) if start.isascii() and start.isdigit() and len(start) < 4 else 1
        item = element + 1
        while item < ends[element]:
            if tags[item] == "li" and item not in known:
                yield _Candidate(item, str(number), sure=True)
            number += tags[item] == "li"
            item = ends[item]


def _holds_notes(tree: Tree, element: int) -> bool:
    """Whether an ordered list is named as a list of notes, or stands in an aside or under such a title."""
    get, around = tree.elements.get, element
    for _ in range(3):
        if around < 0 or tree.tags[around] in ("body", "article", "main"):
            break
        if tree.tags[around] == "aside" or _NOTES_NAME.search(
            f"{get(around, 'class') or ''} {get(around, 'id') or ''}"
        ):
            return True
        around = tree.parents[around]
    block = bisect_right(tree.block_starts, texts_inside(tree, element)[0]) - 1
    return block > 0 and NOTES_TITLE.fullmatch(tree.block_texts[block - 1].rstrip(" :")) is not None
