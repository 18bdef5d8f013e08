"""The URL, alternative text and declared size of an image, also of one that a script loads later."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from maintext.render.links import Links

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

IMAGES: Final = frozenset(["img", "amp-img", "image"])

_LATER = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-full-src", "data-url", "data-image")
"""Attributes with the URL of an image that a script loads, most common first; others need a file name extension."""
_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_PLACEHOLDER = re.compile(
    r"^(?:data:|about:|#)|(?:^|[/_.\-])(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading|loader|grey|gray"
    r"|clear|dummy)(?:[_\-]?\w{0,12})?\.(?:gif|png|svg|jpe?g|webp)",
    re.IGNORECASE,
)
_FILE = re.compile(r"(?:https?:/)?/[^\s{}\"]{1,2000}\.(?:jpe?g|png|gif|webp|avif)(?:\?\S*+)?+", re.IGNORECASE)
_CANDIDATE_URL = re.compile(r"[\s,]*+(\S++)")
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]{0,200}?url\(\s*['\"]?([^'\")]{1,2000})", re.IGNORECASE)
_BACKGROUNDS: Final = ", ".join(
    f'{name}[style*="background"]' for name in ("figure", "figure div", "figure span", "figure a", '[role="img"]')
)
_STYLE_SIDE = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*(\d{1,5})(?:\.\d{1,9})?px", re.IGNORECASE)
_LENGTH = re.compile(r"\s*0*(\d{1,5})(?:\.\d{1,9})?(?:px)?\s*")
_URL_SIDES = re.compile(r"(?<![\d.])(\d{1,4})x(\d{1,4})(?!\d)[^/]*$")
_URL_WIDTH = re.compile(r"[?&](?:w|width|wid|size)=(\d{1,4})(?:$|[&#])")
_LONGEST = 4000
"""The maximum number of characters of a data attribute that may be a URL."""
_SOURCES = 100  # the maximum number of source elements that are read


def image_source(tree: "Tree", element: int, links: Links) -> str:
    """The URL of an image in its best resolution; empty if there is none."""
    get = tree.elements.get
    if tree.tags[element] not in IMAGES:
        return background_source(get(element, "style") or "", links)
    written = get(element, "src") or get(element, "href") or ""
    offered = [get(element, name) or "" for name in _SETS]
    if not written or _PLACEHOLDER.search(written[:300]):
        later = _later_source(tree, element)
        offered = offered if later else [*offered, *_picture_sources(tree, element)]
        written = later or written
    best = next((url for url in map(largest_candidate, offered) if _is_url(url)), written)
    return links.resolve(best) if _is_url(best) else ""


def _later_source(tree: "Tree", element: int) -> str:
    """The URL that a script sets as the source of an image; empty if there is none."""
    get = tree.elements.get
    if found := next((value for name in _LATER if _is_url(value := get(element, name) or "")), ""):
        return found
    others = (value for name, value in tree.elements[element] if value and name.startswith("data-"))
    return next((value for value in others if len(value) <= _LONGEST and _FILE.fullmatch(value)), "")


def background_images(tree: "Tree") -> list[int]:
    """The elements of figures, or with the role of an image, that show an image as their background."""
    return tree.elements.select(_BACKGROUNDS)


def background_source(style: str, links: Links) -> str:
    """The URL of the background image that a style attribute sets; empty if there is none."""
    found = _BACKGROUND.search(style)
    return links.resolve(found[1].strip()) if found and not _PLACEHOLDER.search(found[1]) else ""


def _is_url(written: str) -> bool:
    return bool(written) and written[0] not in "{[#" and not written.startswith(("data:", "about:"))


def _picture_sources(tree: "Tree", element: int) -> list[str]:
    """The srcset attributes of the sources of the picture element around an image."""
    first = tree.parents[element] + 1
    if not first or tree.tags[first - 1] != "picture" or element - first > _SOURCES:
        return []
    before = tree.tags[first:element]
    if not IMAGES.isdisjoint(before):
        return []  # a picture shows only one image
    get = tree.elements.get
    sources = (source for source, tag in enumerate(before, first) if tag == "source")
    return [get(source, "srcset") or get(source, "data-srcset") or "" for source in sources]


def largest_candidate(srcset: str) -> str:
    """The URL of the largest image of a srcset; empty if it has none."""
    best, size = "", -1.0
    for url, descriptor in _candidates(srcset):
        value = _descriptor_value(descriptor)
        if value > size and not url.startswith("data:"):
            best, size = url, value
    return best


def _candidates(srcset: str) -> Iterator[tuple[str, str]]:
    """The URLs of a srcset with their descriptors; a URL may contain commas."""
    at = 0
    while (found := _CANDIDATE_URL.match(srcset, at)) is not None:
        at = found.end()
        if found[1].endswith(","):
            yield found[1].rstrip(","), ""
            continue
        end = srcset.find(",", at)
        end = len(srcset) if end < 0 else end
        yield found[1], srcset[at:end].strip()
        at = end


def _descriptor_value(descriptor: str) -> float:
    """The width or density that a candidate of a srcset declares."""
    number = re.match(r"\d{1,6}(?:\.\d{1,6})?", descriptor)
    return float(number.group()) if number else 1.0


def image_alt(tree: "Tree", element: int) -> str:
    """The alternative text of an image; empty if there is none."""
    get = tree.elements.get
    return " ".join((get(element, "alt") or get(element, "aria-label") or "").split())


def declared_sides(tree: "Tree", element: int) -> tuple[int, ...]:
    """The width and height of an image, as far as attributes, style or URL declare them in pixels."""
    get = tree.elements.get
    written = [found for name in ("width", "height") if (found := _LENGTH.fullmatch(get(element, name) or ""))]
    if written:
        return tuple(int(found[1]) for found in written)
    if style := get(element, "style"):
        sides = tuple(int(side) for _, side in _STYLE_SIDE.findall(style[:1000]))
        if sides:
            return sides
    source = (get(element, "src") or "")[-300:]
    if found := _URL_SIDES.search(source):
        return int(found[1]), int(found[2])
    width = _URL_WIDTH.search(source)
    return (int(width[1]),) if width and not any(get(element, name) for name in (*_LATER, *_SETS)) else ()
