"""Build the inline content of a block text by text: collapse white space, nest styles, move spaces out of styles."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from maintext.render.document import Break, Formula, Image, Inline, Inlines, Link, NoteMark, Player, Style, Styled

LINK: Final = "link"


class OpenStyle(NamedTuple):
    """An open style or link; `url` is the target of a link, empty if only its text is kept."""

    kind: str
    url: str
    element: int


class _Node(NamedTuple):
    """A style or link that is being built."""

    opening: OpenStyle
    content: "list[_Part]"


_Part: TypeAlias = Inline | _Node

_WHITE = re.compile(r"[\t\n\r\f][ \t\n\r\f]*+| [ \t\n\r\f]++")
"""White space that HTML collapses, other than single spaces; non-breaking spaces are kept."""
_OPENS_TEX = re.compile(r"\\[(\[]|\$\$?")
_CLOSES_TEX: Final = {r"\(": r"\)", r"\[": r"\]", "$$": "$$", "$": "$"}
_COMMAND = re.compile(r"\\[A-Za-z]+")
_SYMBOL = re.compile(r"[A-Za-z](?:['′]|_\w|\^\w)?|[A-Za-z]\([a-z](?:,\s?[a-z])*\)")
_MARKUP = re.compile(r"[*`~<>&#@]|[_^]$|://")
_LONGEST_INLINE = 300


class LineBuilder:
    """Collects the inline content of a block."""

    __slots__ = ("_break", "_lists", "_opened", "_space", "_started")

    def __init__(self) -> None:
        self._lists: list[list[_Part]] = [[]]
        self._opened: list[OpenStyle] = []
        self._space = False
        self._break = False
        self._started = False

    def text(self, text: str, styles: list[OpenStyle]) -> None:
        """Add a text inside these styles."""
        core = " ".join(text.split()) if text.isascii() else _WHITE.sub(" ", text.strip())
        if not core:
            self._space = True
            return
        if text[0].isspace():
            self._space = True
        self._set_styles(styles)
        if "\\" in core or core.count("$") > 1:
            self._lists[-1].extend(_with_formulas(core))
        else:
            self._lists[-1].append(core)
        self._space = text[-1].isspace()

    def add(self, one: Image | Player | Formula | NoteMark, styles: list[OpenStyle]) -> None:
        """Add an inline object that is not text."""
        self._set_styles(styles)
        self._lists[-1].append(one)

    def has_words_in(self, style: OpenStyle) -> bool:
        """Whether a style was opened in this line."""
        return any(opened is style for opened in self._opened)

    def line_break(self) -> None:
        """Add a line break, if content follows."""
        self._break = True

    def space(self) -> None:
        """Separate the next content by a space."""
        self._space = True

    def content(self) -> Inlines:
        """The inline content so far."""
        return _finish(self._lists[0])

    def _set_styles(self, styles: list[OpenStyle]) -> None:
        """Close and open styles until these are open; a pending space goes outside of them."""
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
    def _open(content: list[_Part], opening: OpenStyle) -> list[_Part]:
        if opening.kind == LINK and not opening.url:
            return content
        node = _Node(opening, [])
        content.append(node)
        return node.content

    @staticmethod
    def _reopened(content: list[_Part], opening: OpenStyle, spaced: bool) -> list[_Part] | None:
        """Continue a style that ended just before; code and links only if there is no space between."""
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
    """The content of a block that is a single text without formulas; None if it contains any."""
    if "\\" in text or text.count("$") > 1:
        return None
    core = " ".join(text.split()) if text.isascii() else _WHITE.sub(" ", text.strip())
    return (core,) if core else None


def _with_formulas(text: str) -> list[_Part]:
    r"""The text with formulas for each \(...\), \[...\] and $$...$$."""
    parts: list[_Part] = []
    at = 0
    for start, end, opening in _formula_spans(text):
        if start > at:
            parts.append(text[at:start])
        width = len(opening)
        parts.append(Formula(text[start + width : end - width].strip(), display=opening not in (r"\(", "$")))
        at = end
    if at < len(text):
        parts.append(text[at:])
    return parts


def _formula_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """The start, end and opening delimiter of each formula that is not empty.

    Once an opening delimiter has no closing one, no later one of its kind is searched.
    """
    unclosed: set[str] = set()
    at = 0
    while (found := _OPENS_TEX.search(text, at)) is not None:
        start, opening = found.start(), found.group()
        at = start + 1
        if opening in unclosed:
            continue
        closing = text.find(_CLOSES_TEX[opening], start + len(opening) + 1)
        if closing < 0:
            unclosed.add(opening)
        elif opening != "$" or _is_inline_formula(text, start, closing):
            at = closing + len(opening)
            yield start, at, opening


def _is_inline_formula(text: str, start: int, closing: int) -> bool:
    """Whether the text between two dollar signs is a formula and no prices, by the rules of pandoc and its content."""
    if closing - start > _LONGEST_INLINE or text[closing + 1 : closing + 2].isdigit():
        return False
    tex = text[start + 1 : closing]
    if tex[0].isspace() or tex[-1].isspace() or tex[-1] == "\\":
        return False
    if _COMMAND.search(tex):
        return True
    if _SYMBOL.fullmatch(tex):
        return True
    return not tex[0].isdigit() and not _MARKUP.search(tex) and any(sign in tex for sign in "^_=") and "." not in tex


def _finish_link(content: list[_Part]) -> None:
    """Replace a closed link by its final form, which takes less memory."""
    link = content[-1]
    if isinstance(link, _Node) and link.content and link.opening.kind == LINK:
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
