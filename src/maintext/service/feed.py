"""Feeds completed with the full text of their entries: RSS and Atom in, the same feed out.

Everything else in the feed stays as it was. The text goes where feed readers look for it: `content:encoded` in RSS,
`content` in Atom.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from html.entities import html5
from typing import Final
from urllib.parse import urljoin
from xml.dom.minidom import Document, Element, Node
from xml.parsers.expat import ExpatError

from maintext.errors import MaintextError, PageError
from maintext.page import read_page

ATOM: Final = "http://www.w3.org/2005/Atom"
CONTENT: Final = "http://purl.org/rss/1.0/modules/content/"
_XMLNS: Final = "http://www.w3.org/2000/xmlns/"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITY = re.compile(r"&(?!#\d+;|#x[0-9a-fA-F]+;|(?:amp|lt|gt|quot|apos);)(\w+;)?")
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding=["']([\w.-]+)["']""")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")


@dataclass(frozen=True, slots=True)
class Full:
    """The full text of an entry as HTML, or why there is none."""

    html: str | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed and its entries, in its own order."""

    document: Document
    entries: tuple[Element, ...]
    is_atom: bool
    url: str

    @property
    def links(self) -> tuple[str | None, ...]:
        """Where each entry leads; None if it does not say."""
        return tuple(_absolute(self.url, _link(entry, self.is_atom)) for entry in self.entries)

    @property
    def titles(self) -> tuple[str, ...]:
        """What each entry is called."""
        return tuple(" ".join(unescape(_text(entry, "title")).split()) for entry in self.entries)


def read_feed(data: bytes, url: str) -> Feed:
    """The feed in some bytes; XML that is not well-formed is mended where that is easy."""
    document = _parse(data, url)
    root = document.documentElement
    if root is None or root.localName not in ("rss", "RDF", "feed"):
        raise PageError(f"{url}: this is neither RSS nor Atom; give the address of a feed")
    is_atom = root.localName == "feed"
    wanted = "entry" if is_atom else "item"
    entries = [node for node in root.getElementsByTagName("*") if node.localName == wanted]
    return Feed(document, tuple(entries), is_atom, url)


def find_feed(html: bytes, url: str) -> str | None:
    """The address of the feed that a web page names as its own."""
    try:
        tree = read_page(html, url=url).tree
    except MaintextError:
        return None
    for element, tag in enumerate(tree.tags):
        if tag == "link" and (tree.attributes.get(element, "type") or "").lower() in _FEED_TYPES:
            return _absolute(url, tree.attributes.get(element, "href"))
    return None


def complete(feed: Feed, texts: Mapping[int, Full]) -> bytes:
    """The feed with the texts of its entries put in, by their numbers; entries that have none are left out."""
    for number, entry in enumerate(feed.entries):
        full = texts.get(number)
        if full is None:
            continue
        if full.html is None:
            reason = _NOT_XML.sub(" ", full.problem).replace("--", "- ").rstrip("-")
            entry.appendChild(feed.document.createComment(f" no full text: {reason} "))
        else:
            _put(feed, entry, _NOT_XML.sub("", full.html))
    for number, entry in enumerate(feed.entries):
        if number not in texts and entry.parentNode is not None:
            entry.parentNode.removeChild(entry)
    made: bytes = feed.document.toxml(encoding="utf-8")
    return made


def first_entries(feed: Feed, most: int) -> list[tuple[int, str]]:
    """The number and link of the first entries that have one."""
    return [(number, link) for number, link in enumerate(feed.links) if link][:most]


def _put(feed: Feed, entry: Element, html: str) -> None:
    namespace = ATOM if feed.is_atom else CONTENT
    name = "content" if feed.is_atom else "encoded"
    for old in _children(entry, name):
        if old.namespaceURI == namespace:
            entry.removeChild(old)
    made = feed.document.createElementNS(namespace, _qualified(feed, namespace, name))
    if feed.is_atom:
        made.setAttribute("type", "html")
    made.appendChild(feed.document.createTextNode(html))
    entry.appendChild(made)


def _qualified(feed: Feed, namespace: str, name: str) -> str:
    """A name under the prefix that the feed has for a namespace, or under one that it gets."""
    root = feed.document.documentElement
    assert root is not None  # noqa: S101 - a feed has one
    for attribute, value in root.attributes.items():
        if value == namespace and attribute.startswith("xmlns"):
            prefix = attribute.partition(":")[2]
            return f"{prefix}:{name}" if prefix else name
    root.setAttributeNS(_XMLNS, "xmlns:content", namespace)
    return f"content:{name}"


def _parse(data: bytes, url: str) -> Document:
    from defusedxml import DefusedXmlException
    from defusedxml.minidom import parseString

    try:
        try:
            parsed: Document = parseString(data)
        except ExpatError:
            parsed = parseString(_mended(data))
    except DefusedXmlException as error:
        raise PageError(f"{url}: this feed defines entities of its own, which is not taken") from error
    except (ExpatError, ValueError, LookupError) as error:
        raise PageError(f"{url}: this is not a feed: its XML cannot be read") from error
    return parsed


def _mended(data: bytes) -> bytes:
    """XML without what most often spoils it: HTML's entities, bare ampersands, control characters."""
    declared = _DECLARED.match(data)
    encoding = declared[1].decode("ascii") if declared else "utf-8"
    text = data.decode(encoding, "replace")
    text = _DECLARATION.sub("", text.lstrip("\ufeff"))
    return _NOT_XML.sub("", _ENTITY.sub(_entity, text)).strip().encode("utf-8", "replace")


def _entity(found: re.Match[str]) -> str:
    known = html5.get(found[1] or "")
    return known if known and known not in "<&" else f"&amp;{found[1] or ''}"


def _link(entry: Element, is_atom: bool) -> str | None:
    links = _children(entry, "link")
    for link in links:
        if link.hasAttribute("href") and (link.getAttribute("rel") or "alternate") == "alternate":
            return link.getAttribute("href").strip() or None
    if is_atom:
        return None
    for link in links:
        if _inside(link).strip():
            return _inside(link).strip()
    for guid in _children(entry, "guid"):
        if guid.getAttribute("isPermaLink") != "false" and _inside(guid).strip().startswith("http"):
            return _inside(guid).strip()
    return None


def _absolute(base: str, link: str | None) -> str | None:
    try:
        joined = urljoin(base, link) if link else None
    except ValueError:
        return None
    return joined if joined and joined.startswith(("http://", "https://")) else None


def _children(entry: Element, name: str) -> Sequence[Element]:
    return [node for node in entry.childNodes if isinstance(node, Element) and node.localName == name]


def _text(entry: Element, name: str) -> str:
    found = _children(entry, name)
    return _inside(found[0]) if found else ""


def _inside(element: Element) -> str:
    kinds = (Node.TEXT_NODE, Node.CDATA_SECTION_NODE)
    return "".join(str(node.data) for node in element.childNodes if node.nodeType in kinds)  # type: ignore[union-attr]
