"""Find the entries of a feed and their positions in the source, in one pass with expat.

No tree is built: time is linear in the size of the feed, memory in the number of its entries, and nesting is limited.
Positions count bytes, so full texts are inserted into a feed and everything else stays unchanged.
"""

import re
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from maintext.errors import PageError

ATOM: Final = "http://www.w3.org/2005/Atom"
CONTENT: Final = "http://purl.org/rss/1.0/modules/content/"
MOST_DEPTH = 200
"""The maximum depth; feeds have a depth of about 5, and 20 with XHTML in them."""
MOST_ENTRIES = 20_000
_ROOTS: Final = {"rss": "item", "RDF": "item", "feed": "entry"}
"""The root elements of feeds, and the elements of their entries."""
_CHUNK = 1 << 20
"""The number of bytes that are parsed at a time; parsing stops at the first error."""
_START_TAG = re.compile(rb"""<[^"'>]*+(?:"[^"]*+"[^"'>]*+|'[^']*+'[^"'>]*+)*+>""")
_NAME = re.compile(rb"[^\s/>]+")
_WITH_TEXT: Final = frozenset(["link", "guid", "title"])


@dataclass(slots=True)
class FeedEntry:
    """One entry: its bytes from `start` to `end`, its links and its title."""

    start: int
    end: int = 0
    inside: int | None = None
    """Where its end tag begins; None for a tag that ends itself, as in `<item/>`."""
    name: bytes = b""
    link: str | None = None
    """The URL in an `href`, which has priority over the text of a link."""
    texts: dict[str, str] = field(default_factory=dict)
    """The first text that is not empty of `link`, `guid` and `title`."""
    contents: list[tuple[int, int]] = field(default_factory=list)
    """The positions of its full texts, if it has any."""


class FeedParser:
    """Collects the entries of one feed."""

    def __init__(self, source: bytes, url: str) -> None:
        self._source, self._url = source, url
        self._namespaces: list[dict[str, str]] = []
        self._wanted = ""
        self._entry: FeedEntry | None = None
        self._depth = 0
        self._child = ""
        self._child_start = 0
        self._is_permanent = True
        self._text: list[str] = []
        self.entries: list[FeedEntry] = []
        self.is_atom = False
        self.namespaces: dict[str, str] = {}
        """The namespaces that the root element declares, by their prefixes."""
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self) -> None:
        """Read the source; expat's error if it is not well-formed."""
        for at in range(0, len(self._source), _CHUNK):
            self._parser.Parse(self._source[at : at + _CHUNK], False)
        self._parser.Parse(b"", True)

    def _doctype(self, name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        """Reject declarations, because entities and default values can make a small feed large."""
        if has_declarations:
            raise PageError(f"{self._url}: this feed has entities of its own, which are not allowed")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._namespaces.append(_declared(attributes))
        depth = len(self._namespaces)
        if depth > MOST_DEPTH:
            raise PageError(f"{self._url}: the elements of this feed are nested more than {MOST_DEPTH} deep")
        local = name.rpartition(":")[2]
        if depth == 1:
            self._start_root(local)
        elif self._entry is None:
            if local == self._wanted:
                self._start_entry(depth)
        elif depth == self._depth + 1:
            self._start_child(local, attributes)

    def _start_root(self, local: str) -> None:
        if local not in _ROOTS:
            raise PageError(f"{self._url}: this is neither RSS nor Atom; give the address of a feed")
        self._wanted, self.is_atom = _ROOTS[local], local == "feed"
        self.namespaces = self._namespaces[0]

    def _start_entry(self, depth: int) -> None:
        if len(self.entries) == MOST_ENTRIES:
            raise PageError(f"{self._url}: this feed has more than {MOST_ENTRIES:,} entries")
        self._entry, self._depth = FeedEntry(self._parser.CurrentByteIndex), depth

    def _start_child(self, local: str, attributes: dict[str, str]) -> None:
        self._child, self._child_start, self._text = local, self._parser.CurrentByteIndex, []
        self._is_permanent = attributes.get("isPermaLink") != "false"
        if local == "link" and "href" in attributes and attributes.get("rel", "alternate") in ("", "alternate"):
            assert self._entry is not None  # noqa: S101 - checked before the call
            if self._entry.link is None:
                self._entry.link = attributes["href"].strip()

    def _characters(self, text: str) -> None:
        if self._entry is not None and len(self._namespaces) == self._depth + 1 and self._child in _WITH_TEXT:
            self._text.append(text)

    def _end(self, name: str) -> None:
        depth = len(self._namespaces)
        if self._entry is not None and depth == self._depth:
            self._end_entry(self._entry)
        elif self._entry is not None and depth == self._depth + 1:
            self._end_child(self._entry, name)
        self._namespaces.pop()

    def _end_entry(self, entry: FeedEntry) -> None:
        entry.inside, entry.end = self._ending(entry.start)
        found = _NAME.match(self._source, entry.start + 1)
        entry.name = found[0] if found else b""
        self.entries.append(entry)
        self._entry = None

    def _end_child(self, entry: FeedEntry, name: str) -> None:
        if self._child in _WITH_TEXT:
            text = "".join(self._text).strip()
            if text and self._child not in entry.texts and (self._child != "guid" or self._is_permanent):
                entry.texts[self._child] = text
        if self._is_content(name):
            entry.contents.append((self._child_start, self._ending(self._child_start)[1]))

    def _is_content(self, name: str) -> bool:
        """Whether the current element contains the full text."""
        prefix, _, local = name.rpartition(":")
        if local != ("content" if self.is_atom else "encoded"):
            return False
        declared = next((level[prefix] for level in reversed(self._namespaces) if prefix in level), "")
        return declared == (ATOM if self.is_atom else CONTENT)

    def _ending(self, start: int) -> tuple[int | None, int]:
        """The start and end of the end tag of the current element."""
        at = self._parser.CurrentByteIndex
        tag = _START_TAG.match(self._source, start)
        if tag is not None and tag.end() == at and tag[0].endswith(b"/>"):
            return None, at
        return at, self._source.index(b">", at) + 1


def _declared(attributes: dict[str, str]) -> dict[str, str]:
    """The namespaces that an element declares, by their prefixes; the default one's is empty."""
    if not attributes:
        return _NONE
    return {name[6:]: value for name, value in attributes.items() if name == "xmlns" or name.startswith("xmlns:")}


_NONE: Final[dict[str, str]] = {}
