"""Videos, audio and embedded players: their URLs and labels."""

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from maintext.render.document import Player
from maintext.render.links import Links
from maintext.urls import host_of, split_url

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

PLAYERS: Final = frozenset(
    ["iframe", "video", "audio", "embed", "object", "amp-youtube", "amp-video", "amp-iframe", "lite-youtube"]
)

_HOSTS = re.compile(
    r"(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|ted\.com|wistia\.(?:com|net)|"
    r"loom\.com|soundcloud\.com|spotify\.com|podcasts\.apple\.com|bandcamp\.com|twitter\.com|x\.com|instagram\.com|"
    r"tiktok\.com|facebook\.com|codepen\.io|jsfiddle\.net|slideshare\.net|speakerdeck\.com|archive\.org|"
    r"datawrapper\.dwcdn\.net|flourish\.studio|bilibili\.com|rutube\.ru|nicovideo\.jp|arte\.tv|peertube\.\w+)$",
    re.IGNORECASE,
)


def player_of(tree: "Tree", element: int, links: Links) -> Player | None:
    """A video, audio file or embedded player; None if the element is none of these."""
    get = tree.elements.get
    tag = tree.tags[element]
    name = get(element, "data-videoid") or get(element, "videoid")
    if name and tag in ("amp-youtube", "lite-youtube"):
        return Player(f"https://www.youtube.com/watch?v={name}", get(element, "title") or "Video: youtube.com")
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
        return Player(url, " ".join(title.split())) if url else None
    if written.startswith("//"):
        written = f"https:{written}"
    url = links.resolve(written)
    host = host_of(url)
    if not _HOSTS.search(host):
        return None
    title = get(element, "title") or get(element, "aria-label") or f"Embedded: {host}"
    return Player(video_page_url(url), " ".join(title.split()))


def video_page_url(url: str) -> str:
    """The URL of a video's page instead of its player."""
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
