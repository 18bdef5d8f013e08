"""Detect crawler traps by URL: very long paths, repeated segments, files that are not pages."""

import re
from collections import Counter
from typing import Final

from maintext.urls import split_url

_LONGEST: Final = 1000
_DEEPEST: Final = 20
_REPEATS: Final = 3
_FILES: Final = re.compile(
    r"\.(?:7z|aac|apk|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|ics|iso|jar|jpe?g|js"
    r"|json|m4[av]|mkv|mov|mp[34]|mpe?g|msi|odp|ods|odt|og[agv]|otf|pdf|png|pptx?|rar|rpm|svg|tar|tgz|tiff?|ttf|wasm"
    r"|wav|web[mp]|woff2?|wmv|xlsx?|xz|zip|zst)$",
    re.IGNORECASE,
)


def trap(url: str) -> str | None:
    """The reason not to follow a link, by its URL alone; None if there is none."""
    if len(url) > _LONGEST:
        return f"longer than {_LONGEST} characters"
    path = split_url(url).path
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _DEEPEST:
        return f"more than {_DEEPEST} segments in its path"
    if segments and Counter(segments).most_common(1)[0][1] > _REPEATS:
        return f"the same segment more than {_REPEATS} times in its path"
    if _FILES.search(path):
        return "a file that is no page, by its name"
    return None
