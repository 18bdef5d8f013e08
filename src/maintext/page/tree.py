"""The page as flat parallel arrays, made in one pass over the parser's events, without recursion.

Elements stand in document order with their parent and the end of their subtree; texts with their element; blocks are
runs of texts that a reader sees as one paragraph, heading, item or cell. With subtree ranges, everything about a
container is a difference of prefix sums.
"""

from dataclasses import dataclass

from maintext.page.elements import BLOCK, BREAK, FLOW, INLINE, LINK, SKIPPED, UNKNOWN, VERBATIM
from maintext.page.parse import Attributes, Handler, parse

_JSON_LD = ("type", "application/ld+json")


@dataclass(frozen=True, slots=True)
class Tree:
    """Elements, texts and blocks of one page, each a set of parallel lists."""

    tags: list[str]
    attributes: list[Attributes]
    parents: list[int]
    """The element an element stands in; -1 for the root."""

    texts: list[str]
    """Text nodes that may be shown, white space as written; those between blocks are left out."""
    text_elements: list[int]
    breaks: list[int]
    """Line breaks inside blocks, each named by the text it stands before."""

    block_texts: list[str]
    """White space collapsed, but exact inside pre."""
    block_starts: list[int]
    """The first text of each block; the block ends where the next one starts."""
    block_links: list[int]
    """How many of the block's characters are link text."""

    title: str
    data: list[str]
    """JSON-LD scripts, as written."""
    swallowed: tuple[str, int]
    """The raw element ("!--" for a comment) that holds the most characters that look like markup, and how many."""
    lost: dict[str, int]
    """Characters of text inside elements that are not shown, scripts and styles apart."""


def linearize(source: str, shown: frozenset[str] = frozenset()) -> Tree:
    """Parse a page into flat arrays; `shown` are elements to show that otherwise are not.

    One pass and one function: its parts share their state, and calls between them would double its time.
    """
    tags: list[str] = []
    attributes: list[Attributes] = []
    parents: list[int] = []
    texts: list[str] = []
    text_elements: list[int] = []
    breaks: list[int] = []
    block_texts: list[str] = []
    block_starts: list[int] = []
    block_links: list[int] = []

    titles: list[str] = []
    data_scripts: list[str] = []
    swallowed = ("", 0)
    lost: dict[str, int] = {}
    element = -1
    link = skip = verbatim = -1  # the outermost such element that is open
    pieces: list[str] = []  # the open block's texts and line breaks
    first = linked = 0
    after_break = False
    link_end = -1  # the number of texts when the last link ended
    flow_of = (FLOW | dict.fromkeys(shown, BLOCK) if shown else FLOW).get

    def flush() -> None:
        nonlocal linked, after_break
        joined = pieces[0] if len(pieces) == 1 else "".join(pieces)
        text = " ".join(joined.split()) if verbatim < 0 else joined.strip("\r\n")
        if verbatim >= 0 and not text.strip():
            del texts[first:], text_elements[first:]
            while breaks and breaks[-1] >= first:
                breaks.pop()
        else:
            block_texts.append(text)
            block_starts.append(first)
            block_links.append(min(linked, len(text)))
        pieces.clear()
        linked = 0
        after_break = False

    def start(tag: str, attrs: Attributes) -> None:
        nonlocal element, link, skip, verbatim, after_break
        parents.append(element)
        element = len(tags)
        tags.append(tag)
        attributes.append(attrs)
        flow = flow_of(tag, UNKNOWN)
        if flow == INLINE:
            return
        if flow == BLOCK:
            if pieces and skip < 0:
                flush()
        elif flow == LINK:
            if link < 0:
                link = element
                if pieces and link_end == len(texts) and verbatim < 0:
                    pieces.append(" ")  # links side by side are words apart, whatever the source says
        elif flow == SKIPPED:
            if skip < 0:
                skip = element
        elif flow == BREAK:
            if pieces and skip < 0:
                if after_break and verbatim < 0:
                    flush()
                else:
                    pieces.append("\n")
                    breaks.append(len(texts))
                    after_break = True
        elif skip < 0 and ":" not in tag:
            if pieces:
                flush()
            if verbatim < 0 and flow == VERBATIM:
                verbatim = element

    def end(tag: str) -> None:
        nonlocal element, link, skip, verbatim, link_end
        flow = flow_of(tag, UNKNOWN)
        if flow == BLOCK:
            if pieces and skip < 0:
                flush()
        elif flow == INLINE:
            pass
        elif element == link:
            link = -1
            link_end = len(texts)
        elif element == skip:
            skip = -1
        elif skip < 0 and (flow == VERBATIM or (flow == UNKNOWN and ":" not in tag)):
            if pieces:
                flush()
            if element == verbatim:
                verbatim = -1
        element = parents[element]

    def characters(data: str) -> None:
        nonlocal first, linked, after_break, swallowed
        if skip >= 0:
            if data.isspace():
                return
            tag = tags[element]
            if tag == "script":
                if _JSON_LD in attributes[element]:
                    data_scripts.append(data)
            elif tag != "style":
                lost[tags[skip]] = lost.get(tags[skip], 0) + len(data.strip())
                if tag == "title" and not titles and tags[skip] in ("head", "title"):
                    titles.append(data)
            if len(data) > swallowed[1] and "</" in data and (tag != "script" or _holds_a_page(data)):
                swallowed = tag, len(data)
            return
        if data.isspace():
            if not pieces and verbatim < 0:
                return
        else:
            if link >= 0:
                linked += len(data.strip())
            after_break = False
        if not pieces:
            first = len(texts)
        pieces.append(data)
        texts.append(data)
        text_elements.append(element)

    def comment(data: str) -> None:
        nonlocal swallowed
        if len(data) > swallowed[1] and "</" in data:
            swallowed = "!--", len(data)

    parse(source, Handler(start, end, characters, comment))
    if pieces:
        flush()
    return Tree(
        tags, attributes, parents, texts, text_elements, breaks,
        block_texts, block_starts, block_links,
        " ".join("".join(titles).split()), data_scripts, swallowed, lost,
    )  # fmt: skip


def _holds_a_page(script: str) -> bool:
    """Whether a script contains what no script should: it was not closed where it ended."""
    return any(sign in script for sign in ("<body", "<BODY", "</head>", "</HEAD>", "</body>", "</BODY>"))
