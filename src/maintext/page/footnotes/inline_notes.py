"""Side notes: notes inside the sentence that they belong to, shown in the margin or on demand."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from maintext.page.containment import texts_inside
from maintext.page.element_flow import BLOCK, VERBATIM, flow_of
from maintext.page.footnotes.signs import LABEL
from maintext.page.parsing.tree import Tree

_MAY_NAME_NOTES = "[class*='note']"
"""Most pages have no such class; this is faster than all selectors."""
_SELECTOR = (
    "[class*='sidenote'], [class*='side-note'], [class*='marginnote'], [class*='margin-note'], "
    "[class*='ootnote'], [class*='endnote'], [class~='ltx_note_content']"
)
_NAMED = re.compile(
    r"(?:side|margin|foot|end)[-_]?notes?(?:[-_]{0,2}(?:content|text|body|popup|tooltip|inner|note|right|left))?|"
    r"ltx_note_content|modern-footnotes-footnote__note|footnote_(?:plugin_)?tooltip(?:_text)?",
    re.IGNORECASE,
)
_LEAST_WORDS = 2
_LOOKED_BACK = 4


class InlineNote(NamedTuple):
    """A note inside a block: its texts, and the texts before it that repeat its label."""

    element: int
    first: int
    last: int
    """One past the last text."""
    label: str
    """The label that the page shows; empty if there is none."""
    labels: tuple[int, ...]
    """The texts that show the label."""


def inline_notes(tree: Tree) -> Iterator[InlineNote]:
    """The side notes of a page, in document order; of nested elements the innermost."""
    if not tree.elements.select(_MAY_NAME_NOTES):
        return
    chosen = sorted(filter(lambda element: _is_note(tree, element), tree.elements.select(_SELECTOR)))
    for place, element in enumerate(chosen):
        following = chosen[place + 1] if place + 1 < len(chosen) else len(tree.tags)
        if following >= tree.ends[element]:
            first, last = texts_inside(tree, element)
            if _is_inside_block(tree, first, last):
                yield InlineNote(element, first, last, *_label_before(tree, element, first))


def _is_note(tree: Tree, element: int) -> bool:
    if flow_of(tree.tags[element]) in (BLOCK, VERBATIM) or tree.tags[element] in ("a", "sup", "label", "input"):
        return False
    names = (tree.elements.get(element, "class") or "").split()
    return any(map(_NAMED.fullmatch, names)) and len(
        tree.elements.leading_text(element, 200).split()
    ) >= _LEAST_WORDS  # fmt: skip


def _is_inside_block(tree: Tree, first: int, last: int) -> bool:
    """Whether the texts are part of one block that has other texts before them."""
    block = bisect_right(tree.block_starts, first) - 1
    stop = tree.block_starts[block + 1] if block + 1 < len(tree.block_starts) else len(tree.texts)
    before = tree.texts[max(tree.block_starts[block], first - _LOOKED_BACK) : first]
    return first < last <= stop and any(not text.isspace() for text in before)


def _label_before(tree: Tree, element: int, first: int) -> tuple[str, tuple[int, ...]]:
    """The label that a page shows before a note, in a raised or linked element or in the element around the note."""
    label, found = "", []
    for text in range(first - 1, max(-1, first - 1 - _LOOKED_BACK), -1):
        core = tree.texts[text].strip()
        owner = tree.text_elements[text]
        near = owner == tree.parents[element] or tree.tags[owner] in ("sup", "a", "label")
        if core and not (near and LABEL.fullmatch(core)) and core not in ("[", "]"):
            break
        if core and (matched := LABEL.fullmatch(core)):
            label = matched[1].lower()
        found.append(text)
    return (label, tuple(found)) if label else ("", ())
