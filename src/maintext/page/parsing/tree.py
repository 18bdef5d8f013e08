"""The page as flat parallel arrays, built in one pass over the parser's nodes, without recursion.

Elements are stored in document order with their parent and the end of their subtree, texts with their element. Blocks
are runs of texts that a reader sees as one paragraph, heading, list item or table cell. Subtrees are ranges, so sums
over an element are differences of prefix sums.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import turbohtml
from turbohtml import Comment, DocumentFragment, Element, Node, Text

from maintext.page.element_flow import BLOCK, FLOW, INLINE, LINK, SKIPPED, VERBATIM, flow_of
from maintext.page.parser_guard import parser_safe
from maintext.page.parsing.elements import Elements

_JSON_LD = "application/ld+json"
_EDGES = frozenset([BLOCK, VERBATIM])
_ENDS = re.compile("</").search
_HOLDS_A_PAGE = re.compile("<(?:body|BODY|/(?:head|HEAD|body|BODY)>)").search
"""Markup that shows that a script was not closed."""


@dataclass(frozen=True)
class Tree:
    """Elements, texts and blocks of one page, each a set of parallel lists."""

    tags: list[str]
    elements: Elements
    parents: list[int]
    """The parent of each element; -1 for the root."""
    texts: list[str]
    """Text nodes that may be shown, with white space unchanged; white space between blocks is left out."""
    text_elements: list[int]
    text_ranks: list[int]
    """The number of elements that start before each text."""
    breaks: list[int]
    """Line breaks inside blocks, each as the index of the text after it."""

    block_texts: list[str]
    """The text of each block with white space collapsed; unchanged inside `pre`."""
    block_starts: list[int]
    """The index of the first text of each block; the block ends where the next one starts."""
    block_links: list[int]
    """The number of characters of each block that are link text."""

    title: str
    data: list[str]
    """The contents of JSON-LD scripts."""
    swallowed: tuple[str, int]
    """The tag of the longest raw element that contains markup ("!--" for a comment), and its length."""
    lost: dict[str, int]
    """By tag, the number of characters inside elements that are not shown, except scripts and styles."""

    @cached_property
    def ends(self) -> list[int]:
        """One past the last element of each element's subtree."""
        ends = list(range(1, len(self.parents) + 1))
        for element in range(len(ends) - 1, 0, -1):
            parent = self.parents[element]
            if ends[parent] < ends[element]:
                ends[parent] = ends[element]
        return ends


def linearize(source: str, shown: frozenset[str] = frozenset()) -> Tree:
    """Parse a page into flat arrays; `shown` lists tags to show that are usually skipped.

    This is one long function for speed: calls between its parts would double its time. The end of an element is
    detected at the next relevant node, by its parent.
    """
    tags: list[str] = []
    parents: list[int] = []
    element_flows: list[int] = []
    texts: list[str] = []
    text_elements: list[int] = []
    text_ranks: list[int] = []
    breaks: list[int] = []
    block_starts: list[int] = []
    block_links: list[int] = []
    exact: list[int] = []  # the blocks inside pre

    titles: list[str] = []
    data_scripts: list[str] = []
    swallowed = ("", 0)
    lost: dict[str, int] = {}
    element = -1
    rank = 0  # the number of elements so far; sharing one int object saves memory
    link = skip = verbatim = -1  # the outermost open element of this flow
    first = -1  # the open block's first text
    linked = 0
    gaps: dict[int, int] = {}  # the number of line breaks before a text; 0 for a space between links
    after_break = False
    link_end = -1  # the number of texts when the last link ended
    known: dict[str, tuple[str, int]] = {}  # by tag: one shared string, and its flow
    flows = FLOW | dict.fromkeys(shown, BLOCK) if shown else FLOW

    def flush() -> None:
        nonlocal first, linked, after_break
        if verbatim < 0 or not all(map(str.isspace, texts[first:])):
            if verbatim >= 0:
                exact.append(len(block_starts))
            block_starts.append(first)
            block_links.append(linked)
        else:
            del texts[first:], text_elements[first:], text_ranks[first:]
            while breaks and breaks[-1] >= first:
                gaps.pop(breaks.pop(), None)
        gaps.pop(len(texts), None)
        first = -1
        linked = 0
        after_break = False

    document = turbohtml.parse(parser_safe(source), positions=False)
    top: Node | None = document  # the node of `element`
    numbers: dict[Node | None, int] = {document: -1}  # element indices by node
    for node in document.descendants:
        if type(node) is Text:
            data = node.data
            if first < 0 and verbatim < 0 and data.isspace():
                continue
            tag = ""
        elif type(node) is Element:
            tag = node.tag
        else:
            if type(node) is Comment:
                data = node.data
                if len(data) > swallowed[1] and _ENDS(data):
                    swallowed = "!--", len(data)
            elif type(node) is DocumentFragment:  # the content of a template
                numbers[node] = numbers[node.parent]
            continue

        parent = node.parent
        if parent is not top:  # elements have ended
            top = parent
            ended = element
            element = numbers[parent]
            if element < skip:
                ended = parents[skip]
                skip = -1
            if first >= 0 and skip < 0:
                while ended != element and element_flows[ended] not in _EDGES:
                    ended = parents[ended]
                if ended != element:
                    flush()
            if element < link:
                link = -1
                link_end = len(texts)
            if element < verbatim:
                verbatim = -1

        if tag:
            parents.append(element)
            element = numbers[node] = rank
            try:
                tag, flow = known[tag]
            except KeyError:
                flow = flows[tag] if tag in flows else flow_of(tag)
                known[tag] = tag, flow
            tags.append(tag)
            rank = len(tags)
            top = node
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
                        gaps.setdefault(link_end, 0)  # adjacent links are separate words, even without white space
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
                    gaps[len(texts)] = gaps.get(len(texts), 0) + 1
                    breaks.append(len(texts))
                    after_break = True
        else:
            if skip >= 0:
                if data.isspace():
                    continue
                tag = tags[element]
                if tag == "script":
                    if type(parent) is Element and parent.attr("type") == _JSON_LD:
                        data_scripts.append(data)
                elif tag != "style":
                    lost[tags[skip]] = lost.get(tags[skip], 0) + len(data.strip())
                    if tag == "title" and not titles and tags[skip] in ("head", "title"):
                        titles.append(data)
                if len(data) > swallowed[1] and (tag != "script" or _HOLDS_A_PAGE(data)) and _ENDS(data):
                    swallowed = tag, len(data)
                continue
            if not data.isspace():
                after_break = False
                if link >= 0:
                    linked += len(data.strip())
            elif first < 0 and verbatim < 0:
                continue
            if first < 0:
                first = len(texts)
            texts.append(data)
            text_elements.append(element)
            text_ranks.append(rank)
    if first >= 0:
        flush()
    del numbers, element_flows  # they take a quarter of the memory of a long page
    block_texts = _join_block_texts(texts, block_starts, gaps, exact)
    return Tree(
        tags, Elements(document), parents, texts, text_elements, text_ranks, breaks,
        block_texts, block_starts, list(map(min, block_links, map(len, block_texts))),
        " ".join("".join(titles).split()), data_scripts, swallowed, lost,
    )  # fmt: skip


def _join_block_texts(texts: list[str], starts: list[int], gaps: dict[int, int], exact: list[int]) -> list[str]:
    """The texts of the blocks, with white space collapsed except in the blocks listed in `exact`."""
    pieces = texts.copy()
    for text, gap in gaps.items():
        pieces[text] = ("\n" * gap or " ") + pieces[text]
    bounds = pairwise([*starts, len(texts)])
    joined = [pieces[start] if stop - start == 1 else "".join(pieces[start:stop]) for start, stop in bounds]
    blocks = [" ".join(block.split()) for block in joined]
    for block in exact:
        blocks[block] = joined[block].strip("\r\n")
    return blocks
