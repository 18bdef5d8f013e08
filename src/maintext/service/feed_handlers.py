"""Job handlers for feeds, which are parsed only in workers."""

import json

from maintext.crawl.feed_reader import find_feed, first_entries, read_feed
from maintext.errors import MaintextError
from maintext.sandbox.packing import split_parts
from maintext.service.feed_document import FullText, complete


def describe_feed(data: bytes, url: str, limit: int) -> bytes:
    """The kind of a feed and the links of its first entries, or the URL of the feed that a web page names."""
    try:
        feed = read_feed(data, url)
    except MaintextError:
        named = find_feed(data, url)
        if named is None:
            raise
        return json.dumps({"named": named}).encode()
    kind = "application/atom+xml" if feed.is_atom else "application/rss+xml"
    return json.dumps({"kind": kind, "entries": first_entries(feed, limit)}).encode()


def complete_feed(data: bytes, url: str) -> bytes:
    """Insert full texts into a feed; the first part is the feed, the others are the texts of the entries in the head.

    The head is a list of pairs: an entry's number, and why it has no text (None if it has one).
    """
    entries, (feed, *texts) = split_parts(data)
    full = {
        number: FullText(text.decode("utf-8", "replace")) if problem is None else FullText(None, problem)
        for (number, problem), text in zip(entries, texts, strict=True)
    }
    return complete(read_feed(feed, url), full)
