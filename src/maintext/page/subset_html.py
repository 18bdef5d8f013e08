"""The kept blocks of a page as HTML, inside their original elements."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from maintext.page.element_flow import INLINE, LINK, VERBATIM, flow_of

if TYPE_CHECKING:
    from maintext.page.page import Page

_REPEATED: Final = 4
"""The maximum length of all repeated start tags, as a multiple of the page length; then inline elements stay open."""
_VOID = frozenset(["br", "img", "hr", "input", "wbr", "embed", "source", "track", "col"])


def subset_html(page: "Page", kept: Sequence[bool]) -> str:
    """The kept blocks with the tags and attributes of the elements around them, and nothing else."""
    tree = page.tree
    if not tree.block_starts:
        return ""
    stops = [*tree.block_starts[1:], len(tree.texts)]
    breaks = set(tree.breaks)
    writer = _Writer(page)
    for keep, start, stop in zip(kept, tree.block_starts, stops, strict=True):
        if not keep:
            continue
        for text in range(start, stop):
            writer.move_to(tree.text_elements[text])
            if text in breaks and text > start:
                writer.pieces.append("<br>")
            writer.pieces.append(escape(tree.texts[text], quote=False))
        writer.close_block()
    writer.close_to(0)
    return "".join(writer.pieces)


class _Writer:
    """Writes start and end tags between texts."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.pieces: list[str] = []
        self._open: list[int] = []
        self._depths = {-1: 0}
        self._opened: set[int] = set()
        self._left = _REPEATED * len(page.source)
        """The number of characters that repeated start tags may still add."""

    def move_to(self, element: int) -> None:
        """Close and open elements until `element` is the innermost open one."""
        entered = []
        while element not in self._depths:
            entered.append(element)
            element = self.page.tree.parents[element]
        self.close_to(self._depths[element])
        for inner in reversed(entered):
            opening = _start_tag(self.page, inner)
            if inner in self._opened:
                self._left -= len(opening)
            self._opened.add(inner)
            self._open.append(inner)
            self._depths[inner] = len(self._open)
            self.pieces.append(opening)

    def close_to(self, depth: int) -> None:
        """Close the innermost elements until `depth` elements are open."""
        while len(self._open) > depth:
            element = self._open.pop()
            del self._depths[element]
            tag = self.page.tree.tags[element]
            if tag not in _VOID:
                self.pieces.append(f"</{tag}>")

    def close_block(self) -> None:
        """End a block, so that its text is not joined with the next block."""
        tags = self.page.tree.tags
        inline = len(self._open)
        while self._left > 0 and inline and flow_of(tags[self._open[inline - 1]]) in (INLINE, LINK):
            inline -= 1
        self.close_to(inline)
        exact = bool(self._open) and flow_of(tags[self._open[-1]]) == VERBATIM
        self.pieces.append("<wbr>" if exact else "<br><br>")


def _start_tag(page: "Page", element: int) -> str:
    tag = page.tree.tags[element]
    attributes = "".join(
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in page.tree.elements[element]
        if name.replace("-", "").replace("_", "").isalnum()
    )
    return f"<{tag}{attributes}>"
