"""Path and text keys of blocks, which are comparable between the pages of a site.

A path lists the elements around a block from the body down, each with its id and first class name, without numbers:
`div#main > div.story > p`. It has no position among siblings; all paragraphs of all articles share a path. The path
of a block that is mostly link text ends with `a`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from maintext.page import Page
from maintext.page.element_flow import INLINE, LINK, flow_of

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[^\s>]{1,60}")
_DEEPEST: Final = 24
"""The maximum number of elements in a path, since hostile pages nest deeply."""


@dataclass(frozen=True, slots=True)
class BlockKeys:
    """The path and the text key of every block of a page, in order."""

    paths: Sequence[str]
    texts: Sequence[int]


def read_block_keys(page: Page) -> BlockKeys:
    """The keys of every block of a page."""
    tree = page.tree
    named: dict[int, str] = {}
    paths = [_path(tree, tree.text_elements[start], named) for start in tree.block_starts]
    for block, (text, links) in enumerate(zip(tree.block_texts, tree.block_links, strict=True)):
        if 2 * links > len(text):
            paths[block] += " > a"
    return BlockKeys(paths, [text_key(text, path) for text, path in zip(tree.block_texts, paths, strict=True)])


def text_key(text: str, path: str = "") -> int:
    """A 64-bit hash of a text, ignoring white space, case and digits.

    It includes the end of the path, since a headline differs from links to it on other pages.
    """
    plain = " > ".join(path.rsplit(" > ", 2)[-2:]) + "|" + _NUMBER.sub("0", " ".join(text.lower().split()))
    return int.from_bytes(blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def element_label(tree: "Tree", element: int) -> str:
    """An element as written in a path: tag, id and first class name, without numbers."""
    name = tree.tags[element]
    if identity := _without_numbers(tree.elements.get(element, "id")):
        name += f"#{identity}"
    if first := _without_numbers(tree.elements.get(element, "class")):
        name += f".{first}"
    return name


def _path(tree: "Tree", element: int, named: dict[int, str]) -> str:
    """The path of an element, without inline elements, html and body."""
    steps: list[str] = []
    while element >= 0 and len(steps) < _DEEPEST:
        tag = tree.tags[element]
        if tag in ("body", "html"):
            break
        if flow_of(tag) not in (INLINE, LINK):
            if element not in named:
                named[element] = element_label(tree, element)
            steps.append(named[element])
        element = tree.parents[element]
    return " > ".join(reversed(steps)) or "body"


def _without_numbers(value: str | None) -> str:
    found = _NAME.search(value) if value else None
    return _NUMBER.sub("0", found.group()) if found else ""
