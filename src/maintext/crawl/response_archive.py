"""Responses in the WARC file: new bodies as response records, bodies seen before as revisit records."""

import base64
import hashlib
from dataclasses import replace
from typing import Final
from urllib.parse import urljoin

from maintext.crawl.canonical_urls import canonical_url
from maintext.crawl.earlier_crawl import EarlierCrawl
from maintext.crawl.journal import PageEntry
from maintext.crawl.warc_records import warc_date
from maintext.crawl.warc_writer import IDENTICAL, NOT_MODIFIED, StoredBody, WarcWriter
from maintext.fetch.exchange import Exchange

_LONGEST_VALIDATOR: Final = 1000


class ResponseArchive:
    """Writes responses, and remembers the digests of their bodies."""

    def __init__(self, warc: WarcWriter, earlier: EarlierCrawl) -> None:
        self._warc, self._earlier = warc, earlier
        self._bodies: dict[bytes, StoredBody] = {}

    def restore(self, entry: PageEntry) -> None:
        """Remember the body of an entry."""
        if entry.outcome in ("stored", "unchanged") and entry.digest:
            body = StoredBody(entry.id, entry.url, entry.date, entry.digest)
            self._bodies.setdefault(_key(entry.digest), body)

    def conditions(self, url: str) -> dict[str, str]:
        """The headers that ask for a page only if it has changed."""
        return self._earlier.conditions(url)

    def write(self, found: Exchange, now: float) -> PageEntry:
        """Write a response; returns its entry, without the URLs in its body."""
        known = self._earlier.pages.get(found.url)
        if found.status == 304 and known is not None:
            self._warc.write_revisit(found, now, NOT_MODIFIED, _body_of(known))
            return replace(known, outcome="unchanged", status=304, size=0, end=0)
        digest = payload_digest(found.body)
        etag, modified = _validator(found, "etag"), _validator(found, "last-modified")
        is_page = found.status == 200 and bool(found.body)
        if is_page and known is not None and known.digest == digest:
            self._warc.write_revisit(found, now, IDENTICAL, _body_of(known))
            return replace(
                known, outcome="unchanged", status=200, size=len(found.body), end=0, etag=etag, modified=modified
            )
        seen = self._bodies.get(_key(digest)) if is_page else None
        if seen is not None:
            self._warc.write_revisit(found, now, IDENTICAL, seen)
            return PageEntry(found.url, "duplicate", 200, size=len(found.body), digest=digest)
        id_ = self._warc.write_exchange(found, now, digest)
        entry = PageEntry(found.url, "stored", found.status, size=len(found.body))
        location = _redirect_target(found)
        if location is not None:
            return replace(entry, outcome="redirect", location=location)
        if not 200 <= found.status < 300:
            return replace(entry, outcome="error", message=f"the server answered {found.status} {found.reason}".strip())
        digest = digest if found.body else ""
        return replace(entry, digest=digest, id=id_, date=warc_date(now), etag=etag, modified=modified)


def payload_digest(body: bytes) -> str:
    """The digest of a body as WARC files write it."""
    return f"sha1:{base64.b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()}"


def _key(digest: str) -> bytes:
    return base64.b32decode(digest.removeprefix("sha1:"))


def _body_of(entry: PageEntry) -> StoredBody:
    return StoredBody(entry.id, entry.url, entry.date, entry.digest)


def _validator(found: Exchange, name: str) -> str:
    """A header to be sent back with a conditional request; empty if it is absent or too long for that."""
    value = found.header(name)
    return value if len(value) <= _LONGEST_VALIDATOR else ""


def _redirect_target(found: Exchange) -> str | None:
    """The target of a redirect; None if it is not a redirect, or if the target cannot be requested."""
    target = found.header("location")
    if not 300 <= found.status < 400 or not target:
        return None
    try:
        return canonical_url(urljoin(found.url, target))
    except ValueError:
        return None
