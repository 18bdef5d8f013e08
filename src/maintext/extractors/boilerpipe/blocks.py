"""Text blocks with shallow features, cut as boilerpipe cuts them [Kohlschütter 2010].

Every tag ends a block, but for a few that only style text; a line break and an image end one too. Words are counted as
boilerpipe counts them: signs such as the full stop belong to the word beside them, and a run of Chinese is one word.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from maintext.extractors.segments import Cursor, Span
from maintext.page import Page
from maintext.page.parsing.elements import Attributes
from maintext.page.parsing.events import Handler, parse

_IGNORED, _ANCHOR, _BODY, _INLINE, _SPACED, _CUTTING = range(6)
_ACTIONS = (
    dict.fromkeys("applet embed link noscript object option script style".split(), _IGNORED)
    | dict.fromkeys("b code em font i span strike strong sub sup tt u var".split(), _INLINE)
    | dict.fromkeys(("abbr", "acronym"), _SPACED)
    | {"a": _ANCHOR, "body": _BODY}
)
_SPACES: Final = (
    " \t\n\r\v\f\x1c\x1d\x1e\x1f\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029"
    "\u205f\u3000"
)
"""White space in Java's definition, without the no-break space: a single no-break space makes a block without words."""
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u094f"
)
_GLUE = "\"'.,!@\\-:;$?()/_" + _MARKS
_SPACE_RUN: Final = re.compile(f"[{_SPACES}]+")
_WORD: Final = re.compile(rf"(?<![{_GLUE}])[{_GLUE}]*+[^\W_][{_GLUE}\w]*+")  # linear on long runs of signs too


class TextBlock(NamedTuple):
    """A run of text with its shallow features; never changed, only replaced."""

    text: str
    """One line for each block that was merged into it."""
    words: int = 0
    linked: int = 0
    """The number of words that are link text."""
    wrapped: int = 0
    """The number of words on full lines if the text is wrapped; all words if no line is full."""
    lines: int = 1
    members: tuple[int, ...] = (0,)
    """The positions on the page of the blocks that were merged into it."""
    level: int = 0
    """The depth of the text in the tree, without tags that only style text."""
    content: bool = False
    labels: frozenset[str] = frozenset()

    @property
    def text_density(self) -> float:
        """Words per full line."""
        return self.wrapped / self.lines

    @property
    def link_density(self) -> float:
        """The share of words that are link text."""
        return self.linked / self.words if self.words else 0.0


class TextDocument(NamedTuple):
    """The input and output of filters: the remaining blocks, and the title of the page."""

    blocks: Sequence[TextBlock]
    title: str = ""


def marked(block: TextBlock, content: bool) -> TextBlock:
    """The block marked as content or not."""
    return block if block.content == content else block._replace(content=content)


def fuse(blocks: Sequence[TextBlock]) -> TextBlock:
    """Merge several blocks into one."""
    if len(blocks) == 1:
        return blocks[0]
    wrapped = sum(block.wrapped for block in blocks)
    return TextBlock(
        text="\n".join([block.text for block in blocks]),
        words=sum(block.words for block in blocks),
        linked=sum(block.linked for block in blocks),
        wrapped=wrapped,
        lines=sum(block.lines for block in blocks) if wrapped else 1,
        members=tuple(member for block in blocks for member in block.members),
        level=min(block.level for block in blocks),
        content=any(block.content for block in blocks),
        labels=frozenset().union(*(block.labels for block in blocks)),
    )


def count_lines(words: Sequence[str], width: int) -> tuple[int, int]:
    """The number of words on full lines of this width, and the number of such lines.

    A line is full when the next word does not fit; text that fills none counts as one line.
    """
    if sum(map(len, words)) + len(words) - 1 <= width:
        return len(words), 1
    lines, length, on_line = 0, -1, 0
    for word in words:
        length += len(word) + 1
        on_line += 1
        if length > width:
            lines += 1
            length = len(word)
            on_line = 1
    wrapped = len(words) - on_line if lines else 0
    return (wrapped, lines) if wrapped else (len(words), 1)


def _measure(runs: Sequence[str], links: Sequence[bool], width: int, place: int, level: int) -> TextBlock:
    """The block of these runs of text, of which some are link text."""
    words = _WORD.findall(runs[0])
    linked = len(words) if links[0] else 0
    for run, is_link in zip(runs[1:], links[1:], strict=True):
        found = _WORD.findall(run)
        words += found
        if is_link:
            linked += len(found)
    wrapped, lines = count_lines(words, width)
    return TextBlock(_collapse(" ".join(runs)), len(words), linked, wrapped, lines, (place,), level)


def _collapse(text: str) -> str:
    return " ".join(text.split()) if text.isascii() else _SPACE_RUN.sub(" ", text).strip(" ")


def read_blocks(page: Page, width: int) -> tuple[TextDocument, list[Span]]:
    """The page's text blocks, and for each the texts of the page's tree it holds.

    One pass and one function: its parts share their state, and calls between them would double its time.
    """
    blocks: list[TextBlock] = []
    spans: list[Span] = []
    runs: list[str] = []  # the open block's text, cut where links begin and end
    links: list[bool] = []
    pieces: list[str] = []  # the open run's text
    cursor = Cursor(page.tree)
    pass_start, pass_end, pass_text = cursor.start, cursor.end, cursor.text
    ignored = bodies = level = 0
    block_level = -1
    linked = False
    named: Attributes = ()
    titles: list[str] = []
    last_tag = ""
    cut = False
    begun = 0

    def close_run() -> None:
        if pieces:
            runs.append("".join(pieces))
            links.append(linked)
            pieces.clear()

    def flush() -> None:
        nonlocal block_level
        if block_level < 0:
            return
        close_run()
        blocks.append(_measure(runs, links, width, len(blocks), block_level))
        spans.append((begun, cursor.texts))
        runs.clear()
        links.clear()
        block_level = -1

    def start(tag: str, attributes: Attributes) -> None:
        nonlocal ignored, bodies, level, linked, named, last_tag, cut
        pass_start()
        action = _ACTIONS.get(tag, _CUTTING)
        if action == _INLINE:
            return
        if action == _SPACED:
            if block_level >= 0:
                pieces.append(" ")
            return
        level += 1
        if action == _CUTTING:
            last_tag = tag
            cut = True
            if linked and tag == "table":
                close_run()
                linked = False
        elif action == _IGNORED:
            ignored += 1
            cut = True
        elif action == _ANCHOR:
            if attributes != named or not attributes:
                close_run()
                linked = True
                named = attributes if all(name != "href" for name, _ in attributes) else ()
        else:
            flush()
            bodies += 1

    def end(tag: str) -> None:
        nonlocal ignored, bodies, level, linked, cut
        pass_end()
        action = _ACTIONS.get(tag, _CUTTING)
        if action == _INLINE:
            return
        if action == _SPACED:
            if block_level >= 0:
                pieces.append(" ")
            return
        level -= 1
        if action == _CUTTING:
            cut = True
        elif action == _IGNORED:
            ignored -= 1
            cut = True
        elif action == _ANCHOR:
            close_run()
            linked = False
        else:
            flush()
            bodies -= 1

    def characters(data: str) -> None:
        nonlocal block_level, cut, begun
        if cut:
            cut = False
            if block_level >= 0:
                flush()
        if ignored or not bodies:
            pass_text(data)
            if last_tag == "title" and not ignored:
                titles.append(data)
            return
        if block_level < 0:
            if data.isspace() and not data.strip(_SPACES):
                pass_text(data)
                return
            block_level = level
            begun = cursor.texts
        pass_text(data)
        pieces.append(data)

    parse(page.source, Handler(start, end, characters, lambda data: None))
    flush()
    return TextDocument(blocks, _collapse("".join(titles))), spans
