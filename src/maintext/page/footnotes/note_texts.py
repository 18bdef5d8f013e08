"""What is left out of the texts of footnotes: labels at the start of notes, links back, brackets around marks."""

import re
from collections.abc import Iterable

from maintext.page.containment import texts_inside
from maintext.page.footnotes.signs import LABEL
from maintext.page.parsing.tree import Tree

_BACK_LINK = re.compile(
    r"[\s↩↑^←⬆︎⤴⏎↵▲△🔙\[\]]+|(?:jump|go) (?:up|back)\b.{0,20}|"
    r"(?:back|return)(?: to (?:the )?(?:text|content|article|post))?",
    re.IGNORECASE,
)
_LONGEST_BACK_LINK = 40
_LOOKED_AT = 12
"""The number of texts at the start of a note that may belong to its label."""
_AFTER_LABEL = re.compile(r"\s*[\])]?[.:]?\s*")
_BETWEEN_MARKS = re.compile(r"\s*[,;]?\s*")


def without_label(tree: Tree, texts: range, label: str) -> dict[int, str]:
    """The texts at the start of a note without its label and links back: text index -> what is left."""
    changed: dict[int, str] = {}
    labeled = False
    for text in texts[:_LOOKED_AT]:
        written = tree.texts[text]
        core = written.strip()
        if not core:
            continue
        if _repeats_label(tree, text, core, label):
            changed[text] = ""
            labeled = True
            continue
        end = _AFTER_LABEL.match(written).end() if labeled else _label_end(written, label)  # type: ignore[union-attr]
        if 0 < end < len(written):
            changed[text] = written[end:]
        break
    return changed


def _label_end(written: str, label: str) -> int:
    """The end of the label at the start of a text; 0 if it does not start with one."""
    found = re.match(rf"\s*(?:[\[(]{re.escape(label)}[\])]|{re.escape(label)}[.:)])\s+", written)
    return found.end() if found else 0


def _repeats_label(tree: Tree, text: int, core: str, label: str) -> bool:
    if core in ("[", "]", "(", ")") or _BACK_LINK.fullmatch(core):
        return True
    found = LABEL.fullmatch(core)
    if found is None:
        return False
    return found[1].replace(" ", "").lower() == label or _is_in_page_link(tree, tree.text_elements[text])


def _is_in_page_link(tree: Tree, element: int) -> bool:
    for _ in range(3):
        if element < 0:
            return False
        if tree.tags[element] == "a":
            return "#" in (tree.elements.get(element, "href") or "")
        element = tree.parents[element]
    return False


def links_back(tree: Tree, texts: Iterable[int]) -> dict[int, str]:
    """Those of the texts of notes that are links back to marks, each replaced by nothing."""
    return {
        text: ""
        for text in texts
        if len(written := tree.texts[text]) <= _LONGEST_BACK_LINK
        and not written.isspace()
        and _BACK_LINK.fullmatch(written.strip())
        and ("↩" in written or _is_in_page_link(tree, tree.text_elements[text]))
    }


def without_brackets(tree: Tree, marks: Iterable[int]) -> dict[int, str]:
    """The texts around marks without brackets, and without what divides marks from each other."""
    changed: dict[int, str] = {}
    after = -1  # the text after the last mark
    opened = False
    for mark in marks:
        first, last = texts_inside(tree, mark)
        between = changed.get(after, tree.texts[after]) if first - 1 == after >= 0 else None
        if between is not None and _BETWEEN_MARKS.fullmatch(between) and (opened or "," in between):
            changed[after] = " " if opened else ""
        elif first and (before := tree.texts[first - 1].rstrip()).endswith("["):
            changed[first - 1] = before[:-1]
            opened = True
        else:
            opened = False
        after = last
        if opened and last < len(tree.texts) and tree.texts[last].lstrip().startswith("]"):
            changed[last] = tree.texts[last].lstrip()[1:]
            opened = False
    return changed
