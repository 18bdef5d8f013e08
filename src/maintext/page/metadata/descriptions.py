"""Site name, description, keywords and type of a page, from its metadata."""

import re
from collections.abc import Iterator

from maintext.page.metadata.structured import SourcedValue, Structured, object_types, value_text
from maintext.urls import site_of

_DESCRIPTIONS = (("og:description",), ("description", "dc.description", "dcterms.abstract", "twitter:description"))
_KEYWORDS = ("keywords", "news_keywords", "citation_keywords", "parsely-tags", "sailthru.tags", "dc.subject")
_COMMAS = re.compile("[,;，、；]")
_MOST_TAGS = 50
_TYPES = {
    **dict.fromkeys(("article", "newsarticle", "blogposting", "scholarlyarticle", "techarticle", "recipe"), "article"),
    **dict.fromkeys(("discussionforumposting", "qapage", "question"), "forum"),
    **dict.fromkeys(("product", "productgroup"), "product"),
    "collectionpage": "collection",
    **dict.fromkeys(("itemlist", "jobposting"), "listing"),
    **dict.fromkeys(("service", "localbusiness", "faqpage"), "service"),
}
_OPENGRAPH_TYPES = {"product.item": "product", "og:product": "product", "article": "article", "product": "product"}


def find_site_name(structured: Structured, url: str | None) -> SourcedValue | None:
    """The name of the site, else its host name."""
    if value := structured.meta("og:site_name"):
        return SourcedValue(value, "opengraph")
    for entity in structured.json_ld:
        if "website" in object_types(entity) and (name := value_text(entity.get("name"))):
            return SourcedValue(name, "json-ld")
    for entity in structured.json_ld:
        if name := value_text(entity.get("publisher")):
            return SourcedValue(name, "json-ld")
    value = structured.meta("application-name", "apple-mobile-web-app-title", "dc.publisher")
    if value:
        return SourcedValue(value, "meta")
    site = site_of(url or "")
    return SourcedValue(site, "url") if site else None


def find_description(structured: Structured) -> SourcedValue | None:
    """The description in the page's metadata."""
    for names, source in zip(_DESCRIPTIONS, ("opengraph", "meta"), strict=True):
        if value := structured.meta(*names):
            return SourcedValue(value, source)
    for entity in structured.json_ld:
        if value := value_text(entity.get("description")):
            return SourcedValue(value, "json-ld")
    return None


def find_tags(structured: Structured) -> tuple[SourcedValue, ...]:
    """The page's keywords without duplicates, of the first source that has any."""
    for source, values in _keyword_lists(structured):
        words = (word.strip() for value in values for word in _COMMAS.split(value))
        unique = {word.lower(): word for word in words if word}
        if unique:
            return tuple(SourcedValue(word, source) for word in unique.values())[:_MOST_TAGS]
    return ()


def _keyword_lists(structured: Structured) -> Iterator[tuple[str, list[str]]]:
    """The sources of keywords, the best first; a value may hold several, separated by commas."""
    yield "opengraph", structured.metas.get("article:tag", [])
    for entity in structured.json_ld:
        written = entity.get("keywords")
        yield "json-ld", [value_text(value) for value in (written if isinstance(written, list) else [written])]
    yield "meta", [value for name in _KEYWORDS for value in structured.metas.get(name, ())]


def find_page_type(structured: Structured) -> SourcedValue | None:
    """The page type that the metadata declares."""
    for entity in structured.json_ld:
        for name in object_types(entity):
            if name in _TYPES or name.endswith("newsarticle"):
                return SourcedValue(_TYPES.get(name, "article"), "json-ld")
    kind = _OPENGRAPH_TYPES.get((structured.meta("og:type") or "").lower(), "")
    return SourcedValue(kind, "opengraph") if kind else None
