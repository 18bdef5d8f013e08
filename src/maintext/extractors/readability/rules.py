"""The hand-made rules of Readability [Arc90 2009]: what names, tags and amounts say about an element."""

import re
from functools import lru_cache
from typing import Final

from maintext.page.parsing.elements import Attributes

_UNLIKELY = re.compile(
    r"combx|comment|community|disqus|extra|foot|header|menu|remark|rss|shoutbox|sidebar|sponsor|ad-break|agegate"
    r"|pagination|pager|popup|tweet|twitter",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"and|article|body|column|main|shadow", re.IGNORECASE)
_POSITIVE = re.compile(r"article|body|content|entry|hentry|main|page|pagination|post|text|blog|story", re.IGNORECASE)
_NEGATIVE = re.compile(
    r"combx|comment|com-|contact|foot|footer|footnote|masthead|media|meta|outbrain|promo|related|scroll|shoutbox"
    r"|sidebar|sponsor|shopping|tags|tool|widget",
    re.IGNORECASE,
)
_NAME_WEIGHT = 25
_TAG_SCORES: Final = {
    "div": 5,
    **dict.fromkeys(("pre", "td", "blockquote"), 3),
    **dict.fromkeys(("address", "ol", "ul", "dl", "dd", "dt", "li", "form"), -3),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "th"), -5),
}
COMMAS: Final = re.compile("[,\u060c\ufe50\ufe10\ufe11\u2e41\u2e34\u2e32\uff0c\u3001]")
"""Commas of all scripts; the original counts the Latin one only."""
_SEPARATOR = re.compile(r" [|\-–—] ")


@lru_cache(maxsize=10_000)
def is_unlikely(names: str) -> bool:
    """Whether an element's class and id say that it holds no content."""
    return bool(_UNLIKELY.search(names)) and not _MAYBE.search(names)


def name_weight(attributes: Attributes) -> int:
    """25 for each of class and id that sounds like content, less 25 for each that does not."""
    return sum(_weigh(value) for key, value in attributes if value and key in ("class", "id"))


@lru_cache(maxsize=10_000)
def _weigh(name: str) -> int:
    return _NAME_WEIGHT * (bool(_POSITIVE.search(name)) - bool(_NEGATIVE.search(name)))


def tag_score(tag: str) -> int:
    """What an element starts with for its tag."""
    return _TAG_SCORES.get(tag, 0)


def article_title(title: str) -> str:
    """A page's title without the name of the site, if what is left is long enough."""
    short = title
    if separators := list(_SEPARATOR.finditer(title)):
        short = title[: separators[-1].start()]
        if len(short.split()) < 3:
            short = title[separators[0].end() :]
    elif ": " in title:
        short = title.rpartition(":")[2]
        if len(short.split()) < 3:
            short = title.partition(":")[2]
    short = short.strip()
    return title if len(short.split()) <= 4 else short
