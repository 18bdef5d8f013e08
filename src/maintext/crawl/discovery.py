"""The URLs in a response: links and feeds of a page, entries of a feed, URLs of a sitemap.

Runs in worker processes only, since the bytes are untrusted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from maintext.crawl.canonical_urls import canonical_url
from maintext.crawl.feed_reader import first_entries, read_feed
from maintext.crawl.sitemaps import Sitemap, read_sitemap, read_text_sitemap, unpacked
from maintext.errors import MaintextError
from maintext.page import read_page
from maintext.page.base_url import find_base_url
from maintext.page.parsing.tree import Tree
from maintext.urls import web_address

ContentKind = Literal["page", "sitemap", "feed", "other"]
_FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_MOST_LINKS: Final = 5_000
_MOST_ENTRIES: Final = 20_000
_HEAD: Final = 2_000


@dataclass(frozen=True, slots=True)
class Discovery:
    """The kind of a response, and the canonical URLs in it."""

    kind: ContentKind
    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()


def discover(data: bytes, url: str, charset: str | None, media_type: str) -> Discovery:
    """Parse a response; no URLs if it cannot be parsed."""
    try:
        content = unpacked(data)
        head = content[:_HEAD].lower()
        if b"<urlset" in head or b"<sitemapindex" in head:
            return _of_sitemap(read_sitemap(content), url)
        if b"<rss" in head or b"<feed" in head or b"<rdf:rdf" in head:
            return _of_feed(content, url)
        if media_type == "text/plain":
            return _of_sitemap(read_text_sitemap(content), url)
        if b"<" not in head or media_type not in ("", "text/html", "application/xhtml+xml"):
            return Discovery("other")
        return _of_page(content, url, charset)
    except MaintextError:
        return Discovery("other")


def _of_sitemap(sitemap: Sitemap, url: str) -> Discovery:
    return Discovery("sitemap", _canonical(url, sitemap.pages), _canonical(url, sitemap.sitemaps))


def _of_feed(data: bytes, url: str) -> Discovery:
    feed = read_feed(data, url)
    return Discovery("feed", _canonical(url, (link for _, link in first_entries(feed, _MOST_ENTRIES))))


def _of_page(data: bytes, url: str, charset: str | None) -> Discovery:
    tree = read_page(data, url=url, charset=charset).tree
    base = find_base_url(url, tree) or url
    feeds = _canonical(base, _feeds(tree))
    if "nofollow" in _robots_meta(tree):
        return Discovery("page", feeds=feeds)
    return Discovery("page", _canonical(base, _links(tree))[:_MOST_LINKS], (), feeds)


def _links(tree: Tree) -> Iterator[str]:
    for element, tag in enumerate(tree.tags):
        if tag in ("a", "area") and "nofollow" not in (tree.elements.get(element, "rel") or "").lower().split():
            yield tree.elements.get(element, "href") or ""


def _feeds(tree: Tree) -> Iterator[str]:
    for element, tag in enumerate(tree.tags):
        if tag == "link" and (tree.elements.get(element, "type") or "").strip().lower() in _FEED_TYPES:
            yield tree.elements.get(element, "href") or ""


def _robots_meta(tree: Tree) -> set[str]:
    """The words of the page's robots meta elements."""
    found: set[str] = set()
    for element, tag in enumerate(tree.tags):
        if tag == "meta" and (tree.elements.get(element, "name") or "").strip().lower() == "robots":
            content = (tree.elements.get(element, "content") or "").lower()
            found |= {word.strip() for word in content.replace("none", "nofollow").split(",")}
    return found


def _canonical(base: str, links: Iterable[str]) -> tuple[str, ...]:
    """The canonical URLs of links, each once, in their order."""
    absolute = (web_address(base, link.strip()) for link in links if link.strip())
    found = (canonical_url(link) for link in absolute if link)
    return tuple(dict.fromkeys(link for link in found if link))
