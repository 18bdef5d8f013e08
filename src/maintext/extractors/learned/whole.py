"""Features of the page as a whole: its length, what it is made of, what it says it is, and what its address says."""

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from maintext.extractors.learned.layout import KIND, OTHER_KIND, Layout
from maintext.page import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_DECLARED: Final = {
    "article": re.compile(r"article|blogposting|report", re.IGNORECASE),
    "product": re.compile(r"product|offer", re.IGNORECASE),
    "forum": re.compile(r"discussionforum|qapage|question|answer", re.IGNORECASE),
    "list": re.compile(r"itemlist|collectionpage|searchresults|profile|category", re.IGNORECASE),
    "site": re.compile(r"website|webpage|organization|service|localbusiness|faqpage", re.IGNORECASE),
    "documentation": re.compile(r"techarticle|apireference|howto|softwaresource", re.IGNORECASE),
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
    counts = np.log1p(np.bincount(layout.kinds, minlength=OTHER_KIND + 1))
    data = " ".join(kind for script in page.tree.data for kind in _TYPE.findall(script))
    declared, address = _head(page)
    row = [
        np.log1p(len(size)), np.log1p(total), float((size * links).sum()) / total, float(running.sum()) / total,
        float((size > 40).mean()), unspaced,
        *(float(sign.search(data) is not None) for sign in _DECLARED.values()),
        *(float(sign.search(declared) is not None) for sign in _DECLARED.values()),
        *(float(counts[KIND[tag]]) for tag in _COUNTED),
        *_address(page.url or address),
    ]  # fmt: skip
    return np.array(row, np.float32)


def _head(page: Page) -> tuple[str, str]:
    """What og:type and the body's class names say, and the address the head names."""
    tree = page.tree
    found = []
    address = ""
    for element, tag in enumerate(tree.tags):
        if tag == "meta":
            if kind := tree.attributes.get(element, "property"):
                if kind == "og:type":
                    found.append(tree.attributes.get(element, "content") or "")
                elif kind == "og:url":
                    address = address or tree.attributes.get(element, "content") or ""
        elif tag == "link":
            if tree.attributes.get(element, "rel") == "canonical":
                address = tree.attributes.get(element, "href") or address
        elif tag == "body":
            found.append(tree.attributes.get(element, "class") or "")
            break
    return " ".join(found), address


def _address(url: str) -> list[float]:
    """What the page's address says; all zero where it is not known."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return [0.0] * len(ADDRESS_FEATURES)
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
