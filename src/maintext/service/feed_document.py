"""Feeds with the full text of their entries: RSS or Atom in, the same feed out.

Everything else in the feed is unchanged. The text is put where feed readers look for it: `content:encoded` in RSS,
`content` in Atom.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maintext.crawl.feed_parser import ATOM, CONTENT, FeedEntry
from maintext.crawl.feed_reader import NOT_XML, Feed


@dataclass(frozen=True, slots=True)
class FullText:
    """The full text of an entry as HTML, or the reason why it is missing."""

    html: str | None
    problem: str = ""


def complete(feed: Feed, texts: Mapping[int, FullText]) -> bytes:
    """The feed with full texts inserted, by the numbers of the entries; entries without one are removed."""
    return b"".join(_completed(feed, texts))


def _completed(feed: Feed, texts: Mapping[int, FullText]) -> Iterator[bytes]:
    yield b'<?xml version="1.0" encoding="utf-8"?>\n'
    at = 0
    for number, entry in enumerate(feed.entries):
        yield feed.source[at : entry.start]
        at = entry.end
        if number in texts:
            yield from _with_text(feed, entry, texts[number])
    yield feed.source[at:]


def _with_text(feed: Feed, entry: FeedEntry, full: FullText) -> Iterator[bytes]:
    """The parts of an entry with its full text before the end tag, in place of earlier full texts."""
    at = entry.start
    for start, end in entry.contents if full.html is not None else ():
        yield feed.source[at:start]
        at = end
    addition = _addition(feed, full).encode("utf-8", "replace")
    if entry.inside is None:
        yield feed.source[at : entry.end - 2] + b">" + addition + b"</" + entry.name + b">"
    else:
        yield feed.source[at : entry.inside] + addition + feed.source[entry.inside : entry.end]


def _addition(feed: Feed, full: FullText) -> str:
    if full.html is None:
        reason = NOT_XML.sub(" ", full.problem).replace("--", "- ").rstrip("-")
        return f"<!-- no full text: {reason} -->"
    name, declaration = _element(feed)
    kind = ' type="html"' if feed.is_atom else ""
    text = NOT_XML.sub("", full.html).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<{name}{declaration}{kind}>{text}</{name}>"


def _element(feed: Feed) -> tuple[str, str]:
    """The name of the element for full texts, with the feed's own prefix or with one that is declared with it."""
    namespace, name = (ATOM, "content") if feed.is_atom else (CONTENT, "encoded")
    for prefix, value in feed.namespaces.items():
        if value == namespace:
            return (f"{prefix}:{name}" if prefix else name), ""
    return f"content:{name}", f' xmlns:content="{namespace}"'
