"""Authors of a page: from machine-readable metadata, else from the visible byline."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from maintext.page.metadata.structured import Found, Structured, Thing, text_of, types_of
from maintext.page.page import Page

_META = (
    "author", "article:author", "article:author_name", "og:author", "dc.creator", "dcterms.creator", "dc.author",
    "parsely-author", "sailthru.author", "byl", "citation_author", "authors", "article.author", "rbauthors",
    "creator", "cxenseparse:author", "shareaholic:article_author_name", "vr:author", "bt:author", "blogger_name",
)  # fmt: skip
_BY = re.compile(
    r"^(?:(?:written|posted|published|authored|created|reviewed|submitted|story|words|text|guest post|reported)\s+)?"
    r"(?:by|von|par|por|di|door|av|af|от|автор|autor|auteur|author|autore)\s*[:\-–]?\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:[|•·—–]|\s-\s|,?\s(?:on|in|at|updated|published|posted|am|le|el|il)\s(?=[A-Z\d])|"
    r"\d{1,2}[./]\d{1,2}[./]|\b(?:19|20)\d\d\b|"
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\.?\s+\d).*$"
)
_NO_NAME = re.compile(
    r"https?:|www\.|@|^\W*$|^\d+$|[{}<>]|\b(?:comments?|share|follow|read more|subscribe|minutes?|updated|published|"
    r"posted|view all|more from|about the|cookie|privacy|login|log in|sign in|articles?)\b",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    [
        "admin",
        "administrator",
        "editor",
        "webmaster",
        "author",
        "user",
        "guest",
        "unknown",
        "anonymous",
        "null",
        "none",
        "root",
        "wpengine",
        "super user",
        "site admin",
    ]
)
_SPLIT = re.compile(r"\s*(?:;|\||,?\s+(?:and|und|et|y|e|&)\s+|,\s+(?=[A-Z]))\s*")
_CREDENTIALS = frozenset(
    "jr sr md phd rn ms ma mba do dds esq ii iii iv cpa rd cfp lcsw jd dvm np pa bsc msc dr ph.d m.d".split()
)
_BYLINE = re.compile(
    r"(?:^|[\s_\-])(?:byline|author|authors|writer|contributor|post-?author|entry-?author|author-?name|creator|p-author|"
    r"username|user-name|posted-?by|written-?by|vcard|fn|article-?author|blog-?author|authorname|by-author|auteur|"
    r"autor)(?:$|[\s_\-])",
    re.IGNORECASE,
)
_FAR = re.compile(
    r"comment|related|recommend|sidebar|footer|widget|bio\b|about|popular|card|teaser|listing|reply|avatar|trending",
    re.IGNORECASE,
)
_LONGEST = 80
_READ = 2000  # characters of an element's text or name that are looked at
_BYLINE_WORDS = 6


def find_authors(page: Page, structured: Structured, site: str | None) -> tuple[Found, ...]:
    """The authors, in the order in which the page names them."""
    for names, source in _candidates(page, structured):
        found = [cleaned for name in names for cleaned in clean_names(name)]
        found = [
            name
            for name in dict.fromkeys(found)
            if not (source != "byline" and _is_site(name, site) and source != "json-ld")
        ]
        if found:
            return tuple(Found(name, source) for name in found[:20])
    return ()


def _is_site(name: str, site: str | None) -> bool:
    return bool(site) and name.lower() == (site or "").lower()


def _candidates(page: Page, structured: Structured) -> Iterator[tuple[list[str], str]]:
    for thing in structured.things:
        names = list(_thing_authors(thing, structured))
        if names and not set(types_of(thing)) & {"website", "organization", "product"}:
            yield names, "json-ld"
    for name in _META:
        if name in structured.metas:
            yield structured.metas[name], "meta"
    if (structured.meta("twitter:label1") or "").lower() in ("written by", "by", "author", "von", "écrit par"):
        yield structured.metas.get("twitter:data1", []), "meta"
    yield _microdata(page, structured), "microdata"
    yield _bylines(page, structured), "byline"


def _thing_authors(thing: Thing, structured: Structured) -> Iterator[str]:
    written = thing.get("author") or thing.get("creator")
    for one in written if isinstance(written, list) else [written]:
        if isinstance(one, Mapping) and "name" not in one and "@id" in one:
            one = structured.by_id.get(str(one["@id"]))
        if one:
            yield text_of(one)


def _microdata(page: Page, structured: Structured) -> list[str]:
    elements, ends = page.tree.elements, page.ends
    properties = structured.properties
    named = [element for element in properties.get("name", ()) if elements.get(element, "itemprop") == "name"]
    names: list[str] = []
    for element in properties.get("author", ()):
        at = bisect_right(named, element)
        inner = named[at] if at < len(named) and named[at] < ends[element] else element
        names.append(elements.get(inner, "content") or elements.leading_text(inner, _READ))
        if len({*names[-4:]}) > 3:
            return names[:1]
    return names[:1] if len({*names}) > 3 else names


def _bylines(page: Page, structured: Structured) -> list[str]:
    """What stands in the first element that links to an author or calls itself a byline."""
    tree = page.tree
    for element, relation in structured.relations:
        if "author" in relation:
            name = " ".join(tree.elements.leading_text(element, _READ).split())
            if 0 < len(name) < _LONGEST:
                return [name]
    first = ""
    called = cache(lambda name: _BYLINE.search(name) is not None)
    for block, start in enumerate(tree.block_starts[:400]):
        text = tree.block_texts[block]
        if len(text) > 200:
            continue
        by = _BY.match(text)
        says_so = by is not None and len(text) < _LONGEST and text[by.end() : by.end() + 1].isupper()
        if not says_so and (first or len(text.split()) > _BYLINE_WORDS):
            continue
        near = _names_near(page, tree.text_elements[start])
        if not says_so and not any(map(called, near[:3])):
            continue
        if _FAR.search(" ".join(near)) or not clean_names(text):
            continue
        if says_so:
            return [text]
        first = text
    return [first] if first else []


def _names_near(page: Page, element: int) -> list[str]:
    """The classes of the four elements around a text."""
    tree, names = page.tree, page.block_attributes.names
    near: list[str] = []
    while element >= 0 and len(near) < 4 and tree.tags[element] not in ("body", "article", "main"):
        near.append(names[element][:_READ])
        element = tree.parents[element]
    return near


def clean_names(written: str) -> list[str]:
    """The names in a byline: without "By", dates, addresses and titles of office."""
    text = " ".join(written[:_READ].split())
    text = _BY.sub("", text, count=1)
    text = _TAIL.sub("", text).strip(" ,;:|-–—·•")
    if not text or len(text) > 200:
        return []
    names: list[str] = []
    for part in _SPLIT.split(text):
        name = part.strip(' ,.;:|-–—·•"“”')
        if names and name.lower().replace(".", "") in _CREDENTIALS:
            names[-1] += f", {name}"
        elif name and len(name) <= _LONGEST and not _NO_NAME.search(name) and name.lower() not in _GENERIC:
            names.append(name)
    return names


def author_line(authors: Iterable[str]) -> str | None:
    """Several authors in one line."""
    return "; ".join(authors) or None
