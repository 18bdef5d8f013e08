"""Features of the page as a whole: its length, what it is made of, what it says it is, and what its address says."""

import re
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.layout import KIND, OTHER_KIND, Layout
from maintext.page import Page
from maintext.urls import split_url

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_DECLARED: Final = {
    "article": ("article", "blogposting", "report"),
    "product": ("product", "offer"),
    "forum": ("discussionforum", "qapage", "question", "answer"),
    "list": ("itemlist", "collectionpage", "searchresults", "profile", "category"),
    "site": ("website", "webpage", "organization", "service", "localbusiness", "faqpage"),
    "documentation": ("techarticle", "apireference", "howto", "softwaresource"),
}
_ADDRESSES: Final = {
    "article": re.compile(r"/(?:blog|news|articles?|story|stories|posts?|opinion|guides?|learn|resources|magazine)s?/"),
    "product": re.compile(r"/(?:products?|p|dp|item|itm|listing)/|-p-?\d|/product"),
    "forum": re.compile(
        r"forum|/(?:t|topics?|threads?|questions?|discussions?|comments|r|viewtopic|showthread)[/.]|community"
    ),
    "list": re.compile(
        r"/(?:collections?|categor\w+|c|shop|tags?|topics|archives?|search|list|browse|catalog\w*|market)(?:/|$)"
    ),
    "service": re.compile(r"/(?:services?|solutions?|about|pricing|features?|platform|products)(?:[/.-]|$)"),
    "documentation": re.compile(r"docs?[./]|/(?:reference|api|manual|tutorials?|wiki|handbook|library|latest|stable)/"),
}  # fmt: skip
_DATE = re.compile(r"/(?:19|20)\d\d[/-]?[01]?\d")
_NUMBER = re.compile(r"\d{4,}")
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"([^"]{1,60})"')
_COUNTED: Final = ("p", "li", "td", "h2", "h3", "pre", "form", "input", "article", "img", "a", "br", "button", "time")

ADDRESS_FEATURES: Final = (
    "known", "front page", "depth", "hyphens", "date", "number", "query", "ending",
    *(f"like {kind}" for kind in _ADDRESSES),
)  # fmt: skip
PAGE_FEATURES: Final = (
    "blocks", "words", "link share", "running text share", "share of long blocks", "unspaced script",
    *(f"says {name} in its data" for name in _DECLARED),
    *(f"says {name} in its head" for name in _DECLARED),
    *(f"{tag} elements" for tag in _COUNTED),
)  # fmt: skip


def page_features(
    page: Page, layout: Layout, size: "Floats", links: "Floats", running: "Floats", unspaced: float
) -> "Floats":
    """One row for the whole page."""
    import numpy as np

    total = max(1.0, float(size.sum()))
    counts = np.log1p(np.bincount(layout.kinds, minlength=OTHER_KIND + 1)).tolist()
    data = " ".join(kind for script in page.tree.data for kind in _TYPE.findall(script))
    declared, address = _head(page)
    row = [
        np.log1p(len(size)), np.log1p(total), float((size * links).sum()) / total, float(running.sum()) / total,
        float((size > 40).mean()), unspaced,
        *_declared(data), *_declared(declared), *(counts[KIND[tag]] for tag in _COUNTED),
        *_address(page.url or address),
    ]  # fmt: skip
    return np.array(row, np.float32)


def _head(page: Page) -> tuple[str, str]:
    """What og:type and the body's class names say, and the address the head names."""
    found = []
    address = ""
    get = page.tree.elements.get
    for element, tag in enumerate(page.tree.tags):
        if tag == "meta":
            kind = get(element, "property")
            if kind == "og:type":
                found.append(get(element, "content") or "")
            elif kind == "og:url":
                address = address or get(element, "content") or ""
        elif tag == "link":
            if get(element, "rel") == "canonical":
                address = get(element, "href") or address
        elif tag == "body":
            found.append(get(element, "class") or "")
            break
    return " ".join(found), address


def _declared(text: str) -> list[float]:
    """What a text says the page is."""
    lower = text.lower()
    return [float(any(word in lower for word in words)) for words in _DECLARED.values()]


def _address(url: str) -> list[float]:
    """What the page's address says; all zero where it is not known."""
    parts = split_url(url)
    if not parts.netloc:
        return [0.0] * len(ADDRESS_FEATURES)
    path = parts.path.rstrip("/")
    last = path.rpartition("/")[2]
    whole = f"{parts.netloc}{parts.path}".lower()
    return [
        1.0, float(not path), min(path.count("/"), 6) / 3, min(last.count("-") + last.count("_"), 9) / 4,
        float(_DATE.search(path) is not None), float(_NUMBER.search(last) is not None), float(bool(parts.query)),
        float("." in last), *(float(sign.search(whole) is not None) for sign in _ADDRESSES.values()),
    ]  # fmt: skip
