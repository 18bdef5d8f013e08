"""Normalize the URLs of links and images, so that equal targets compare equal across tools."""

import re
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urljoin

from maintext.urls import split_url

_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src|mkt_tok")
_WRAPPED = re.compile(
    r"(?<=.)(?:(?<==)https?(?::|%3A)(?:/|%2F){1,2}[^&]*|https?(?::|%3A)(?:/|%2F){1,2}.*)", re.IGNORECASE | re.DOTALL
)
"""A URL inside another URL; in a query, it ends at the next parameter."""
_SIZE_OR_FORMAT = re.compile(
    r"\d+|\d+x\d+|[a-z]{1,2}[_=-]?\d+(?:[,:;].*)?|(?:[a-z]+[_=:-][\w.:!$-]*,)+[\w=:.!$-]*|(?:resize|fit|crop|max|scale)[:=_-].*",
    re.IGNORECASE,
)
_SIZE_IN_NAME = re.compile(
    r"(?:[-_.]\d{2,4}x\d{2,4}|[-_]\d{2,4}w|[-_.]w\d{2,4}|@[123]x|-scaled"
    r"|[-_](?:article|super)?(?:large|jumbo|medium|small|thumb(?:nail)?))(?=\.|$)",
    re.IGNORECASE,
)
_LONG_NAME = 8
_MOST_WRAPPINGS = 3
_DEFAULT_PORTS = {"http": 80, "https": 443}


def absolute(url: str, base: str | None) -> str:
    """The absolute form of a URL on a page."""
    try:
        return urljoin(base or "", url.strip())
    except ValueError:
        return url.strip()


def in_page_target(url: str, base: str | None) -> str | None:
    """The id that a link leads to on its own page; None if it leads elsewhere."""
    url = url.strip()
    if url.startswith("#"):
        return unquote(url[1:])
    address, mark, fragment = url.partition("#")
    return unquote(fragment) if mark and base and normal_link(address) == normal_link(base.partition("#")[0]) else None


def normal_link(url: str, base: str | None = None) -> str:
    """An absolute URL: scheme and host in lower case, no default port, unescaped, no tracking parameters."""
    parts = split_url(absolute(url, base))
    if parts.scheme not in _DEFAULT_PORTS:
        return unquote(parts.geturl()) if parts.scheme else url.strip()
    host = (parts.hostname or "") + (f":{port}" if (port := _port(parts)) else "")
    query = urlencode([pair for pair in parse_qsl(parts.query, True) if not _TRACKING.fullmatch(pair[0])])
    path = unquote(parts.path) or "/"
    fragment = f"#{unquote(parts.fragment)}" if parts.fragment else ""
    return f"{parts.scheme}://{host}{path}{'?' + unquote(query) if query else ''}{fragment}"


def normal_image(url: str, base: str | None = None) -> str:
    """The name of an image file, with its folder if the name is short; equal for all sizes of the image.

    The URL of an image server that ends in another URL stands for that one. The query, sizes in names (`-300x200`,
    `@2x`), parts of the path that give a size or a format (`w_640,c_fill`, `1400`) and file name extensions are left
    out, because tools choose different ones of the sizes and formats that a page offers.
    """
    url = absolute(url, base)
    for _ in range(_MOST_WRAPPINGS):
        wrapped = _WRAPPED.search(url)
        url = unquote(wrapped[0]) if wrapped else url
    path = [unquote(part) for part in split_url(url).path.split("/") if part]
    if not path:
        return url
    named = [_SIZE_IN_NAME.sub("", part) for part in path]
    kept = [part for part in named if not _SIZE_OR_FORMAT.fullmatch(_stem(part))] or named
    name = _stem(kept[-1])
    return (name if len(name) >= _LONG_NAME else "/".join([*kept[-2:-1], name])).lower()


def _stem(name: str) -> str:
    return re.sub(r"(?<=.)\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$", "", name, flags=re.IGNORECASE)


def _port(parts: SplitResult) -> int | None:
    try:
        return None if parts.port == _DEFAULT_PORTS[parts.scheme] else parts.port
    except ValueError:
        return None
