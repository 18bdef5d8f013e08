"""Recover text that disappears in an unclosed raw element or in an element that is not shown.

A title, script, textarea, iframe or comment that is never closed swallows the rest of the page; a frameset hides the
page in noframes. If more text is missing than was found, the element is closed and the page is parsed again. The tree
with more text wins.
"""

import re
from typing import NamedTuple

from maintext.page.element_flow import RAW
from maintext.page.parsing.tree import Tree, linearize

_ROUNDS = 4
_MARKUP = re.compile(r"</(?:a|body|div|h[1-6]|head|li|p|span|table|td|tr|ul)\s*>|<(?:br|p|td)\b", re.IGNORECASE)
_TAG_START = re.compile(r"<[a-zA-Z/!]")
_LINE_TAG = re.compile(r"^[ \t]*<(?!/?script\b|!--)[a-zA-Z/]", re.IGNORECASE | re.MULTILINE)
_SWALLOWED_BODY = re.compile(r"^[ \t]*(?:</head>|<body\b|<link\b|<meta\b|</body>)", re.IGNORECASE | re.MULTILINE)


class Repair(NamedTuple):
    """A change to the source: the part from `start` to `stop` is kept, and an end tag is inserted at `at` in it."""

    start: int
    stop: int
    at: int
    end_tag: str

    def apply(self, source: str) -> str:
        """The repaired source."""
        return source[self.start : self.at] + self.end_tag + source[self.at : self.stop]

    def original_offset(self, offset: int) -> int:
        """The offset before the repair of an offset after it."""
        before = self.at - self.start
        return self.start + (offset if offset <= before else max(before, offset - len(self.end_tag)))


class Recovered(NamedTuple):
    """The source and its tree, and the repairs that led to it."""

    source: str
    tree: Tree
    repairs: tuple[Repair, ...] = ()


def recover_swallowed_text(source: str, tree: Tree) -> Recovered:
    """The source and its tree, repaired if a large part of the text was missing."""
    recovered = Recovered(source, tree)
    for _ in range(_ROUNDS):
        repaired = _close_swallowing_element(*recovered) or _show_hidden_body(*recovered)
        if repaired is None:
            break
        recovered = repaired
    return recovered


def _close_swallowing_element(source: str, tree: Tree, repairs: tuple[Repair, ...]) -> Recovered | None:
    """The source with the swallowing element closed, and its tree; None if there is none, or if no text is gained."""
    tag, size = tree.swallowed
    seen = _visible_length(tree)
    if size < 200 or size < seen:
        return None
    start, end = _longest_element(source, tag)
    if tag in ("!--", "textarea", "style") and end < len(source):
        return None  # it is closed, so the author intended it
    content = source[start:end]
    if len(_MARKUP.findall(content, 0, 100_000)) < 3:
        return None
    closing = _closing_tag(tag, content)
    if closing is None:
        return None
    position, end_tag = closing
    inserted = Repair(0, len(source), start + position, end_tag)
    repair = Repair(start, end, start, "") if tag == "noframes" else inserted
    repaired = repair.apply(source)
    again = linearize(repaired)
    return Recovered(repaired, again, (*repairs, repair)) if _visible_length(again) > seen else None


def _show_hidden_body(source: str, tree: Tree, repairs: tuple[Repair, ...]) -> Recovered | None:
    """The tree with an element shown that is usually skipped (noscript, object, template), if it contains the page."""
    candidates = [(size, tag) for tag, size in tree.lost.items() if tag not in RAW and tag != "head"]
    size, tag = max(candidates, default=(0, ""))
    seen = _visible_length(tree)
    if size < 500 or size < 2 * seen:
        return None
    again = linearize(source, frozenset([tag]))
    gained = _visible_length(again) > seen and tag not in again.lost
    return Recovered(source, again, repairs) if gained else None


def _visible_length(tree: Tree) -> int:
    return sum(map(len, tree.block_texts))


def _longest_element(source: str, tag: str) -> tuple[int, int]:
    """The start and end of the content of the longest element with this tag."""
    name = re.escape(tag)
    opening, closing = (r"<!--", r"-->") if tag == "!--" else (rf"<{name}\b[^<>]*>", rf"</{name}\b")
    best = (0, 0)
    at = 0
    find_opening, find_closing = re.compile(opening, re.IGNORECASE), re.compile(closing, re.IGNORECASE)
    last = source.rfind(">")
    while (opened := find_opening.search(source, at)) and opened.start() < last:
        closed = find_closing.search(source, opened.end())
        end = closed.start() if closed else len(source)
        best = max(best, (opened.end(), end), key=lambda span: span[1] - span[0])
        at = max(end, opened.end())
    return best


def _closing_tag(tag: str, content: str) -> tuple[int, str] | None:
    """The position in its content where an element should have been closed, and the missing end tag."""
    if tag == "!--":
        at = content.find(">")
        return (at, "--") if at >= 0 else None
    if tag == "script":
        found = _LINE_TAG.search(content) if _SWALLOWED_BODY.search(content) else None
    else:
        found = _TAG_START.search(content)
    return (found.start(), f"</{tag}>") if found else None
