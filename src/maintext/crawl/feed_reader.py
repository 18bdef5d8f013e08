"""Read RSS and Atom feeds, and find the feed of a web page.

Simple errors in the XML are repaired, and entity declarations are rejected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from html.entities import html5
from typing import Final
from xml.parsers.expat import ExpatError

from maintext.crawl.feed_parser import FeedEntry, FeedParser
from maintext.errors import MaintextError, PageError
from maintext.page import read_page
from maintext.urls import web_address

NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""
_ENTITY = re.compile(r"&(?!#\d+;|#x[0-9a-fA-F]+;|(?:amp|lt|gt|quot|apos);)(\w+;)?")
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?encoding=["']([\w.-]+)["']""")
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_HEAD = 512 * 1024
"""The number of bytes at the start of a web page that are searched for the link to its feed."""
_LONGEST_LINK = 2000
_MOST_REPAIRS = 100_000
_MARKS: Final = {
    b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be", b"<\0": "utf-16le", b"\0<": "utf-16be",
}  # fmt: skip
"""The first bytes of files whose encoding they determine, whatever is declared."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed with its entries in source order."""

    source: bytes
    """UTF-8, without the XML declaration."""
    entries: tuple[FeedEntry, ...]
    is_atom: bool
    namespaces: Mapping[str, str]
    url: str

    @property
    def links(self) -> tuple[str | None, ...]:
        """The link of each entry; None if it has none."""
        return tuple(_absolute(self.url, _link(entry, self.is_atom)) for entry in self.entries)

    @property
    def titles(self) -> tuple[str, ...]:
        """The title of each entry."""
        return tuple(" ".join(unescape(entry.texts.get("title", "")).split()) for entry in self.entries)


def read_feed(data: bytes, url: str) -> Feed:
    """Parse a feed; simple errors in the XML are repaired."""
    text = _decode(data, url)
    try:
        try:
            return _parse(text, url)
        except ExpatError:
            return _parse(_repair(text), url)
    except ExpatError as error:
        raise PageError(f"{url}: this is not a feed: its XML cannot be read") from error


def find_feed(html: bytes, url: str) -> str | None:
    """The URL of the feed that a web page links to."""
    try:
        tree = read_page(html[:_HEAD], url=url).tree
    except MaintextError:
        return None
    for element, tag in enumerate(tree.tags):
        if tag == "link" and (tree.elements.get(element, "type") or "").lower() in _FEED_TYPES:
            return _absolute(url, tree.elements.get(element, "href"))
    return None


def first_entries(feed: Feed, most: int) -> list[tuple[int, str]]:
    """The number and link of the first entries that have one."""
    return [(number, link) for number, link in enumerate(feed.links) if link][:most]


def _parse(text: str, url: str) -> Feed:
    source = text.encode("utf-8", "replace")
    parser = FeedParser(source, url)
    parser.parse()
    return Feed(source, tuple(parser.entries), parser.is_atom, parser.namespaces, url)


def _decode(data: bytes, url: str) -> str:
    """The text of a feed without its declaration, in the encoding that its first bytes or its declaration say."""
    import webencodings

    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")
    declared = _ENCODING.match(data[:1000])
    if not encoding and declared is not None:
        known = webencodings.lookup(declared[1].decode("ascii"))
        if known is None:
            raise PageError(f"{url}: this is not a feed: its XML cannot be read")
        encoding = "utf-8" if known.name.startswith("utf-16") else known.codec_info.name
    text = data.decode(encoding or "utf-8", "replace").lstrip("\ufeff\t\r\n ")
    return _DECLARATION.sub("", text, count=1) if text.startswith("<?xml") else text


def _repair(text: str) -> str:
    """XML with frequent errors repaired: HTML entities, bare ampersands, control characters."""
    return NOT_XML.sub("", _ENTITY.sub(_entity, text, count=_MOST_REPAIRS)).strip()


def _entity(found: re.Match[str]) -> str:
    known = html5.get(found[1] or "")
    return known if known and known not in "<&" else f"&amp;{found[1] or ''}"


def _link(entry: FeedEntry, is_atom: bool) -> str | None:
    if entry.link is not None or is_atom:
        return entry.link or None
    guid = entry.texts.get("guid", "")
    return entry.texts.get("link") or (guid if guid.startswith("http") else None)


def _absolute(base: str, link: str | None) -> str | None:
    return web_address(base, link) if link and len(link) <= _LONGEST_LINK else None
