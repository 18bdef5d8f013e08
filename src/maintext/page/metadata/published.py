"""When a page was published and changed: machine-readable dates first, then the address, then what readers see."""

import re
from collections.abc import Iterator

from maintext.page.attributes import read_attributes
from maintext.page.metadata.dates import date_in_url, read_date
from maintext.page.metadata.structured import Found, Structured, text_of, types_of
from maintext.page.page import Page
from maintext.page.parsing.tree import Tree

_PUBLISHED = (
    "article:published_time", "og:published_time", "article:published", "og:article:published_time", "datepublished",
    "publish-date", "publish_date", "publication_date", "pubdate", "publishdate", "parsely-pub-date", "sailthru.date",
    "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dcterms.date", "dc.date", "date",
    "citation_publication_date", "citation_date", "citation_online_date", "article.published",
    "originalpublicationdate", "article_date_original", "cxenseparse:recs:publishtime", "date.created", "created",
    "release_date", "video:release_date", "og:release_date", "displaydate", "article:post_date", "datecreated",
    "uploaddate", "bt:pubdate", "rnews:datepublished", "prism.publicationdate", "dc.dateissued", "ptime",
    "published_time", "publishing_date",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:updated_time", "datemodified", "lastmod", "last-modified", "dcterms.modified",
    "dc.date.modified", "article.updated", "updated_time", "modified_time", "revised", "og:modified_time",
    "date.modified",
)  # fmt: skip
_DATED = re.compile(
    r"(?:^|[\s_\-])(?:date|dates|published|publish|posted|postdate|pubdate|timestamp|time|datetime|dateline|post-?meta|"
    r"entry-?(?:date|meta)|article-?(?:date|meta|info)|meta|byline|created|submitted|datum|fecha|data)(?:$|[\s_\-])",
    re.IGNORECASE,
)
_SAYS_PUBLISHED = re.compile(
    r"\b(?:published|posted|first published|written|publié|veröffentlicht|publicado|pubblicato|date|originally|"
    r"erschienen|gepubliceerd|опубликовано)\b",
    re.IGNORECASE,
)
_SAYS_CHANGED = re.compile(
    r"\b(?:updated|modified|edited|reviewed|changed|aktualisiert|mis à jour|actualizado|aggiornato)\b", re.IGNORECASE
)
_FAR = re.compile(
    r"comment|related|recommend|(?<!-)sidebar|footer|copyright|\bevents?\b|teaser|popular|latest|calendar|trending",
    re.IGNORECASE,
)
_IN_SCRIPT = re.compile(
    r"(?:\"|&quot;|\\\")(?:date_?published|publish(?:ed)?_?date|first_?publication_?date|published_?at|publish_?time|"
    r"date_?created|pub_?date|created_?at)(?:\"|&quot;|\\\")\s*:\s*(?:\"|&quot;|\\\")((?:19|20)\d\d-\d\d-\d\d)",
    re.IGNORECASE,
)
_READ = 2000  # characters of an element's text or name that are looked at
_DIGIT = re.compile(r"\d")
_NEAR = (-4, 15)  # blocks before and after the page's heading where a date is the page's own


def find_published(page: Page, structured: Structured, language: str | None) -> Found | None:
    """The day of publication."""
    return next(_published(page, structured, language), None)


def find_modified(page: Page, structured: Structured, language: str | None) -> Found | None:
    """The day of the last change."""
    for thing in structured.things:
        if day := read_date(text_of(thing.get("dateModified"))):
            return Found(day, "json-ld")
    for name in _MODIFIED:
        for value in structured.metas.get(name, ()):
            if day := read_date(value, language):
                return Found(day, "opengraph" if name.startswith(("og:", "article:")) else "meta")
    return _of_property(page, structured, "datemodified", language)


def _published(page: Page, structured: Structured, language: str | None) -> Iterator[Found]:
    for key in ("datePublished", "dateCreated", "uploadDate", "datePosted"):
        for thing in structured.things:
            if set(types_of(thing)) & {"website", "product", "event", "imageobject"}:
                continue
            if day := read_date(text_of(thing.get(key))):
                yield Found(day, "json-ld")
    for name in _PUBLISHED:
        for value in structured.metas.get(name, ()):
            if day := read_date(value, language):
                yield Found(day, "opengraph" if name.startswith(("og:", "article:")) else "meta")
    for name, values in structured.metas.items():
        if "publish" in name and "publisher" not in name and (day := read_date(values[0], language)):
            yield Found(day, "meta")
    for name in ("datepublished", "datecreated", "uploaddate"):
        if found := _of_property(page, structured, name, language):
            yield found
    if page.url and (day := date_in_url(page.url)):
        yield Found(day, "url")
    yield from _of_times(page, structured, language)
    yield from _visible(page, language)
    if written := _IN_SCRIPT.search(page.source):
        yield Found(written[1], "script")


def _of_property(page: Page, structured: Structured, name: str, language: str | None) -> Found | None:
    elements = page.tree.elements
    for element in structured.properties.get(name, ()):
        written = elements.get(element, "datetime") or elements.get(element, "content")
        written = written or elements.leading_text(element, _READ)
        if day := read_date(written, language):
            return Found(day, "microdata")
    return None


def _of_times(page: Page, structured: Structured, language: str | None) -> Iterator[Found]:
    """Time elements: those that say they are the publication first, then the first that is about nothing else."""
    tree = page.tree
    around = {element: list(_around(tree, element)) for element in structured.times[:60]}
    names = read_attributes(tree.elements, {one for listed in around.values() for one in listed}).names
    elements = tree.elements
    loose: list[str] = []
    for element, listed in around.items():
        day = read_date(elements.get(element, "datetime") or "", language)
        day = day or read_date(elements.leading_text(element, _READ), language)
        if not day:
            continue
        described = " ".join(names[one][:_READ] for one in listed)
        if elements.get(element, "pubdate") is not None or re.search(r"publish|entry-date", names[element]):
            yield Found(day, "time")
        elif not _FAR.search(described) and "updated" not in names[element]:
            loose.append(day)
    if loose:
        yield Found(loose[0], "time")


def _around(tree: Tree, element: int) -> Iterator[int]:
    """An element and the six around it, as far as they are part of the page's content."""
    yield element
    for _ in range(6):
        element = tree.parents[element]
        if element < 0 or tree.tags[element] in ("body", "main"):
            return
        yield element


def _visible(page: Page, language: str | None) -> Iterator[Found]:
    """A date that readers see: near the heading, in a block that says "published", or in one named after dates."""
    tree = page.tree
    heading = heading_block(page)
    changed = None
    for block, start in enumerate(tree.block_starts[:800]):
        text = tree.block_texts[block]
        if len(text) > 120 or not _DIGIT.search(text):
            continue
        day = read_date(text, language)
        if not day:
            continue
        around = list(_names_around(page, tree.text_elements[start]))
        near = heading is not None and _NEAR[0] <= block - heading <= _NEAR[1]
        if _FAR.search(" ".join(around)) and not near:
            continue
        if _SAYS_CHANGED.search(text) and not _SAYS_PUBLISHED.search(text):
            changed = changed or day
        elif near or _SAYS_PUBLISHED.search(text) or _DATED.search(" ".join(around[:3])) or len(text) < 30:
            yield Found(day, "text")
            return
    if changed:
        yield Found(changed, "text")


def _names_around(page: Page, element: int) -> Iterator[str]:
    """The classes of the elements around a text."""
    tree = page.tree
    for _ in range(5):
        if element < 0 or tree.tags[element] in ("body", "main"):
            return
        yield page.block_attributes.names[element][:_READ]
        element = tree.parents[element]


def heading_block(page: Page) -> int | None:
    """The first block that stands in an h1."""
    tree = page.tree
    if "h1" not in tree.tags:
        return None
    for block, start in enumerate(tree.block_starts):
        element = tree.text_elements[start]
        for _ in range(5):
            if element < 0:
                break
            if tree.tags[element] == "h1":
                return block
            element = tree.parents[element]
    return None
