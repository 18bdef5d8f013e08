"""The page as flat parallel arrays, made in one pass over the parser's nodes, without recursion.

Elements stand in document order with their parent and the end of their subtree; texts with their element; blocks are
runs of texts that a reader sees as one paragraph, heading, item or cell. With subtree ranges, everything about a
container is a difference of prefix sums.
"""

from dataclasses import dataclass

from maintext.page.elements import BLOCK, FLOW, INLINE, LINK, SKIPPED, VERBATIM, flow_of
from maintext.page.parse import (
    Comment,
    Document,
    DocumentFragment,
    Element,
    ElementAttributes,
    Text,
    parse_nodes,
)

_JSON_LD = "application/ld+json"


@dataclass(frozen=True, slots=True)
class Tree:
    """Elements, texts and blocks of one page, each a set of parallel lists."""

    tags: list[str]
    attributes: ElementAttributes
    parents: list[int]
    """The element an element stands in; -1 for the root."""
    ends: list[int]
    """One past the last element of each element's subtree."""

    texts: list[str]
    """Text nodes that may be shown, white space as written; those between blocks are left out."""
    text_elements: list[int]
    text_ranks: list[int]
    """How many elements start before each text."""
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
    nodes: list[Element] = []
    parents: list[int] = []
    ends: list[int] = []  # of an open element: 0
    element_flows: list[int] = []
    holders: list[Element | DocumentFragment] = []  # what the nodes in an element call their parent
    texts: list[str] = []
    text_elements: list[int] = []
    text_ranks: list[int] = []
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
    first = -1  # the open block's first text
    linked = 0
    gaps: dict[int, str] = {}  # what stands before a text of the open block: line breaks, or a space between links
    after_break = False
    link_end = -1  # the number of texts when the last link ended
    flows = FLOW | dict.fromkeys(shown, BLOCK) if shown else FLOW

    def flush() -> None:
        nonlocal first, linked, after_break
        if gaps:
            joined = "".join(gaps.get(at, "") + texts[at] for at in range(first, len(texts)))
            gaps.clear()
        else:
            joined = texts[first] if len(texts) == first + 1 else "".join(texts[first:])
        text = " ".join(joined.split()) if verbatim < 0 else joined.strip("\r\n")
        if verbatim >= 0 and not text.strip():
            del texts[first:], text_elements[first:], text_ranks[first:]
            while breaks and breaks[-1] >= first:
                breaks.pop()
        else:
            block_texts.append(text)
            block_starts.append(first)
            block_links.append(min(linked, len(text)))
        first = -1
        linked = 0
        after_break = False

    document = parse_nodes(source)
    top: Document | Element | DocumentFragment = document  # the innermost open node
    for node in document.descendants:
        parent = node.parent
        while parent is not top:  # what was open and does not hold this node has ended
            ends[element] = len(tags)
            flow = element_flows[element]
            if flow == INLINE:
                pass
            elif flow == BLOCK:
                if first >= 0 and skip < 0:
                    flush()
            elif element == link:
                link = -1
                link_end = len(texts)
            elif element == skip:
                skip = -1
            elif flow == VERBATIM and skip < 0:
                if first >= 0:
                    flush()
                if element == verbatim:
                    verbatim = -1
            element = parents[element]
            top = holders[element] if element >= 0 else document

        if type(node) is Text:
            data = node.data
            if data.isspace():
                if skip >= 0 or (first < 0 and verbatim < 0):
                    continue
            elif skip >= 0:
                tag = tags[element]
                if tag == "script":
                    if nodes[element].attr("type") == _JSON_LD:
                        data_scripts.append(data)
                elif tag != "style":
                    lost[tags[skip]] = lost.get(tags[skip], 0) + len(data.strip())
                    if tag == "title" and not titles and tags[skip] in ("head", "title"):
                        titles.append(data)
                if len(data) > swallowed[1] and "</" in data and (tag != "script" or _holds_a_page(data)):
                    swallowed = tag, len(data)
                continue
            else:
                after_break = False
                if link >= 0:
                    linked += len(data.strip())
            if first < 0:
                first = len(texts)
            texts.append(data)
            text_elements.append(element)
            text_ranks.append(len(tags))
        elif type(node) is Element:
            parents.append(element)
            element = len(tags)
            tag = node.tag
            tags.append(tag)
            nodes.append(node)
            holders.append(node)
            ends.append(0)
            top = node
            try:
                flow = flows[tag]
            except KeyError:
                flow = flow_of(tag)
            element_flows.append(flow)
            if flow == INLINE:
                pass
            elif flow == BLOCK:
                if first >= 0 and skip < 0:
                    flush()
            elif flow == LINK:
                if link < 0:
                    link = element
                    if first >= 0 and link_end == len(texts) and verbatim < 0:
                        gaps.setdefault(link_end, " ")  # links side by side are words apart, whatever the source says
            elif flow == SKIPPED:
                if skip < 0:
                    skip = element
            elif skip >= 0:
                pass
            elif flow == VERBATIM:
                if first >= 0:
                    flush()
                if verbatim < 0:
                    verbatim = element
            elif first >= 0:  # a line break
                if after_break and verbatim < 0:
                    flush()
                else:
                    gaps[len(texts)] = gaps.get(len(texts), "") + "\n"
                    breaks.append(len(texts))
                    after_break = True
        elif type(node) is Comment:
            data = node.data
            if len(data) > swallowed[1] and "</" in data:
                swallowed = "!--", len(data)
        elif type(node) is DocumentFragment:  # all that a template holds
            holders[element] = top = node
    if first >= 0:
        flush()
    while element >= 0:
        ends[element] = len(tags)
        element = parents[element]
    return Tree(
        tags, ElementAttributes(nodes), parents, ends, texts, text_elements, text_ranks, breaks,
        block_texts, block_starts, block_links,
        " ".join("".join(titles).split()), data_scripts, swallowed, lost,
    )  # fmt: skip


def _holds_a_page(script: str) -> bool:
    """Whether a script contains what no script should: it was not closed where it ended."""
    return any(sign in script for sign in ("<body", "<BODY", "</head>", "</HEAD>", "</body>", "</BODY>"))
