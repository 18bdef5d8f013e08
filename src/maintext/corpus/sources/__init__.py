"""SHARD -> PAGES: one reader per kind of input."""

from collections.abc import Iterator

from maintext.corpus.archive_records import ArchiveRecord
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import Shard


def read_shard(shard: Shard, settings: CorpusSettings) -> Iterator[ArchiveRecord]:
    """The items of a shard in order: pages, broken records and others."""
    if shard.kind == "warc":
        from maintext.corpus.sources.warc import read_warc

        return read_warc(shard.location, settings.filters.max_bytes)
    if shard.kind == "jsonl":
        from maintext.corpus.sources.jsonl import read_jsonl

        return read_jsonl(shard.location, settings.html_field, settings.url_field)
    if shard.kind == "quarantine":
        from maintext.corpus.quarantine import read_quarantine

        return read_quarantine(shard.location)
    from maintext.corpus.sources.folder import read_folder

    return read_folder(shard, settings.filters.max_bytes)
