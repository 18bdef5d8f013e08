"""Dates of publication and last change: from machine-readable metadata, else the URL, else the visible text."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from maintext.page.metadata.dates import date_in_url, read_date
from maintext.page.metadata.headings import Neighborhood
from maintext.page.metadata.structured import SourcedValue, Structured, object_types, value_text
from maintext.page.metadata.time_elements import OTHER_PART, days_of_near_times, time_element_dates
from maintext.page.page import Page

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
_SAYS_PUBLISHED = re.compile(
    r"\W*(?:(?:first|originally|date|article)\s)?(?:published|posted|written|publié|veröffentlicht|publicado|pubblicato|"
    r"erschienen|gepubliceerd|опубликовано|date|datum|fecha|data)\b",
    re.IGNORECASE,
)
_SAYS_CHANGED = re.compile(
    r"\b(?:updated|modified|edited|reviewed|changed|aktualisiert|mis à jour|actualizado|aggiornato)\b", re.IGNORECASE
)
_OTHER_EVENT = re.compile(
    r"\b(?:founded|established|born|died|releases?|released|expires?|expiration|due|deadline|joined|member since|since|"
    r"copyright|starts?|ends?|valid|registered|birth|event|until|opening|delivery|arrives?|version|last visit)\b|[©]|"
    r"gegründet|fondée?|fundad[ao]|основан",
    re.IGNORECASE,
)
"""What a date beside it is the date of, if not of the publication."""
_IN_SCRIPT = re.compile(
    r"(?:\"|&quot;|\\\")(?:date_?published|publish(?:ed)?_?date|first_?publication_?date|published_?at|publish_?time|"
    r"date_?created|pub_?date|created_?at)(?:\"|&quot;|\\\")\s*:\s*(?:\"|&quot;|\\\")((?:19|20)\d\d-\d\d-\d\d)",
    re.IGNORECASE,
)
_READ = 2000  # the maximum number of characters that are read of an element's text or class
_LONGEST = 120
_DIGIT = re.compile(r"\d")
_CLOSE = 5
_LISTED = 4
"""So many different dates beside the main heading are those of other pages."""
_NO_WORKS = frozenset(["website", "product", "event", "imageobject", "organization", "videoobject"])
_KEYS = ("datePublished", "dateCreated", "uploadDate", "datePosted")


def find_published(near: Neighborhood, structured: Structured, language: str | None) -> SourcedValue | None:
    """The date of publication: a declared one, else one that the page shows beside its main heading.

    The date of a JSON-LD web page, of a script or of any time element may be that of a template or of another page. It
    counts only if the page shows it, or declares itself an article.
    """
    declared = next(_plausible(_declared(near.page, structured, language)), None)
    if declared:
        return declared
    shown = list(_plausible(_shown(near, language)))
    days = {found.value for found in shown} | {*days_of_near_times(near, structured, language)}
    for found in _plausible(_weakly_declared(near.page, structured, language)):
        if found.value in days or structured.is_article:
            return found
    timed = {found.value for found in _plausible(time_element_dates(near.page, structured, language))}
    if len(timed) == 1 and len(structured.times) == 1:
        return SourcedValue(timed.pop(), "time")
    posted = _first_post_date(near.page)
    if posted:
        return SourcedValue(posted, "text")
    if shown:
        return shown[0] if len(days) < _LISTED or structured.is_article else None
    said = list(_plausible(_said_published(near.page, language)))
    return said[0] if len({found.value for found in said}) == 1 else None


def find_modified(page: Page, structured: Structured, language: str | None) -> SourcedValue | None:
    """The date of the last change."""
    return next(_plausible(_modified(page, structured, language)), None)


def _plausible(found: Iterator[SourcedValue]) -> Iterator[SourcedValue]:
    """The dates that are not in the future; a day ahead is another time zone."""
    tomorrow = (date.today() + timedelta(days=1)).isoformat()
    return (value for value in found if value.value <= tomorrow)


def _modified(page: Page, structured: Structured, language: str | None) -> Iterator[SourcedValue]:
    for entity in structured.json_ld:
        if day := read_date(value_text(entity.get("dateModified"))):
            yield SourcedValue(day, "json-ld")
    for name in _MODIFIED:
        yield from _meta_dates(structured, name, language)
    yield from _microdata_dates(page, structured, "datemodified", language)


def _declared(page: Page, structured: Structured, language: str | None) -> Iterator[SourcedValue]:
    """The dates that are declared as those of the publication of the main content."""
    yield from _json_ld_dates(structured, lambda kinds: kinds.isdisjoint(_NO_WORKS) and not _are_pages(kinds))
    for name in _PUBLISHED:
        yield from _meta_dates(structured, name, language)
    for name, values in structured.metas.items():
        if "publish" in name and "publisher" not in name:
            yield from (SourcedValue(day, "meta") for value in values if (day := read_date(value, language)))
    for name in ("datepublished", "datecreated", "uploaddate"):
        yield from _microdata_dates(page, structured, name, language)
    if page.url and (day := date_in_url(page.url)):
        yield SourcedValue(day, "url")


def _weakly_declared(page: Page, structured: Structured, language: str | None) -> Iterator[SourcedValue]:
    """The dates of a web page, of its time elements and of its scripts."""
    yield from _json_ld_dates(structured, _are_pages)
    yield from time_element_dates(page, structured, language)
    if written := _IN_SCRIPT.search(page.source):
        yield SourcedValue(written[1], "script")


def _are_pages(kinds: set[str]) -> bool:
    return bool(kinds) and all(kind.endswith("page") for kind in kinds)


def _json_ld_dates(structured: Structured, wanted: Callable[[set[str]], bool]) -> Iterator[SourcedValue]:
    for key in _KEYS:
        for entity in structured.json_ld:
            if wanted({*object_types(entity)}) and (day := read_date(value_text(entity.get(key)))):
                yield SourcedValue(day, "json-ld")


def _meta_dates(structured: Structured, name: str, language: str | None) -> Iterator[SourcedValue]:
    for value in structured.metas.get(name, ()):
        if day := read_date(value, language):
            yield SourcedValue(day, "opengraph" if name.startswith(("og:", "article:")) else "meta")


def _microdata_dates(page: Page, structured: Structured, name: str, language: str | None) -> Iterator[SourcedValue]:
    elements = page.tree.elements
    for element in structured.properties.get(name, ()):
        written = elements.get(element, "datetime") or elements.get(element, "content")
        if day := read_date(written or elements.leading_text(element, _READ), language):
            yield SourcedValue(day, "microdata")


def _shown(near: Neighborhood, language: str | None) -> Iterator[SourcedValue]:
    """The dates in short texts near the main heading: of publication, then undescribed ones, then of a change."""
    changed: list[SourcedValue] = []
    undescribed: list[SourcedValue] = []
    for block in near.blocks:
        text = near.page.tree.block_texts[block]
        if len(text) > _LONGEST or not _DIGIT.search(text) or not (day := read_date(text, language)):
            continue
        found = SourcedValue(day, "text")
        if _SAYS_PUBLISHED.match(text):
            yield found
        elif _describes_another_event(near, block):
            continue
        elif _SAYS_CHANGED.search(text):
            changed.append(found)
        else:
            undescribed.append(found)
    yield from undescribed
    yield from changed


def _said_published(page: Page, language: str | None) -> Iterator[SourcedValue]:
    """The dates in short texts anywhere on the page that say when it was published."""
    for text in page.tree.block_texts:
        says_so = len(text) <= _LONGEST and _DIGIT.search(text) and _SAYS_PUBLISHED.match(text)
        if says_so and (day := read_date(text, language)):
            yield SourcedValue(day, "text")


def _describes_another_event(near: Neighborhood, block: int) -> bool:
    """Whether a block, the label before it or the classes around it say that its date is of something else."""
    page, texts = near.page, near.page.tree.block_texts
    label = texts[block - 1] if block and len(texts[block - 1]) < 30 else ""
    if _OTHER_EVENT.search(texts[block]) or _OTHER_EVENT.search(label):
        return True
    if near.heading is not None and 0 < near.distance(block) <= _CLOSE:
        return False
    return any(map(OTHER_PART.search, _ancestor_classes(page, page.tree.text_elements[page.tree.block_starts[block]])))


def _ancestor_classes(page: Page, element: int) -> Iterator[str]:
    """The classes of an element and up to four ancestors below main and body."""
    tree = page.tree
    for _ in range(5):
        if element < 0 or tree.tags[element] in ("body", "main"):
            return
        yield page.block_attributes.names[element][:_READ]
        element = tree.parents[element]


def _first_post_date(page: Page) -> str | None:
    """The date of the first post on a page of posts."""
    from maintext.page.posts import read_posts

    posts = [post for post in read_posts(page) if post.kind == "post"]
    return posts[0].date if len(posts) > 1 else None
