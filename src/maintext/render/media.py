"""Images, videos and embedded players: which belong to the kept text, and their sources.

A picture has no text, so no extractor decides about it. It belongs to what was kept if it stands in a kept line, if its
figure's caption was kept, or if it says what it shows and stands between two kept blocks with nothing dropped between.
"""

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from maintext.render.attribute_cache import AttributeCache
from maintext.render.links import Links
from maintext.urls import host_of, split_url

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

IMAGES = frozenset(["img", "amp-img", "image"])
PLAYERS = frozenset(
    ["iframe", "video", "audio", "embed", "object", "amp-youtube", "amp-video", "amp-iframe", "lite-youtube"]
)

_LAZY = (
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-full-src", "data-url",
    "data-image", "data-srcset", "data-lazy-srcset", "srcset",
)  # fmt: skip
_PLACEHOLDER = re.compile(
    r"(?:^|[/_.\-])(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading|grey|gray|clear)"
    r"(?:[_\-]?\w{0,12})?\.(?:gif|png|svg|jpe?g|webp)",
    re.IGNORECASE,
)
_NO_CONTENT = re.compile(
    r"(?:^|[\s_\-/.])(?:ads?|advert\w*|sponsor\w*|banner|promo\w*|tracking|beacon|avatar|gravatar|logo|icons?|emoji|smil(?:ey|ie)s?|"
    r"badges?|share|social|author|ranks?|sprite|button|thumb(?:nail)?s?)(?:[\s_\-/.]|$)",
    re.IGNORECASE,
)
_HOSTS = re.compile(
    r"(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|ted\.com|wistia\.(?:com|net)|"
    r"loom\.com|soundcloud\.com|spotify\.com|podcasts\.apple\.com|bandcamp\.com|twitter\.com|x\.com|instagram\.com|"
    r"tiktok\.com|facebook\.com|codepen\.io|jsfiddle\.net|slideshare\.net|speakerdeck\.com|archive\.org|"
    r"datawrapper\.dwcdn\.net|flourish\.studio|bilibili\.com|rutube\.ru|nicovideo\.jp|arte\.tv|peertube\.\w+)$",
    re.IGNORECASE,
)
_BETWEEN_CANDIDATES = re.compile(r",\s+|(?<!\s)\s++,")
_SMALL = 50
_SOURCES = 100  # elements of a picture that are looked at


def image_source(tree: "Tree", element: int, links: Links) -> str:
    """The address of a picture; where it is loaded late, that of the real one. Empty if there is none."""
    get = tree.elements.get
    written = get(element, "src") or ""
    if not written or written.startswith("data:") or _PLACEHOLDER.search(written):
        late = next((value for name in _LAZY if (value := get(element, name))), "") or _picture_source(tree, element)
        written = late or ("" if written.startswith("data:") else written)
        written = _largest(written)
    if written.startswith("data:"):
        return ""
    return links.resolve(written)


def _picture_source(tree: "Tree", element: int) -> str:
    """What the sources of the picture element around an image offer."""
    parent = tree.parents[element]
    if parent < 0 or tree.tags[parent] != "picture":
        return ""
    for source in range(parent + 1, min(element, parent + 1 + _SOURCES)):
        if tree.tags[source] == "source":
            offered = tree.elements.get(source, "data-srcset") or tree.elements.get(source, "srcset")
            if offered and not offered.startswith("data:"):
                return offered
    return ""


def _largest(srcset: str) -> str:
    """The largest picture of a srcset; a plain address is returned as it is."""
    if " " not in srcset.strip():
        return srcset.strip()
    best, size = "", -1.0
    for candidate in _BETWEEN_CANDIDATES.split(srcset):
        address, _, width = candidate.strip().partition(" ")
        number = re.match(r"[\d.]+", width.strip())
        value = float(number.group()) if number and number.group().count(".") < 2 and number.group() != "." else 1.0
        if address and value > size:
            best, size = address, value
    return best


def image_alt(tree: "Tree", element: int) -> str:
    """What a picture shows, in words."""
    return " ".join((tree.elements.get(element, "alt") or "").split())


def looks_decorative(tree: "Tree", element: int, named: AttributeCache) -> bool:
    """Whether a picture is an icon, a portrait, an advertisement or the like rather than part of the text."""
    get = tree.elements.get
    for side in ("width", "height"):
        size = re.match(r"0*(\d{1,9})", get(element, side) or "")
        if size and int(size[1]) < _SMALL:
            return True
    source = get(element, "src") or ""
    if re.search(r"\b(?:icon|logo|avatar)\b", get(element, "alt") or "", re.IGNORECASE):
        return True
    if source.partition("?")[0].lower().endswith(".svg"):
        return True
    if _NO_CONTENT.search(get(element, "class") or "") or _NO_CONTENT.search(source[:300]):
        return True
    around = tree.parents[element]
    for _ in range(2):
        if around < 0:
            break
        if named.match(around, _NO_CONTENT):
            return True
        around = tree.parents[around]
    return False


def leads_away(tree: "Tree", element: int, named: AttributeCache) -> bool:
    """Whether a picture is a link to another page rather than to its own large version."""
    around = tree.parents[element]
    for _ in range(3):
        if around < 0:
            return False
        if tree.tags[around] == "a":
            target = named.read(around, "href").partition("?")[0].lower()
            return bool(target) and not target.endswith((".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"))
        around = tree.parents[around]
    return False


def player_link(tree: "Tree", element: int, links: Links) -> tuple[str, str] | None:
    """Where a video, a sound or an embedded thing can be seen, and what to call it; None if it is none of these."""
    get = tree.elements.get
    tag = tree.tags[element]
    name = get(element, "data-videoid") or get(element, "videoid")
    if name and tag in ("amp-youtube", "lite-youtube"):
        return f"https://www.youtube.com/watch?v={name}", get(element, "title") or "Video: youtube.com"
    written = get(element, "src") or get(element, "data-src") or get(element, "data") or ""
    if tag in ("video", "audio"):
        if not written:
            written = next(
                (
                    get(inner, "src") or ""
                    for inner in range(element + 1, min(element + 6, len(tree.tags)))
                    if tree.tags[inner] == "source" and tree.parents[inner] == element
                ),
                "",
            )
        url = links.resolve(written)
        title = get(element, "title") or get(element, "aria-label") or f"{tag.capitalize()}: {_file_of(url)}"
        return (url, " ".join(title.split())) if url else None
    if written.startswith("//"):
        written = f"https:{written}"
    url = links.resolve(written)
    host = host_of(url)
    if not _HOSTS.search(host):
        return None
    title = get(element, "title") or get(element, "aria-label") or f"Embedded: {host}"
    return watchable(url), " ".join(title.split())


def watchable(url: str) -> str:
    """The page of a video instead of its player."""
    parts = split_url(url)
    steps = parts.path.strip("/").split("/")
    host = host_of(url)
    if host.endswith(("youtube.com", "youtube-nocookie.com")) and len(steps) == 2 and steps[0] == "embed":
        if steps[1] == "videoseries":
            return f"https://www.youtube.com/playlist?list={parse_qs(parts.query).get('list', [''])[0]}"
        return f"https://www.youtube.com/watch?v={steps[1]}"
    if host == "player.vimeo.com" and len(steps) == 2 and steps[0] == "video":
        return f"https://vimeo.com/{steps[1]}"
    return url


def _file_of(url: str) -> str:
    return url.partition("?")[0].rstrip("/").rpartition("/")[2] or url
