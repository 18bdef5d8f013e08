"""Footnotes in HTML: elements that an earlier reference mark links to."""

import re

from maintext.metrics.structure.document_items import normal_text
from maintext.metrics.structure.normal_urls import in_page_target
from maintext.page.parsing.tree import Tree

_MARK = re.compile(r"[\[(]?\s*(\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§]{1,3}|(?:note|nb|n)\s?\d{1,3})\s*[\])]?", re.IGNORECASE)
_NOTE_NAME = re.compile(r"fn|ftn|edn|footnote|endnote|cite_note|\bnote|noteref|sidenote", re.IGNORECASE)
_HOLDERS = frozenset(["li", "p", "div", "aside", "dd", "tr", "section"])


def find_notes(tree: Tree, url: str | None) -> dict[int, str]:
    """The elements that contain notes, each with the label of the first mark that links to it.

    A mark is a link within the page whose text is a number, letter or symbol, and which is raised or named as a note.
    """
    names = _named_elements(tree)
    notes: dict[int, str] = {}
    for element, tag in enumerate(tree.tags):
        target = in_page_target(tree.elements.get(element, "href") or "", url) if tag == "a" else None
        label = _MARK.fullmatch(tree.elements.text(element).strip()) if target else None
        if target is None or label is None or not _is_mark(tree, element, target):
            continue
        holder = _holder(tree, names.get(target, -1))
        if holder > element:
            notes.setdefault(holder, normal_text(label[1]))
    return notes


def _named_elements(tree: Tree) -> dict[str, int]:
    names: dict[str, int] = {}
    for element, tag in enumerate(tree.tags):
        name = tree.elements.get(element, "id") or (tree.elements.get(element, "name") if tag == "a" else None)
        if name:
            names.setdefault(name, element)
    return names


def _is_mark(tree: Tree, link: int, target: str) -> bool:
    get = tree.elements.get
    named = (target, get(link, "role") or "", get(link, "class") or "")
    if any(map(_NOTE_NAME.search, named)):
        return True
    above = link
    for _ in range(4):
        if above < 0:
            return False
        if tree.tags[above] == "sup":
            return True
        above = tree.parents[above]
    return "sup" in tree.tags[link : tree.ends[link]]


def _holder(tree: Tree, element: int) -> int:
    """The nearest element that can contain a note, itself included; -1 if there is none."""
    while element >= 0 and tree.tags[element] not in _HOLDERS:
        element = tree.parents[element]
    return element
