"""Pages as sequences and trees of tags and blocks, for comparing two pages of a site."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from maintext.page import Page
from maintext.page.element_flow import INLINE, LINK, flow_of

TEXT: Final = "#text"


class PageToken(NamedTuple):
    """A start tag (`<p`), an end tag (`>p`) or a block of text."""

    label: str
    block: int = -1


@dataclass(slots=True)
class PageNode:
    """An element or a block of text; `content` is equal for equal subtrees."""

    label: str
    block: int = -1
    children: "list[PageNode]" = field(default_factory=list)
    content: int = 0
    size: int = 1

    def blocks(self) -> list[int]:
        """The blocks in the subtree, in order."""
        found, left = [], [self]
        while left:
            node = left.pop()
            if node.block >= 0:
                found.append(node.block)
            left.extend(reversed(node.children))
        return found


def page_tokens(page: Page) -> list[PageToken]:
    """The tags and blocks of a page in order; inline elements are left out."""
    tree = page.tree
    starts = iter([*tree.block_starts, len(tree.texts)])
    block, start = 0, next(starts)
    found: list[PageToken] = []
    opened: list[int] = []
    for element in range(len(tree.tags) + 1):
        while start < len(tree.texts) and tree.text_ranks[start] <= element:
            _close(tree.parents, tree.text_elements[start], opened, tree.tags, found)
            found.append(PageToken(TEXT, block))
            block, start = block + 1, next(starts)
        if element < len(tree.tags) and flow_of(tree.tags[element]) not in (INLINE, LINK):
            _close(tree.parents, tree.parents[element], opened, tree.tags, found)
            opened.append(element)
            found.append(PageToken(f"<{tree.tags[element]}"))
    _close(tree.parents, -1, opened, tree.tags, found)
    return found


def page_tree(tokens: Sequence[PageToken], texts: Sequence[str]) -> PageNode:
    """The same as a tree, under a node of its own."""
    root = PageNode("#page")
    path = [root]
    for token in tokens:
        if token.label == TEXT:
            path[-1].children.append(PageNode(TEXT, token.block, content=hash(texts[token.block])))
        elif token.label[0] == "<":
            path.append(PageNode(token.label[1:]))
            path[-2].children.append(path[-1])
        else:
            _finish(path.pop())
    _finish(root)
    return root


def _finish(node: PageNode) -> None:
    node.content = hash((node.label, *(child.content for child in node.children)))
    node.size = 1 + sum(child.size for child in node.children)


def _close(parents: Sequence[int], owner: int, opened: list[int], tags: Sequence[str], found: list[PageToken]) -> None:
    """Close the open elements that do not hold `owner`, which may itself be inline."""
    while owner >= 0 and flow_of(tags[owner]) in (INLINE, LINK):
        owner = parents[owner]
    while opened and opened[-1] != owner:
        found.append(PageToken(f">{tags[opened.pop()]}"))
