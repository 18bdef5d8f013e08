"""Visible bylines: the names beside a page's main heading, the best evidence first."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from maintext.page.metadata.author_names import BY, clean_names, is_full_name
from maintext.page.metadata.dates import read_date
from maintext.page.metadata.headings import Neighborhood
from maintext.page.metadata.structured import Structured
from maintext.page.page import Page
from maintext.urls import host_of, web_address

_AUTHOR_PATH = re.compile(
    r"/(?:authors?|by|profiles?|autor|autore|autori|autoren|auteurs?|journalists?|contributors?|columnists?|writers?|"
    r"reporters?|people|staff|experts?|bio|users?|members?|u|teams?)/[^/?#]+",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"(?:^|[\s_\-])(?:byline|author|authors|writer|contributor|post-?author|entry-?author|author-?name|creator|p-author|"
    r"username|user-name|posted-?by|written-?by|vcard|fn|article-?author|blog-?author|authorname|by-author|auteur|"
    r"autor)(?:$|[\s_\-])",
    re.IGNORECASE,
)
_FAR = re.compile(
    r"comment|related|recommend|sidebar|footer|(?<![\w-])widget|popular|teaser|reply|trending|testimonial|review",
    re.IGNORECASE,
)
_CONNECTOR = re.compile(r"[\s,;&/|·•]*(?:(?:and|und|et|y|e|och|og|en|и|with)[\s,]*)?", re.IGNORECASE)
_INNER_BY = re.compile(r"[·•|–—,]\s*(?:[Ww]ritten\s|[Pp]osted\s)?[Bb]y:?\s+(?=\S)")
_PLACES = re.compile(r"sign|register|log-?in|trial|demo|join|search|category|page", re.IGNORECASE)
_CLOSE = 4
_LONGEST = 160
_READ = 2000


class Byline(NamedTuple):
    """The names of a byline and the block they stand in."""

    names: tuple[str, ...]
    block: int


class Text(NamedTuple):
    """A text node of a block, and the `a` element it is in, -1 if none."""

    text: str
    link: int


def related_authors(structured: Structured) -> frozenset[int]:
    """The links that say in their rel that they lead to an author."""
    return frozenset(element for element, relation in structured.relations if "author" in relation.split())


def visible_bylines(near: Neighborhood, related: frozenset[int]) -> Iterator[Byline]:
    """The bylines near the main heading: author links, "By" with a name, names with a class, names beside a date."""
    for find in (_linked, _said, _labeled, _classed, _dated):
        for block in near.blocks:
            if len(near.page.tree.block_texts[block]) <= _LONGEST and (names := find(near, block, related)):
                yield Byline(tuple(dict.fromkeys(names)), block)


def closing_bylines(near: Neighborhood, related: frozenset[int]) -> Iterator[Byline]:
    """The bylines below the text, in a box about the author, if all of them name the same person."""
    texts = near.page.tree.block_texts
    below = replace(near, blocks=range(near.blocks.stop, near.end))
    found = {
        name: block
        for find in (_said, _labeled, _classed)
        for block in below.blocks
        if len(texts[block]) <= _LONGEST
        for name in find(below, block, related)[:1]
        if is_full_name(name) and not _is_far(near.page, _element(near.page, block))
    }
    if len(found) == 1:
        yield from (Byline((name,), block) for name, block in found.items())


def _leads_to_author(page: Page, link: int, related: frozenset[int]) -> bool:
    """Whether a link says in its rel, or by the path of the same host, that it leads to an author."""
    if link < 0:
        return False
    address = (page.tree.elements.get(link, "href") or "")[:_READ]
    if link in related or not _AUTHOR_PATH.search(address) or _PLACES.search(address):
        return link in related
    host, target = host_of(page.url or ""), host_of(web_address(page.url or "", address) or "")
    return not host or not target or target == host


def _texts(page: Page, block: int) -> list[Text]:
    """The text nodes of a block that are not white space."""
    tree = page.tree
    stop = tree.block_starts[block + 1] if block + 1 < len(tree.block_starts) else len(tree.texts)
    return [
        Text(" ".join(tree.texts[text].split()), _link_around(page, tree.text_elements[text]))
        for text in range(tree.block_starts[block], stop)
        if tree.texts[text].strip()
    ]


def _link_around(page: Page, element: int) -> int:
    for _ in range(4):
        if element < 0:
            break
        if page.tree.tags[element] == "a":
            return element
        element = page.tree.parents[element]
    return -1


def _linked(near: Neighborhood, block: int, related: frozenset[int]) -> list[str]:
    """The names that link to an author."""
    texts = (one for one in _texts(near.page, block) if _leads_to_author(near.page, one.link, related))
    return [name for one in texts if not _is_far(near.page, one.link) for name in clean_names(one.text)]


def _said(near: Neighborhood, block: int, related: frozenset[int]) -> list[str]:
    """The names after "By": those in links if links follow, else those in the text."""
    texts = _texts(near.page, block)
    if not texts or not BY.match(texts[0].text):
        inner = _INNER_BY.search(near.page.tree.block_texts[block])
        return clean_names(near.page.tree.block_texts[block][inner.end() :]) if inner and _is_close(near, block) else []
    rest = BY.sub("", texts[0].text, count=1)
    return _leading_names([texts[0]._replace(text=rest), *texts[1:]] if rest else texts[1:])


def _leading_names(texts: Sequence[Text]) -> list[str]:
    """The names at the start of a text: one text node, or several links."""
    names: list[str] = []
    for one in texts:
        if names and _CONNECTOR.fullmatch(one.text):
            continue
        found = clean_names(one.text)
        if not found or _is_phrase(found[0]) or (names and one.link < 0):
            break
        names += found
        if one.link < 0:
            break
    return names


def _is_phrase(text: str) -> bool:
    """Whether a text of several words begins or ends with a small letter, as a phrase does and a name does not."""
    found = text.split()
    return len(found) > 1 and (found[0][0].islower() or found[-1][0].islower())


def _labeled(near: Neighborhood, block: int, related: frozenset[int]) -> list[str]:
    """The names in the block after one that consists of a label such as "Written by"."""
    before = near.page.tree.block_texts[block - 1] if block else ""
    if not BY.match(before) or BY.sub("", before, count=1):
        return []
    return _leading_names(_texts(near.page, block))


def _classed(near: Neighborhood, block: int, related: frozenset[int]) -> list[str]:
    """The names in an element with the class of a byline; full names only, unless it is close to the heading."""
    names = _class_names(near.page, _element(near.page, block))
    if not any(map(_names_byline, names[:3])) or any(map(_names_other_part, names)):
        return []
    found = [name for one in _texts(near.page, block)[:3] for name in clean_names(one.text)]
    return found[:1] if found and _is_close(near, block) else [name for name in found if is_full_name(name)][:3]


def _dated(near: Neighborhood, block: int, related: frozenset[int]) -> list[str]:
    """A full name directly after the main heading with a date beside it, or any name in a block before a date."""
    texts = near.page.tree.block_texts
    if near.heading is None or not 0 < block - near.heading <= _CLOSE:
        return []
    names = [name for one in _texts(near.page, block)[:3] for name in clean_names(one.text)]
    title = near.page.title.lower()
    if not names or any(name.lower() in title for name in names):
        return []
    if all(map(is_full_name, names)):
        beside = (texts[other] for other in (block - 1, block, block + 1) if 0 <= other < len(texts))
        return names if any(len(text) < 80 and read_date(text) for text in beside) else []
    following = texts[block + 1] if block + 1 < len(texts) else ""
    return names[:1] if len(following) < 30 and read_date(following) and len(texts[block].split()) < 4 else []


def _is_close(near: Neighborhood, block: int) -> bool:
    return near.heading is not None and -2 <= block - near.heading <= _CLOSE and block != near.heading


def _is_far(page: Page, element: int) -> bool:
    return any(map(_names_other_part, _class_names(page, element)))


@lru_cache(maxsize=1024)
def _names_byline(names: str) -> bool:
    return _BYLINE.search(names) is not None


@lru_cache(maxsize=1024)
def _names_other_part(names: str) -> bool:
    return _FAR.search(names) is not None


def _element(page: Page, block: int) -> int:
    return page.tree.text_elements[page.tree.block_starts[block]]


def _class_names(page: Page, element: int) -> list[str]:
    """The classes of an element and its nearest ancestors."""
    tree, names = page.tree, page.block_attributes.names
    near: list[str] = []
    while element >= 0 and len(near) < 4 and tree.tags[element] not in ("body", "article", "main"):
        near.append(names[element][:_READ])
        element = tree.parents[element]
    return near
