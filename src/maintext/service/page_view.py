"""A safe copy of a page for annotation: elements and styles with block numbers, without scripts or external resources.

It is written from the parsed tree with an allowlist: no scripts, URLs or event handlers. The frame that displays it
also forbids scripts and requests.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from maintext.page import Page
from maintext.page.element_flow import INLINE, LINK, SKIPPED, flow_of

_TAGS: Final = frozenset(
    """
    a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn
    dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd label legend
    li main mark menu nav ol p pre q rb rp rt ruby s samp section small span strike strong sub summary sup table tbody
    td tfoot th thead time tr tt u ul var wbr
    """.split()
)
_VOID: Final = frozenset(["br", "col", "hr", "wbr"])
_ATTRIBUTES: Final = frozenset(
    """
    align bgcolor border cellpadding cellspacing class colspan color dir face height hidden id lang nowrap reversed
    rowspan rules size span start type valign value width
    """.split()
)
_STYLES: Final = 500_000
"""The maximum number of characters of style sheets; the rest is left out."""
_REACHING = re.compile(
    r"url\s*\([^)]*\)?|@import[^;]*;?|@charset[^;]*;?|expression\s*\(|-moz-binding|behavior\s*:", re.IGNORECASE
)
_STICKING = re.compile(r"position\s*:\s*(?:fixed|sticky)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\")


def view(page: Page) -> str:
    """The body of the page as HTML; the texts of block 3 are inside `<span data-b="3">`."""
    pieces: list[str] = [f"<style>{style}</style>" for style in _styles(page)]
    _PageViewWriter(page, pieces).write()
    return "".join(pieces)


class _PageViewWriter:
    """Writes elements and texts in document order."""

    def __init__(self, page: Page, pieces: list[str]) -> None:
        self._tree = page.tree
        self._pieces = pieces
        self._open: list[tuple[int, str]] = []
        self._skipped: set[int] = set()

    def write(self) -> None:
        tree = self._tree
        blocks = iter(_blocks_of_texts(tree.block_starts, len(tree.texts)))
        at = 0
        for text, element, rank in zip(tree.texts, tree.text_elements, tree.text_ranks, strict=True):
            while at < rank:
                self._enter(at)
                at += 1
            self._close_to(element)
            self._pieces.append(f'<span data-b="{next(blocks)}">{escape(text, quote=False)}</span>')
        while at < len(tree.tags):
            self._enter(at)
            at += 1
        self._close_to(-1)

    def _enter(self, element: int) -> None:
        """Open an element; hidden elements are left out with their content."""
        tree = self._tree
        tag, parent = tree.tags[element], tree.parents[element]
        flow = flow_of(tag)
        if parent in self._skipped or (flow == SKIPPED and tag != "noscript"):
            self._skipped.add(element)
            return
        self._close_to(parent)
        if tag == "img":
            self._pieces.append(_picture(tree.elements.get(element, "alt")))
            return
        shown = tag if tag in _TAGS else "span" if flow in (INLINE, LINK) else "div"
        self._pieces.append(f"<{shown}{_attributes(tree.elements[element])}>")
        if shown not in _VOID:
            self._open.append((element, shown))

    def _close_to(self, element: int) -> None:
        """Close all open elements that do not contain the element."""
        parents = self._tree.parents
        while element >= 0 and element in self._skipped:
            element = parents[element]
        depth = len(self._open)
        holders = set()
        while element >= 0:
            holders.add(element)
            if self._open and element == self._open[-1][0]:
                return  # the common case: the innermost open element
            element = parents[element]
        while depth and self._open[depth - 1][0] not in holders:
            depth -= 1
        while len(self._open) > depth:
            self._pieces.append(f"</{self._open.pop()[1]}>")


def _blocks_of_texts(starts: list[int], count: int) -> Iterator[int]:
    """The number of the block of each text."""
    block = -1
    for text in range(count):
        while block + 1 < len(starts) and starts[block + 1] <= text:
            block += 1
        yield block


def _attributes(attributes: tuple[tuple[str, str | None], ...]) -> str:
    kept = []
    for name, value in attributes:
        if name == "style" and value:
            kept.append(f' style="{escape(clean_style(value))}"')
        elif name in _ATTRIBUTES:
            kept.append(f' {name}="{escape(value or "")}"')
    return "".join(kept)


def _picture(alt: str | None) -> str:
    """A placeholder for an image, because loading it would be a request."""
    words = " ".join((alt or "").split())
    return f'<span class="maintext-picture">{escape(words, quote=False)}</span>' if words else ""


def clean_style(style: str) -> str:
    """A style without URLs, and without properties that could cover the rest of the page."""
    if _ESCAPED.search(style):
        style = style.replace("\\", "")
    style = _STICKING.sub("position:static", _REACHING.sub("none", style))
    return style.replace("<", "")


def _styles(page: Page) -> Iterator[str]:
    """The page's own style sheets, up to the size limit."""
    left = _STYLES
    elements = page.tree.elements
    for element, tag in enumerate(page.tree.tags):
        if tag == "style":
            media = (elements.get(element, "media") or "all").lower()
            text = elements.text(element)
            if len(text) <= left and ("all" in media or "screen" in media):
                left -= len(text)
                yield clean_style(text)
