"""Where a block stands and what it says, as keys that are the same on every page of a site.

A path is the elements around a block from the body down, each with its id and its first class name, numbers left out:
`div#main > div.story > p`. Its own place among its neighbors is no part of it, so that all paragraphs of an article,
and those of the next page's article, have the same path. A block that is more link than text ends with `a`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from maintext.page import Page
from maintext.page.elements import INLINE, LINK, flow_of

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[^\s>]{1,60}")
_DEEPEST: Final = 24
"""A path keeps its last so many elements; hostile pages nest deeper."""


@dataclass(frozen=True, slots=True)
class Places:
    """The path and the text's key of every block of a page, in the page's order."""

    paths: Sequence[str]
    texts: Sequence[int]


def places_of(page: Page) -> Places:
    """Where every block stands, and what it says."""
    tree = page.tree
    named: dict[int, str] = {}
    paths = [_path(tree, tree.text_elements[start], named) for start in tree.block_starts]
    for block, (text, links) in enumerate(zip(tree.block_texts, tree.block_links, strict=True)):
        if 2 * links > len(text):
            paths[block] += " > a"
    return Places(paths, [text_key(text, path) for text, path in zip(tree.block_texts, paths, strict=True)])


def text_key(text: str, path: str = "") -> int:
    """A text as a number of 64 bits: white space, case and digits make no difference.

    The end of its path does: a headline is not the same as the links to it that other pages have.
    """
    plain = " > ".join(path.rsplit(" > ", 2)[-2:]) + "|" + _NUMBER.sub("0", " ".join(text.lower().split()))
    return int.from_bytes(blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def label_of(tree: "Tree", element: int) -> str:
    """An element as a path names it: tag, id and first class name, numbers left out."""
    name = tree.tags[element]
    if identity := _plain(tree.elements.get(element, "id")):
        name += f"#{identity}"
    if first := _plain(tree.elements.get(element, "class")):
        name += f".{first}"
    return name


def _path(tree: "Tree", element: int, named: dict[int, str]) -> str:
    """The path of an element; in-line elements around a text are no part of it, nor are html and body."""
    steps: list[str] = []
    while element >= 0 and len(steps) < _DEEPEST:
        tag = tree.tags[element]
        if tag in ("body", "html"):
            break
        if flow_of(tag) not in (INLINE, LINK):
            if element not in named:
                named[element] = label_of(tree, element)
            steps.append(named[element])
        element = tree.parents[element]
    return " > ".join(reversed(steps)) or "body"


def _plain(value: str | None) -> str:
    found = _NAME.search(value) if value else None
    return _NUMBER.sub("0", found.group()) if found else ""
