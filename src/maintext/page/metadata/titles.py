"""The title of a page, without the name of the site."""

import re
from collections.abc import Iterator, Sequence

from maintext.page.embedded_values import unescape
from maintext.page.metadata.headings import read_headings
from maintext.page.metadata.structured import SourcedValue, Structured, object_types, value_text
from maintext.page.page import Page
from maintext.page.words import words
from maintext.urls import host_of, split_url

_SEPARATOR = re.compile(r"(?<!\s)\s+[|\-–—·•»«:/~]+\s+|(?:(?<!\s)\s+)?[|»·•]\s*|(?<!\s)\s+::\s+")
"""White space is read from its start only, so that long runs of it take linear time."""
_BAR = re.compile(r"[|»•]")
"""Separators that hardly ever occur inside a title."""
_EDGES = " |-–—·•»«:/~\t"
_ENDS = " |•·"
_NO_WORKS = frozenset(["webpage", "website", "organization", "breadcrumblist", "person", "imageobject", "product"])
_SMALL = frozenset(["and", "of", "the", "for", "in", "&"])
_SITES = frozenset(["blog", "board", "community", "docs", "documentation", "forum", "forums", "wiki"])
_VIEW = re.compile(r"^(?:view (?:topic|thread)|thread)\s*[-:]\s*", re.IGNORECASE)
_SHARED = 0.5
"""The minimum share of a heading's words that a title in the head has too, if the heading is the page's title."""
_SHORTEST = 3


def find_title(page: Page, structured: Structured, site: str | None) -> SourcedValue | None:
    """The title: preferably the h1 that agrees with the titles in the page's head, which often are advertisements."""
    declared = list(_declared_titles(page, structured))
    headings = [heading.text.rstrip("¶☆ ") for heading in read_headings(page) if words(heading.text)]
    heading = _agreeing_heading(headings, declared, page, site)
    if heading:
        return _without_kicker(heading, declared, site) or SourcedValue(_cut_heading(heading, site), "heading")
    only = headings[0] if len({*headings}) == 1 else None
    for title in declared:
        cleaned = _strip_host_name(title.value, page.url) or strip_site_name(title.value.strip(_ENDS), site)
        if cleaned and not (only and len(words(only)) > 1 and _names_site(cleaned, site, page.url)):
            return SourcedValue(cleaned, title.source)
    return SourcedValue(only, "heading") if only else None


def _declared_titles(page: Page, structured: Structured) -> Iterator[SourcedValue]:
    """The titles in the page's head, the best source first."""
    for entity in structured.json_ld:
        if _NO_WORKS.isdisjoint(object_types(entity)) and (headline := value_text(entity.get("headline"))):
            yield SourcedValue(headline, "json-ld")
            break
    for names, source in (
        (("og:title",), "opengraph"),
        (("citation_title", "dc.title", "dcterms.title", "parsely-title", "sailthru.title", "headline"), "meta"),
        (("twitter:title",), "meta"),
    ):
        if value := structured.meta(*names):
            yield SourcedValue(unescape(value), source)
    if page.title:
        yield SourcedValue(unescape(page.title), "title")


def _agreeing_heading(headings: list[str], declared: list[SourcedValue], page: Page, site: str | None) -> str | None:
    """The h1 that has most words in common with the declared titles; None if none has enough, or it names the site."""
    known = {word for one in declared for word in _words(one.value)}
    names = _site_names(declared, page, site)
    shares = {
        heading: len(known & shown) / len(shown)
        for heading in headings
        if (shown := {*_words(heading)}) and not any(_is_named(_words(heading), name) for name in names)
    }
    best = max(shares, key=lambda heading: (shares[heading], len(heading)), default=None)
    return best if best and shares[best] >= _SHARED else None


def _site_names(declared: list[SourcedValue], page: Page, site: str | None) -> list[Sequence[str]]:
    """What can be the name of the site: its declared name, what follows the title, and what precedes a declared one."""
    found = [_words(site)] if site else []
    before, _, after = page.title.partition(":")
    parts = _SEPARATOR.split(page.title)
    if len(parts) > 1 and _is_inner(page.url) and _is_host(parts[0], page.url):
        found.append(_words(parts[0]))
    if len(parts) > 1:
        found.append(_words(parts[-1]))
    if any(_words(one.value) == _words(after) for one in declared if one.source != "title"):
        found.append(_words(before))
    return found


def _is_named(heading: Sequence[str], site: Sequence[str]) -> bool:
    """Whether a heading is the name of a site, maybe without "Forum" and the like."""
    return list(heading) == list(site[: len(heading)]) and _SITES.issuperset(site[len(heading) :])


def _without_kicker(heading: str, declared: list[SourcedValue], site: str | None) -> SourcedValue | None:
    """The declared title that the heading ends with, if a section or a label stands before it."""
    shown = _words(heading)
    for title in declared:
        wanted = _words(strip_site_name(title.value, site))
        if _SHORTEST <= len(wanted) < len(shown) and shown[-len(wanted) :] == wanted:
            return SourcedValue(strip_site_name(title.value, site), title.source)
    return None


def _cut_heading(heading: str, site: str | None) -> str:
    """The heading without the name of the site, which a heading has more rarely than a title."""
    return strip_site_name(heading, site) if _BAR.search(heading) else _strip_named(heading, site) or heading


def strip_site_name(title: str, site: str | None) -> str:
    """The title without the name of the site before or after it, or a short last part that may be such a name."""
    if named := _strip_named(title, site):
        return named
    parts = _SEPARATOR.split(title)
    before = _strip_separators(title[: title.rfind(parts[-1])]) if len(parts) > 1 else ""
    return before if len(words(before)) >= _SHORTEST and len(words(parts[-1])) <= 4 else title.strip()


def _strip_host_name(title: str, url: str | None) -> str | None:
    """The title without a part that the host is named after, "The Guardian" on theguardian.com; None if it has none.

    Home pages keep it, because what else they say is a slogan.
    """
    title = title.strip(_ENDS)
    parts = _SEPARATOR.split(title)
    if len(parts) < 2 or not _is_inner(url):
        return None
    if _is_host(parts[-1], url):
        return _strip_separators(title[: title.rfind(parts[-1])])
    rest = _strip_separators(title[len(parts[0]) :])
    return _VIEW.sub("", rest) if _is_host(parts[0], url) and _BAR.search(title) else None


def _is_host(name: str, url: str | None) -> bool:
    """Whether the host of a URL is named after something, by its letters or its initials."""
    found = _words(name)
    letters, initials = "".join(found), "".join(word[0] for word in found if word not in _SMALL)
    labels = [label.replace("-", "") for label in host_of(url or "").split(".")]
    return letters in ("".join(labels), "".join(labels[-2:])) or any(
        label in (letters, letters.removeprefix("the"), initials) for label in labels[:-1]
    )


def _names_site(title: str, site: str | None, url: str | None) -> bool:
    """Whether the title of an inner page is the name of the site, or begins with it, as that of an application does."""
    return _is_inner(url) and (_words(title) == _words(site or "") or _is_host(_SEPARATOR.split(title)[0], url))


def _is_inner(url: str | None) -> bool:
    """Whether a URL is that of another page than the home page."""
    return bool(split_url(url or "").path.strip("/"))


def _strip_named(title: str, site: str | None) -> str | None:
    """The title without the declared name of the site; None if it does not contain it, or nothing else."""
    parts = _SEPARATOR.split(title)
    if len(parts) < 2 or not site:
        return None
    if _words(parts[-1]) == _words(site):
        return _strip_separators(title[: title.rfind(parts[-1])]) or None
    return _strip_separators(title[len(parts[0]) :]) or None if _words(parts[0]) == _words(site) else None


def _strip_separators(text: str) -> str:
    return text.strip(_EDGES)


def _words(text: str) -> Sequence[str]:
    return words(text.lower())
