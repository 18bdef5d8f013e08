"""Sitemaps [sitemaps.org]: XML, news and text sitemaps and sitemap indexes, plain or gzip.

expat parses them without building a tree. Entity declarations are rejected, and files that decompress to far more than
the protocol allows are truncated.
"""

import zlib
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from maintext.errors import PageError

_MOST_BYTES: Final = 60_000_000
_MOST_URLS: Final = 50_000
_MOST_DEPTH: Final = 50
_ROOTS: Final = {"urlset": "url", "sitemapindex": "sitemap"}


@dataclass(frozen=True, slots=True)
class Sitemap:
    """The URLs in a sitemap."""

    pages: tuple[str, ...]
    sitemaps: tuple[str, ...]
    """The sitemaps in an index."""


def unpacked(data: bytes) -> bytes:
    """The content of a file that may be compressed with gzip, up to the size limit."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        return zlib.decompressobj(31).decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise PageError("the gzip data of this sitemap is damaged") from error


def read_sitemap(data: bytes) -> Sitemap:
    """Parse an XML sitemap or an index; raises an error if it is neither."""
    reader = _SitemapReader()
    try:
        reader.parse(data)
    except expat.ExpatError as error:
        if not reader.found:
            raise PageError(f"the XML of this sitemap cannot be read ({error})") from error
    return Sitemap((), tuple(reader.found)) if reader.is_index else Sitemap(tuple(reader.found), ())


def read_text_sitemap(data: bytes) -> Sitemap:
    """A sitemap in plain text: one URL per line."""
    lines = (line.strip() for line in data.decode("utf-8-sig", "replace").splitlines())
    found = [line for line in lines if line.startswith(("http://", "https://"))]
    return Sitemap(tuple(found[:_MOST_URLS]), ())


class _SitemapReader:
    """Collects the text of every loc that belongs to an entry."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.is_index = False
        self._path: list[str] = []
        self._text: list[str] | None = None
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, data: bytes) -> None:
        """Parse the file, up to the maximum number of entries."""
        for start in range(0, len(data), 1 << 20):
            self._parser.Parse(data[start : start + (1 << 20)], False)
            if len(self.found) >= _MOST_URLS:
                del self.found[_MOST_URLS:]
                return
        self._parser.Parse(b"", True)

    def _doctype(self, name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            raise PageError("this sitemap has entities of its own, which are not allowed")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if not self._path:
            if local not in _ROOTS:
                raise PageError("this is not a sitemap")
            self.is_index = local == "sitemapindex"
        if len(self._path) >= _MOST_DEPTH:
            raise PageError(f"the elements of this sitemap are nested more than {_MOST_DEPTH} deep")
        self._path.append(local)
        if local == "loc" and self._path[1:-1] == [_ROOTS[self._path[0]]]:
            self._text = []

    def _end(self, name: str) -> None:
        self._path.pop()
        if self._text is not None:
            address = "".join(self._text).strip()
            if address:
                self.found.append(address)
            self._text = None

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)
