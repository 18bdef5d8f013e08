"""Signs: short texts such as "1", "[2]" or "*" that are raised or linked, as reference marks and note labels are."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from maintext.page.element_flow import BLOCK, VERBATIM, flow_of
from maintext.page.parsing.tree import Tree

LABEL = re.compile(
    r"[\[(]?\s*(\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3}|(?:note|nb|n|fn)\s?\d{1,3})\s*[\])]?[.:]?", re.IGNORECASE
)
_PADDED_LABEL = re.compile(rf"\s*{LABEL.pattern}\s*", re.IGNORECASE)
NOTE_NAME = re.compile(
    r"(?:^|[\W_])(?:s?d?fn|ftn|ftnt|edn|foot|footdef|footnotes?|endnotes?|sidenotes?|cite_note|notes?|noteref|ref|bib|"
    r"references?|fnref|fref)(?=\W|_|\d|$)|(?:foot|end|side|margin)[-_]?note|bib\w{0,4}\d",
    re.IGNORECASE,
)
"""What names a note or a reference mark in an id, a class or a role."""
_REFERENCE = re.compile(r"(?:foot|end|side|margin)[-_]?note|note-?ref|fnref|fn-?ref|aside-link", re.IGNORECASE)
_WITHOUT_WORDS = re.compile(r"[\s\[\](){}^↑.,;]*")
_LONGEST = 16
_LONGEST_WORD = 5
"""A label of letters only is no longer than a Roman numeral."""
_LEVELS = 6
_WITHOUT_NOTES = frozenset("mi mn mo mtext msup msub mrow math pre code td th li p div dd h1 h2 h3 h4 h5 h6".split())
"""Elements in which a label is neither raised nor linked."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A label that is raised, linked or bold."""

    element: int
    """The outermost element that contains nothing but the label."""
    text: int
    label: str
    link: int
    """The link element; -1 if there is none."""
    raised: bool
    bracketed: bool
    bold: bool
    leading: bool
    """Whether it starts a block, as the label of a note does."""


def find_signs(tree: Tree) -> Iterator[Sign]:
    """The signs of a page in document order."""
    is_label = _PADDED_LABEL.fullmatch
    short = [text for text, written in enumerate(tree.texts) if len(written) <= _LONGEST and not written.isspace()]
    for text in short:
        written = tree.texts[text]
        if tree.tags[tree.text_elements[text]] in _WITHOUT_NOTES:
            continue
        if not (len(written) > _LONGEST_WORD and written.isalpha()) and (found := is_label(written)):
            sign = _sign(tree, text, found[1], written.strip())
            if sign is not None:
                yield sign


def _is_leading(tree: Tree, text: int) -> bool:
    """Whether a text starts its block, apart from brackets."""
    start = tree.block_starts[bisect_right(tree.block_starts, text) - 1]
    return text - start <= _LEVELS and all(map(_WITHOUT_WORDS.fullmatch, tree.texts[start:text]))


def _sign(tree: Tree, text: int, label: str, core: str) -> Sign | None:
    """The sign that a text shows; None if it is neither raised nor linked nor bold."""
    tags, parents, get = tree.tags, tree.parents, tree.elements.get
    element = tree.text_elements[text]
    top = link = -1
    raised = bold = False
    bracketed = core[0] in "[("
    for _ in range(_LEVELS):
        tag = tags[element] if element >= 0 else "html"
        if flow_of(tag) in (BLOCK, VERBATIM):
            break
        if tag in ("a", "sup", "b", "strong") or (tag == "span" and _is_reference(tree, element)):
            whole = tree.elements.leading_text(element, _LONGEST + 8).strip()
            if not LABEL.fullmatch(whole):
                break
            top = element
            bracketed = bracketed or whole[:1] in "[("
            link = element if tag == "a" and get(element, "href") is not None else link
            raised = raised or tag in ("sup", "span")
            bold = bold or tag in ("b", "strong")
        element = parents[element]
    if top < 0:
        return None
    leading = _is_leading(tree, text)
    if not (link >= 0 or raised or (bold and leading)):
        return None
    raised = raised or any(tags[around] == "sup" for around in _around(tree, top))
    return Sign(top, text, label.replace(" ", "").lower(), link, raised, bracketed, bold, leading)


def _around(tree: Tree, element: int) -> Iterator[int]:
    """The nearest elements around an element."""
    for _ in range(3):
        element = tree.parents[element]
        if element < 0:
            return
        yield element


def _is_reference(tree: Tree, span: int) -> bool:
    """Whether a span is named as a reference mark, or raised by its style."""
    get = tree.elements.get
    named = get(span, "class")
    if (named and _REFERENCE.search(named)) or get(span, "role") == "doc-noteref":
        return True
    style = get(span, "style")
    return bool(style) and "vertical-align" in style and "super" in style  # type: ignore[operator]
