"""Which images belong to the kept text.

An image has no text, so extractors do not decide about it. It belongs to the text if it is inside the region that the
kept blocks span, and not inside a part of the page that was dropped: an element without any kept text that is marked as
navigation, promotion and the like, or that shows other text than a caption. Icons, avatars and trackers are recognized
by their declared size, class and URL. The image above the text needs evidence of its own.
"""

import re
from bisect import bisect_left
from functools import cached_property, lru_cache
from typing import Final

from maintext.page.containment import blocks_inside
from maintext.page.parsing.tree import Tree
from maintext.render.attribute_cache import AttributeCache
from maintext.render.image_sources import declared_sides, image_alt
from maintext.render.image_surroundings import ImageSurroundings, Surroundings
from maintext.render.kept_blocks import KeptBlocks

_SMALL = 50
_LARGE = 200
"""The sides, in pixels, below which an image is an icon, and from which it is not."""
_CAPTION = 300
"""The maximum number of characters of dropped text beside an image that may be its caption."""
_GAP, _GAP_ABOVE, _GAP_BELOW = 500, 900, 100
"""The maximum number of characters of dropped text between an image and a kept block; above and below all of them."""
_LINKED, _LABEL = 0.4, 20
"""Text beside an image is no caption if more than this share of it is link text, and more than this many characters."""
_LARGER_IMAGES: Final = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif")

_ICON_CLASS = re.compile(
    r"(?:^|[\s_\-])(?:avatars?|gravatar|logo|icons?|ico|(?:tw)?emoji|smil(?:ey|ie)s?|badges?|sprite|spacer|pixel|tracking|beacon"
    r"|facepile|author|anchor)(?:[\s_\-]|$)",
    re.IGNORECASE,
)
_ICON_URL = re.compile(
    r"(?:^|[_\-/.])(?:ads?|adverts?|advertisement|tracking|beacon|avatars?|gravatar|logos?|icons?|ico|emojis?|smil(?:ey|ie)s?"
    r"|twemoji|badges?|sprites?|spacer|pixel|1x1|arrow|button|social|ranks?|loading|loader|authors?|autoren|headshots?"
    r"|profiles?(?=/))(?:[_\-/.\d]|$)",
    re.IGNORECASE,
)
_ICON_ALT = re.compile(r"\b(?:icon|logo|avatar|profile (?:picture|photo)|tracker)\b", re.IGNORECASE)
_EMOJI_ALT = re.compile(r"[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]{1,8}")
"""Arrows, signs and emoji."""
_LEAD = re.compile(
    r"(?:^|[\s_\-])(?:featured?|feat|hero|lead|lede|main|cover|post-image|thumbnail|headline|top|primary)(?:[\s_\-]|$)",
    re.IGNORECASE,
)
_DECLARING: Final = 'meta[property="og:image"], meta[name="og:image"], meta[name="twitter:image"]'
_SIZE_AND_EXTENSION = re.compile(r"(?:[-_.]\d{2,4}x\d{2,4}|[-_]\d{2,4}w|-scaled)?(?:\.\w{1,5})?$")


class ImageSelection:
    """Decides for each image of a page whether it belongs to the kept text."""

    def __init__(self, tree: Tree, kept: KeptBlocks, names: AttributeCache) -> None:
        self._tree, self._kept, self._names = tree, kept, names
        self._surroundings = ImageSurroundings(tree, kept, names)

    def belongs(self, element: int) -> bool:
        """Whether an image outside of all kept lines belongs to the kept text."""
        before, after = self._surroundings.gaps(element)
        if before is None:
            return after is not None and after <= _GAP_ABOVE and self._is_lead(element, after)
        if after is None and before > _GAP_BELOW:
            return False
        if after is not None and min(before, after) > _GAP:
            return False
        around = self._surroundings.of(element)
        if around.on_side or self._is_icon(element, around):
            return False
        beside, linked = self._text_beside(around)
        if linked > max(_LINKED * beside, _LABEL):
            return False
        if after is None:
            return beside <= _GAP_BELOW and not self._holds_page(around) and not self._leads_elsewhere(around)
        return beside <= _CAPTION

    def is_icon(self, element: int) -> bool:
        """Whether an image is an icon, an avatar, an emoji, a tracker or similar."""
        return self._is_icon(element, self._surroundings.of(element))

    def _is_icon(self, element: int, around: Surroundings) -> bool:
        sides = declared_sides(self._tree, element)
        if (sides and min(sides) < _SMALL) or _is_icon_class(self._names.classes(element)):
            return True
        if (sides and max(sides) >= _LARGE) or around.figure >= 0:
            return False
        if _ICON_URL.search(self._source(element).partition("?")[0][-200:]):
            return True
        alt = image_alt(self._tree, element)[:200]
        return _ICON_ALT.search(alt) is not None or _EMOJI_ALT.fullmatch(alt) is not None

    def _source(self, element: int) -> str:
        """The URL of an image, or of the one that a script puts in its place."""
        read = self._names.read
        source = read(element, "src")
        if source and not source.startswith("data:"):
            return source
        return read(element, "data-src") or read(element, "data-srcset").partition(" ")[0].rstrip(",") or source

    def _text_beside(self, around: Surroundings) -> tuple[int, int]:
        """The number of characters of dropped text in the part around an image, and of link text; without captions."""
        if around.part < 0:
            return 0, 0
        total, linked = self._surroundings.dropped_in(around.part)
        if around.figure < 0:
            return total, linked
        if around.figure == around.part and total > 2 * _CAPTION:
            return total, linked
        caption, caption_links = self._surroundings.dropped_in(around.figure)
        return total - caption, linked - caption_links

    def _is_lead(self, element: int, after: int) -> bool:
        """Whether an image above the text belongs to it."""
        around = self._surroundings.of(element)
        if around.on_side or self._is_icon(element, around) or not self._holds_most(around.holder):
            return False
        beside, linked = self._text_beside(around)
        if linked > max(_LINKED * beside, _LABEL):
            return False
        if around.figure < 0 and self._leads_elsewhere(around):
            return False
        if not beside and after <= _GAP_BELOW and not self._holds_page(around):
            return True
        if around.figure >= 0 or max(declared_sides(self._tree, element), default=0) >= _LARGE:
            return True
        return self._is_named_lead(element) or self._is_declared(element)

    def _is_named_lead(self, element: int) -> bool:
        """Whether the classes of an image or of the two elements around it mark it as the main image."""
        for _ in range(3):
            if element < 0:
                break
            if self._names.match(element, _LEAD):
                return True
            element = self._tree.parents[element]
        return False

    def _is_declared(self, element: int) -> bool:
        """Whether the head of the page names an image as the page's own."""
        stem = _stem(self._names.read(element, "src"))
        return bool(stem) and stem in self._declared

    @cached_property
    def _declared(self) -> frozenset[str]:
        """The stems of the file names of the images that the head of the page names."""
        found = self._tree.elements.select(_DECLARING)[:8]
        return frozenset(_stem(self._names.read(meta, "content")) for meta in found)

    def _leads_elsewhere(self, around: Surroundings) -> bool:
        """Whether an image is a link to something other than a larger image."""
        target = self._names.read(around.link, "href").partition("?")[0].lower() if around.link >= 0 else ""
        return bool(target) and not target.endswith(_LARGER_IMAGES)

    def _holds_page(self, around: Surroundings) -> bool:
        """Whether the innermost element with kept text is the body."""
        return around.holder < 0 or self._tree.tags[around.holder] in ("body", "html")

    def _holds_most(self, element: int) -> bool:
        """Whether most of the kept blocks are inside an element."""
        if element < 0:
            return False
        numbers = self._kept.numbers
        first, last = blocks_inside(self._tree, element)
        return 2 * (bisect_left(numbers, last) - bisect_left(numbers, first)) >= len(numbers)


@lru_cache(maxsize=8192)
def _is_icon_class(classes: str) -> bool:
    return _ICON_CLASS.search(classes) is not None


def _stem(url: str) -> str:
    """The file name of a URL without size and extension."""
    name = url.partition("?")[0].rstrip("/").rpartition("/")[2]
    return _SIZE_AND_EXTENSION.sub("", name).lower()
