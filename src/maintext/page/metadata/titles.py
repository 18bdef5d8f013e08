"""The title of a page: what its author called it, without the name of the site."""

import re
from collections.abc import Iterator

from maintext.page.metadata.structured import Found, Structured, text_of, types_of
from maintext.page.page import Page
from maintext.page.words import words

_SEPARATOR = re.compile(r"\s+[|\-–—·•»«:/~]+\s+|\s*[|»·•]\s*|\s+::\s+")
_WORKS = ("webpage", "website", "organization", "breadcrumblist", "person", "imageobject", "product")


def find_title(page: Page, structured: Structured, site: str | None) -> Found | None:
    """The best title: one that the page shows as its heading and names in its head."""
    candidates = list(_candidates(page, structured))
    heading = _heading(page, candidates)
    if heading is not None:
        return heading
    for candidate in candidates:
        cleaned = without_site(candidate.value, site)
        if cleaned:
            return Found(cleaned, candidate.source)
    return None


def _candidates(page: Page, structured: Structured) -> Iterator[Found]:
    for thing in structured.things:
        if text_of(thing.get("headline")) and not set(types_of(thing)) & set(_WORKS):
            yield Found(text_of(thing["headline"]), "json-ld")
            break
    for names, source in (
        (("og:title",), "opengraph"),
        (("citation_title", "dc.title", "dcterms.title", "parsely-title", "sailthru.title", "headline"), "meta"),
        (("twitter:title",), "meta"),
    ):
        value = structured.meta(*names)
        if value:
            yield Found(value, source)
    if page.title:
        yield Found(page.title, "title")


def _heading(page: Page, candidates: list[Found]) -> Found | None:
    """The h1 that the head's titles speak of; the only h1 if there is no title."""
    headings = _headings(page)
    for candidate in candidates:
        wanted = words(candidate.value.lower())
        for heading in headings:
            shown = words(heading.lower())
            if shown and (shown == wanted or (len(shown) >= 2 and _starts_with(wanted, shown))):
                return Found(heading, "heading")
    if not candidates and len(headings) == 1:
        return Found(headings[0], "heading")
    return None


def _starts_with(whole: list[str], part: list[str]) -> bool:
    return whole[: len(part)] == part


def _headings(page: Page) -> list[str]:
    """The texts of the page's h1 elements."""
    tree = page.tree
    texts: dict[int, list[str]] = {}
    if "h1" not in tree.tags:
        return []
    for block, start in enumerate(tree.block_starts):
        element = tree.text_elements[start]
        for _ in range(5):
            if element < 0:
                break
            if tree.tags[element] == "h1":
                texts.setdefault(element, []).append(tree.block_texts[block])
                break
            element = tree.parents[element]
    return [" ".join(parts) for parts in texts.values()]


def without_site(title: str, site: str | None) -> str:
    """A title without the name of the site before or after it."""
    parts = _SEPARATOR.split(title)
    if len(parts) < 2:
        return title.strip()
    if site:
        name = words(site.lower())
        for at in (-1, 0):
            if name and words(parts[at].lower()) == name:
                cut = title.rfind(parts[-1]) if at == -1 else len(parts[0])
                rest = title[:cut] if at == -1 else title[cut:]
                return _trimmed(rest) or title.strip()
    last = title.rfind(parts[-1])
    before = _trimmed(title[:last])
    return before if len(words(before)) >= 3 and len(words(parts[-1])) <= 4 else title.strip()


def _trimmed(text: str) -> str:
    return text.strip(" |-–—·•»«:/~\t")
