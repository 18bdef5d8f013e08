"""Build the inline content of a block text by text: collapse white space, nest styles, spaces outside of styles."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from maintext.render.document import Break, Formula, Image, Inline, Inlines, Link, NoteMark, Style, Styled

LINK: Final = "link"


class Opening(NamedTuple):
    """A style or a link that is open; `url` is where a link leads."""

    kind: str
    url: str
    element: int


class _Node(NamedTuple):
    """A style or link being filled."""

    opening: Opening
    content: "list[_Part]"


_Part: TypeAlias = Inline | _Node

_WHITE = re.compile(r"[ \t\n\r\f]+")  # what HTML collapses: spaces that do not break are kept
_OPENS_TEX = re.compile(r"\\[(\[]|\$\$")
_CLOSES_TEX: Final = {r"\(": r"\)", r"\[": r"\]", "$$": "$$"}


class LineBuilder:
    """Collects what stands in a block."""

    __slots__ = ("_break", "_lists", "_opened", "_space", "_started")

    def __init__(self) -> None:
        self._lists: list[list[_Part]] = [[]]
        self._opened: list[Opening] = []
        self._space = False
        self._break = False
        self._started = False

    def text(self, text: str, styles: list[Opening]) -> None:
        """Add a text that stands in these styles."""
        core = " ".join(text.split()) if text.isascii() else _WHITE.sub(" ", text.strip())
        if not core:
            self._space = True
            return
        if text[0].isspace():
            self._space = True
        self._level(styles)
        if "\\" in core or "$$" in core:
            self._lists[-1].extend(_with_formulas(core))
        else:
            self._lists[-1].append(core)
        self._space = text[-1].isspace()

    def add(self, one: Image | Formula | NoteMark, styles: list[Opening]) -> None:
        """Add something that is no text."""
        self._level(styles)
        self._lists[-1].append(one)

    def line_break(self) -> None:
        """End the line, if anything follows."""
        self._break = True

    def space(self) -> None:
        """Keep what follows apart from what stands there."""
        self._space = True

    def content(self) -> Inlines:
        """All of it."""
        return _finish(self._lists[0])

    def _level(self, styles: list[Opening]) -> None:
        """Close and open styles until these are open; a space that is due goes outside of what opens and closes."""
        opened, lists = self._opened, self._lists
        if not self._started and not styles:
            self._started = True
            self._break = self._space = False
            return
        count = len(styles)
        shared = count if len(opened) == count and (not count or opened[-1] is styles[-1]) else 0
        while shared < len(opened) and shared < len(styles) and opened[shared] is styles[shared]:
            shared += 1
        if len(opened) > shared:
            if opened[shared].kind == LINK:
                _finish_link(lists[shared])
            del opened[shared:], lists[shared + 1 :]
        spaced = False
        if self._started:
            if self._break:
                lists[-1].append(Break())
            elif self._space:
                lists[-1].append(" ")
                spaced = True
        for opening in styles[shared:]:
            lists.append(self._reopened(lists[-1], opening, spaced) or self._open(lists[-1], opening))
            opened.append(opening)
            spaced = False
        self._started = True
        self._break = self._space = False

    @staticmethod
    def _open(content: list[_Part], opening: Opening) -> list[_Part]:
        node = _Node(opening, [])
        content.append(node)
        return node.content

    @staticmethod
    def _reopened(content: list[_Part], opening: Opening, spaced: bool) -> list[_Part] | None:
        """A style that ended just before goes on; code and links do only if nothing stands between."""
        if len(content) <= spaced or opening.kind == LINK or (spaced and opening.kind == "code"):
            return None
        last = content[-1 - spaced]
        if not isinstance(last, _Node) or last.opening.kind != opening.kind:
            return None
        if spaced:
            content.pop()
            last.content.append(" ")
        return last.content


def simple_line(text: str) -> Inlines | None:
    """The content of a block that is one text without any style; None if there is more to it."""
    if "\\" in text or "$$" in text:
        return None
    core = " ".join(text.split()) if text.isascii() else _WHITE.sub(" ", text.strip())
    return (core,) if core else None


def _with_formulas(text: str) -> list[_Part]:
    r"""Text with the formulas in it that are written as \(...\), \[...\] or $$...$$."""
    parts: list[_Part] = []
    at = 0
    for start, end, opening in _formula_spans(text):
        if start > at:
            parts.append(text[at:start])
        parts.append(Formula(text[start + 2 : end - 2].strip(), display=opening != r"\("))
        at = end
    if at < len(text):
        parts.append(text[at:])
    return parts


def _formula_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each formula with at least one character starts and ends, and what opens it.

    An opening without its closing is looked for once: none after it has one either.
    """
    unclosed: set[str] = set()
    at = 0
    while (found := _OPENS_TEX.search(text, at)) is not None:
        start, opening = found.start(), found.group()
        at = start + 1
        if opening in unclosed:
            continue
        closing = text.find(_CLOSES_TEX[opening], start + 3)
        if closing < 0:
            unclosed.add(opening)
        else:
            at = closing + 2
            yield start, at, opening


def _finish_link(content: list[_Part]) -> None:
    """Replace a link that was closed by what it becomes, which takes less memory."""
    link = content[-1]
    if isinstance(link, _Node) and link.content:
        content[-1] = Link(link.opening.url, _finish(link.content))


def _finish(parts: list[_Part]) -> Inlines:
    finished: list[Inline] = []
    run: list[str] = []
    for part in parts:
        if type(part) is str:
            run.append(part)
            continue
        if run:
            finished.append("".join(run))
            run.clear()
        if not isinstance(part, _Node):
            finished.append(part)
        elif part.content:
            content = _finish(part.content)
            kind: Style | str = part.opening.kind
            finished.append(Link(part.opening.url, content) if kind == LINK else Styled(kind, content))  # type: ignore[arg-type]
    if run:
        finished.append("".join(run))
    return tuple(finished)
