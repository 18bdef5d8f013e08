"""Features of the page: its length, its elements, the page type it declares, and its address."""

import re
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned import characters as ch
from maintext.extractors.learned.element_arrays import OTHER_TAG, TAG_IDS, ElementArrays
from maintext.extractors.learned.text_features import TextCounts
from maintext.page import Page
from maintext.urls import split_url

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

_TYPE_WORDS: Final = {
    "article": ("article", "blogposting", "report"),
    "product": ("product", "offer"),
    "forum": ("discussionforum", "qapage", "question", "answer"),
    "list": ("itemlist", "collectionpage", "searchresults", "profile", "category"),
    "site": ("website", "webpage", "organization", "service", "localbusiness", "faqpage"),
    "documentation": ("techarticle", "apireference", "howto", "softwaresource"),
}
_ADDRESS_PATTERNS: Final = {
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
_COUNTED_TAGS: Final = (
    "p", "li", "td", "h2", "h3", "pre", "form", "input", "article", "img", "a", "br", "button", "time",
)  # fmt: skip

ADDRESS_FEATURES: Final = (
    "known", "front page", "depth", "hyphens", "date", "number", "query", "ending",
    *(f"like {kind}" for kind in _ADDRESS_PATTERNS),
)  # fmt: skip
PAGE_FEATURES: Final = (
    "blocks", "words", "link share", "running text share", "share of long blocks", "unspaced script",
    *(f"says {name} in its data" for name in _TYPE_WORDS),
    *(f"says {name} in its head" for name in _TYPE_WORDS),
    *(f"{tag} elements" for tag in _COUNTED_TAGS),
)  # fmt: skip


def page_features(page: Page, elements: ElementArrays, text: TextCounts) -> "Float32Array":
    """One row for the page."""
    import numpy as np

    words = text.words
    total = max(1.0, float(words.sum()))
    unspaced = float(text.classes[:, ch.UNSPACED].sum() / text.characters.sum())
    counts = np.log1p(np.bincount(elements.tags, minlength=OTHER_TAG + 1)).tolist()
    data = " ".join(kind for script in page.tree.data for kind in _TYPE.findall(script))
    declared, address = _declarations(page)
    row = [
        np.log1p(len(words)), np.log1p(total), float((words * text.links).sum()) / total,
        float(text.running.sum()) / total, float((words > 40).mean()), unspaced,
        *_declared_types(data), *_declared_types(declared), *(counts[TAG_IDS[tag]] for tag in _COUNTED_TAGS),
        *_address_features(page.url or address),
    ]  # fmt: skip
    return np.array(row, np.float32)


def _declarations(page: Page) -> tuple[str, str]:
    """The page's og:type and body class names, and the URL that its head declares."""
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


def _declared_types(text: str) -> list[float]:
    """Which page types a text names."""
    lower = text.lower()
    return [float(any(word in lower for word in words)) for words in _TYPE_WORDS.values()]


def _address_features(url: str) -> list[float]:
    """Features of the page's URL; all zero if it is not known."""
    parts = split_url(url)
    if not parts.netloc:
        return [0.0] * len(ADDRESS_FEATURES)
    path = parts.path.rstrip("/")
    last = path.rpartition("/")[2]
    address = f"{parts.netloc}{parts.path}".lower()
    return [
        1.0, float(not path), min(path.count("/"), 6) / 3, min(last.count("-") + last.count("_"), 9) / 4,
        float(_DATE.search(path) is not None), float(_NUMBER.search(last) is not None), float(bool(parts.query)),
        float("." in last), *(float(pattern.search(address) is not None) for pattern in _ADDRESS_PATTERNS.values()),
    ]  # fmt: skip
