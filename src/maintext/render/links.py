"""Link targets, resolved against the page's URL, if they are safe to follow."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from maintext.page import Page

SAFE_SCHEMES = frozenset(["http", "https", "mailto", "tel", "sms", "ftp", "ftps", "geo", "xmpp", "magnet"])
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_IGNORED = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]+")
_ORIGIN = re.compile(r"https?://[^/?#]*", re.IGNORECASE)
_MAX_LENGTH = 4000


@dataclass(slots=True)
class Links:
    """Resolves the links of one page, with a cache."""

    base: str
    page: str = ""
    """The URL of the page without its fragment; links to places in it stay within the page."""
    known: dict[str, str] = field(default_factory=dict)
    origin: str = field(init=False)
    """The scheme and host of the base URL."""

    def __post_init__(self) -> None:
        match = _ORIGIN.match(self.base)
        self.origin = match.group() if match else ""

    def resolve(self, written: str) -> str:
        """The absolute URL of a link; empty if it is invalid or its scheme is not safe."""
        url = self.known.get(written)
        if url is None:
            url = self.known[written] = self._resolve(written)
        return url

    def _resolve(self, written: str) -> str:
        url = written.strip()
        if _IGNORED.search(url):
            url = _IGNORED.sub(lambda found: "%20" if found.group() == " " else "", url)
        if not url or len(url) > _MAX_LENGTH:
            return ""
        if url[0] == "#":
            return url
        if self.page and url.startswith(self.page) and url[len(self.page) : len(self.page) + 1] == "#":
            return url[len(self.page) :]
        if url.startswith(("http://", "https://")):
            return url
        if self.base:
            if url[0] == "/" and url[:2] != "//" and "/." not in url:
                return self.origin + url
            try:
                url = urljoin(self.base, url)
            except ValueError:
                return ""
        scheme = _SCHEME.match(url)
        if scheme and scheme[1].lower() not in SAFE_SCHEMES:
            return ""
        return url


def links_of(page: "Page") -> Links:
    """A resolver for the links of a page."""
    return Links(page.base_url, (page.url or page.base_url).partition("#")[0])
