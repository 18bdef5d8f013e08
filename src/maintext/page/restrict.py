"""The part of a page that was kept, as HTML of its own: the kept texts inside the elements they stood in."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from maintext.page.elements import INLINE, LINK, VERBATIM, flow_of

if TYPE_CHECKING:
    from maintext.page.page import Page

_VOID = frozenset(["br", "img", "hr", "input", "wbr", "embed", "source", "track", "col"])


def restricted_html(page: "Page", kept: Sequence[bool]) -> str:
    """The kept blocks with their own and their containers' tags and attributes, and nothing else."""
    tree = page.tree
    stops = [*tree.block_starts[1:], len(tree.texts)]
    breaks = set(tree.breaks)
    pieces: list[str] = []
    open_elements: list[int] = []
    for keep, start, stop in zip(kept, tree.block_starts, stops, strict=True):
        if not keep:
            continue
        for text in range(start, stop):
            _move(page, open_elements, tree.text_elements[text], pieces)
            if text in breaks and text > start:
                pieces.append("<br>")
            pieces.append(escape(tree.texts[text], quote=False))
        _close_block(page, open_elements, pieces)
    _close(page, open_elements, 0, pieces)
    return "".join(pieces)


def _move(page: "Page", open_elements: list[int], element: int, pieces: list[str]) -> None:
    """Close and open elements until the given one is the innermost."""
    parents = page.tree.parents
    path = []
    while element >= 0:
        path.append(element)
        element = parents[element]
    path.reverse()
    shared = 0
    while shared < min(len(path), len(open_elements)) and path[shared] == open_elements[shared]:
        shared += 1
    _close(page, open_elements, shared, pieces)
    for entered in path[shared:]:
        open_elements.append(entered)
        pieces.append(_opening(page, entered))


def _close(page: "Page", open_elements: list[int], depth: int, pieces: list[str]) -> None:
    while len(open_elements) > depth:
        tag = page.tree.tags[open_elements.pop()]
        if tag not in _VOID:
            pieces.append(f"</{tag}>")


def _close_block(page: "Page", open_elements: list[int], pieces: list[str]) -> None:
    """End a block of loose text, so that it does not run into the next one."""
    tags = page.tree.tags
    inline = len(open_elements)
    while inline and flow_of(tags[open_elements[inline - 1]]) in (INLINE, LINK):
        inline -= 1
    _close(page, open_elements, inline, pieces)
    pieces.append("<wbr>" if inline and flow_of(tags[open_elements[-1]]) == VERBATIM else "<br><br>")


def _opening(page: "Page", element: int) -> str:
    tag = page.tree.tags[element]
    attributes = "".join(
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in page.tree.attributes[element]
        if name.replace("-", "").replace("_", "").isalnum()
    )
    return f"<{tag}{attributes}>"
