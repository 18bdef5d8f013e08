"""Authors of a page: declared names that the page shows, then its byline, then other declared names.

A name that the markup declares and the page shows beside its main heading is nearly always right. A declared name that
is not shown is often that of the publisher, or of who entered the page, so a visible byline is preferred to it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from maintext.page.metadata.author_names import clean_names, is_organization, is_person, reorder
from maintext.page.metadata.bylines import Byline, closing_bylines, related_authors, visible_bylines
from maintext.page.metadata.headings import Neighborhood
from maintext.page.metadata.structured import JsonLdObject, SourcedValue, Structured, object_types, value_text
from maintext.page.page import Page
from maintext.page.words import words
from maintext.urls import split_url

_META = (
    "author", "article:author", "article:author_name", "og:author", "citation_author", "dc.creator", "dcterms.creator",
    "dc.author", "parsely-author", "sailthru.author", "byl", "authors", "article.author", "rbauthors", "creator",
    "cxenseparse:author", "shareaholic:article_author_name", "vr:author", "bt:author", "blogger_name",
)  # fmt: skip
_CITATIONS = ("citation_author", "dc.creator", "dcterms.creator", "dc.author")
_WRITTEN = (
    "written by",
    "by",
    "author",
    "von",
    "verfasst von",
    "écrit par",
    "escrito por",
    "scritto da",
    "geschreven door",
)
_NO_WORKS = frozenset(["website", "organization", "product", "softwareapplication", "localbusiness", "service"])
_ORGANIZATIONS = ("organization", "newsmediaorganization", "corporation", "brand", "localbusiness")
_READ = 2000
_MOST = 20


class Declared(NamedTuple):
    """Names from one place of the markup."""

    names: tuple[str, ...]
    source: str
    organization: bool = False


def find_authors(near: Neighborhood, structured: Structured, site: str | None) -> tuple[SourcedValue, ...]:
    """The authors, in the order of the page."""
    declared = [one for one in _declared(near.page, structured) if one.names]
    found = _choose(near, structured, declared, site)
    return tuple(SourcedValue(name, found.source) for name in found.names[:_MOST]) if found else ()


def _choose(near: Neighborhood, structured: Structured, declared: list[Declared], site: str | None) -> Declared | None:
    related = related_authors(structured)
    shown = list(visible_bylines(near, related))
    persons = [one for one in declared if not one.organization and not _is_site(one.names, site)]
    text = near.text
    named = next((byline for byline in shown if is_person(byline.names[0])), None)
    for one in persons:
        if one.names[0].lower() in text and not (named and is_organization(one.names[0])):
            return _complete(one, shown)
    if not structured.is_article and (poster := _first_poster(near.page)):
        return Declared(tuple(clean_names(poster)), "byline")
    for byline in shown:
        if not _is_site(byline.names, site):
            return Declared(byline.names, "byline")
    if persons:
        return persons[0]
    for byline in (*shown, *closing_bylines(near, related)):
        return Declared(byline.names, "byline")
    is_inner = near.page.url is None or split_url(near.page.url).path.strip("/")
    return next((one for one in declared if not one.organization and is_inner), None)


def _first_poster(page: Page) -> str | None:
    """The author of the first post on a page of posts."""
    from maintext.page.posts import read_posts

    posts = [post for post in read_posts(page) if post.kind == "post"]
    return posts[0].author if len(posts) > 1 else None


def _complete(declared: Declared, shown: Iterable[Byline]) -> Declared:
    """The declared names, or those of a byline that names them and others."""
    for byline in shown:
        if len(byline.names) > len(declared.names) and set(declared.names) <= set(byline.names):
            return Declared(byline.names, declared.source)
    return declared


def _is_site(names: tuple[str, ...], site: str | None) -> bool:
    """Whether a name is that of the site, such as "Mill News" or millnews for millnews.example."""
    name = "".join(words(names[0].lower()))
    known = (site or "").lower()
    return bool(known) and name in ("".join(words(known)), known.rpartition(".")[0].replace("-", ""))


def _declared(page: Page, structured: Structured) -> Iterator[Declared]:
    """The authors that the markup declares, the best source first."""
    for entity in structured.json_ld:
        if not set(object_types(entity)) & _NO_WORKS:
            yield from _json_ld_authors(entity, structured)
    for name in _META:
        if values := structured.metas.get(name, ()):
            yield Declared(_names(map(reorder, values) if name in _CITATIONS else values), "meta")
    if (structured.meta("twitter:label1") or "").lower().rstrip(":") in _WRITTEN:
        yield Declared(_names(structured.metas.get("twitter:data1", ())), "meta")
    yield Declared(_names(_microdata(page, structured)), "microdata")


def _names(written: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in written for name in clean_names(one)))


def _json_ld_authors(entity: JsonLdObject, structured: Structured) -> Iterator[Declared]:
    """The persons and then the organizations among the authors of a JSON-LD object."""
    written = entity.get("author") or entity.get("creator")
    names: dict[bool, list[str]] = {False: [], True: []}
    for one in written if isinstance(written, list) else [written]:
        if isinstance(one, Mapping) and "name" not in one and "@id" in one:
            one = structured.by_id.get(str(one["@id"]))
        if one:
            kinds = object_types(one) if isinstance(one, Mapping) else []
            names[any(kind in _ORGANIZATIONS for kind in kinds)].append(value_text(one))
    for organization, listed in names.items():
        yield Declared(_names(listed), "json-ld", organization)


def _microdata(page: Page, structured: Structured) -> list[str]:
    elements, ends = page.tree.elements, page.ends
    properties = structured.properties
    named = [element for element in properties.get("name", ()) if elements.get(element, "itemprop") == "name"]
    names: list[str] = []
    for element in properties.get("author", ()):
        first = bisect_right(named, element)
        inner = named[first] if first < len(named) and named[first] < ends[element] else element
        names.append(elements.get(inner, "content") or elements.leading_text(inner, _READ))
        if len({*names[-4:]}) > 3:
            return names[:1]
    return names[:1] if len({*names}) > 3 else names


def join_authors(authors: Iterable[str]) -> str | None:
    """The authors joined to one line; None if there are none."""
    return "; ".join(authors) or None
