"""What a page says it is about and where it belongs: site, description, key words, type."""

from maintext.page.metadata.structured import Found, Structured, text_of, types_of
from maintext.urls import site_of

_DESCRIPTIONS = (("og:description",), ("description", "dc.description", "dcterms.abstract", "twitter:description"))
_KEYWORDS = ("keywords", "news_keywords", "citation_keywords", "parsely-tags", "sailthru.tags", "dc.subject")
_TYPES = {
    **dict.fromkeys(("article", "newsarticle", "blogposting", "scholarlyarticle", "techarticle", "recipe"), "article"),
    **dict.fromkeys(("discussionforumposting", "qapage", "question"), "forum"),
    **dict.fromkeys(("product", "productgroup"), "product"),
    "collectionpage": "collection",
    **dict.fromkeys(("itemlist", "jobposting"), "listing"),
    **dict.fromkeys(("service", "localbusiness", "faqpage"), "service"),
}
_OPENGRAPH_TYPES = {"product.item": "product", "og:product": "product", "article": "article", "product": "product"}


def find_site_name(structured: Structured, url: str | None) -> Found | None:
    """What the site calls itself, else its host."""
    if value := structured.meta("og:site_name"):
        return Found(value, "opengraph")
    for thing in structured.things:
        if "website" in types_of(thing) and (name := text_of(thing.get("name"))):
            return Found(name, "json-ld")
    for thing in structured.things:
        if name := text_of(thing.get("publisher")):
            return Found(name, "json-ld")
    value = structured.meta("application-name", "apple-mobile-web-app-title", "dc.publisher")
    if value:
        return Found(value, "meta")
    site = site_of(url or "")
    return Found(site, "url") if site else None


def find_description(structured: Structured) -> Found | None:
    """What the page says it is about."""
    for names, source in zip(_DESCRIPTIONS, ("opengraph", "meta"), strict=True):
        if value := structured.meta(*names):
            return Found(value, source)
    for thing in structured.things:
        if value := text_of(thing.get("description")):
            return Found(value, "json-ld")
    return None


def find_tags(structured: Structured) -> tuple[Found, ...]:
    """The page's own key words, each once."""
    listed = [Found(value, "opengraph") for value in structured.metas.get("article:tag", ())]
    for thing in structured.things if not listed else ():
        written = thing.get("keywords")
        values = written if isinstance(written, list) else text_of(written).split(",")
        listed = [Found(name, "json-ld") for value in values if (name := text_of(value))]
        if listed:
            break
    if not listed:
        for name in _KEYWORDS:
            listed += [
                Found(word.strip(), "meta")
                for value in structured.metas.get(name, ())
                for word in value.replace(";", ",").split(",")
                if word.strip()
            ]
    unique = {found.value.lower(): found for found in reversed(listed)}
    return tuple(reversed(unique.values()))[:50]


def find_page_type(structured: Structured) -> Found | None:
    """What kind of page it says it is."""
    for thing in structured.things:
        for name in types_of(thing):
            if name in _TYPES or name.endswith("newsarticle"):
                return Found(_TYPES.get(name, "article"), "json-ld")
    kind = _OPENGRAPH_TYPES.get((structured.meta("og:type") or "").lower(), "")
    return Found(kind, "opengraph") if kind else None
