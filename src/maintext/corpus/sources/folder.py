"""Folders of HTML files; a page's id is its name below the folder."""

import gzip
from collections.abc import Iterator
from itertools import islice

from maintext.corpus.archive_records import ArchivedPage, ArchiveRecord, BrokenRecord
from maintext.corpus.locations import damage, join_location, open_bytes
from maintext.corpus.shards import Shard, html_files, listing_digest
from maintext.errors import BadInput


def read_folder(shard: Shard, max_bytes: int) -> Iterator[ArchiveRecord]:
    """The pages of one part of a folder, in the order of their names."""
    files = html_files(shard.location)
    if listing_digest(files) != shard.listing:
        raise BadInput(f"{shard.location}: its files have changed since the corpus was begun; choose another output")
    at = 0
    for name, size in islice(files, shard.first, shard.first + shard.count):
        yield _read(shard.location, name, size, at, max_bytes)
        at += size


def _read(folder: str, name: str, size: int, at: int, max_bytes: int) -> ArchiveRecord:
    if size > max_bytes:
        return ArchivedPage(name, b"", size, at=at)
    try:
        with open_bytes(join_location(folder, name)) as file:
            html = gzip.GzipFile(fileobj=file).read(max_bytes + 1) if name.endswith(".gz") else file.read(max_bytes + 1)
    except damage(BadInput, OSError) as error:
        return BrokenRecord(at, f"{name}: {error}", size)
    return ArchivedPage(name, html, len(html), at=at)
