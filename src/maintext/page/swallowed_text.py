"""Recover text that a strict parser swallows, as a lenient browser would show it.

A title, script, textarea, iframe or comment that is never closed takes the rest of the page for its own characters; a
frameset hides the page in noframes. Where more text is missing than was found, that element is closed and the page
parsed again; the tree with more text is taken.
"""

import re

from maintext.page.element_flow import RAW
from maintext.page.parsing.tree import Tree, linearize

_ROUNDS = 4
_MARKUP = re.compile(r"</(?:a|body|div|h[1-6]|head|li|p|span|table|td|tr|ul)\s*>|<(?:br|p|td)\b", re.IGNORECASE)
_TAG_START = re.compile(r"<[a-zA-Z/!]")
_LINE_TAG = re.compile(r"^[ \t]*<(?!/?script\b|!--)[a-zA-Z/]", re.IGNORECASE | re.MULTILINE)
_SWALLOWED_BODY = re.compile(r"^[ \t]*(?:</head>|<body\b|<link\b|<meta\b|</body>)", re.IGNORECASE | re.MULTILINE)


def recover_swallowed_text(source: str, tree: Tree) -> tuple[str, Tree]:
    """The source and its tree, mended if a large part of the text was unseen."""
    for _ in range(_ROUNDS):
        mended = _mend_source(source, tree) or _show_hidden_body(source, tree)
        if mended is None:
            break
        source, tree = mended
    return source, tree


def _mend_source(source: str, tree: Tree) -> tuple[str, Tree] | None:
    """Close what swallowed the page; None if nothing did, or if it does not help."""
    tag, size = tree.swallowed
    seen = _seen(tree)
    if size < 200 or size < seen:
        return None
    start, end = _longest(source, tag)
    if tag in ("!--", "textarea", "style") and end < len(source):
        return None  # closed: the author meant it
    content = source[start:end]
    if len(_MARKUP.findall(content, 0, 100_000)) < 3:
        return None
    closing = _closing(tag, content)
    if closing is None:
        return None
    at, what = closing
    mended = content if tag == "noframes" else source[: start + at] + what + source[start + at :]
    again = linearize(mended)
    return (mended, again) if _seen(again) > seen else None


def _show_hidden_body(source: str, tree: Tree) -> tuple[str, Tree] | None:
    """Show an element that is usually skipped (noscript, object, template...) if it holds the page."""
    candidates = [(size, tag) for tag, size in tree.lost.items() if tag not in RAW and tag != "head"]
    size, tag = max(candidates, default=(0, ""))
    seen = _seen(tree)
    if size < 500 or size < 2 * seen:
        return None
    again = linearize(source, frozenset([tag]))
    return (source, again) if _seen(again) > seen and tag not in again.lost else None


def _seen(tree: Tree) -> int:
    return sum(map(len, tree.block_texts))


def _longest(source: str, tag: str) -> tuple[int, int]:
    """Where the content of the longest such element starts and ends."""
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


def _closing(tag: str, content: str) -> tuple[int, str] | None:
    """Where in its content an element should have been closed, and with what."""
    if tag == "!--":
        at = content.find(">")
        return (at, "--") if at >= 0 else None
    if tag == "script":
        found = _LINE_TAG.search(content) if _SWALLOWED_BODY.search(content) else None
    else:
        found = _TAG_START.search(content)
    return (found.start(), f"</{tag}>") if found else None
