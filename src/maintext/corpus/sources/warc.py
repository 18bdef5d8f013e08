"""WARC files (ISO 28500), whole or broken, plain or compressed by gzip or zstd.

FastWARC reads them, and stops at the first invalid record: a wrong length, damaged compression, other bytes between
records. This reader then searches for the start of the next record and continues there. A record is accepted only if
another record or the end of the file follows it, since a wrong length includes or cuts off something.
"""

import io
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from maintext.corpus.archive_records import ArchivedPage, ArchiveRecord, BrokenRecord, OtherRecord
from maintext.corpus.locations import open_bytes
from maintext.corpus.response_bodies import decode_body
from maintext.corpus.sources.record_boundaries import end_of_record, next_start
from maintext.errors import BadInput, CorpusError

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

_SLACK: Final = 1 << 16
"""How much longer than the largest page a record may be, for its HTTP headers."""


def read_warc(location: str, max_bytes: int) -> Iterator[ArchiveRecord]:
    """The records of an archive in order."""
    with open_bytes(location) as stream:
        start = next_start(stream, 0)
        if start is None:
            what = "is empty" if not stream.seek(0, io.SEEK_END) else "is not a WARC file: no record begins in it"
            raise BadInput(f"{location}: {what}")
        if start:
            yield BrokenRecord(0, "something else stands before the first record", start)
        while start is not None:
            start = yield from _read_on(stream, start, max_bytes)


def _read_on(stream: BinaryIO, start: int, max_bytes: int) -> Generator[ArchiveRecord, None, int | None]:
    """Records from an offset up to the end or a broken record; returns the offset to resume at."""
    held: ArchiveRecord | None = None
    at, declared, why = start, 0, "it cannot be read"
    stream.seek(start)
    try:
        for record in _records(stream):
            if held is not None:
                yield held
            at, declared, held = record.stream_pos, record.content_length, None
            found = _read(record, declared, max_bytes)
            if isinstance(found, BrokenRecord):
                why = found.why
                break
            held = found
        else:
            if held is not None:
                yield held
                return None
    except OSError as error:
        why = _first_line(error)
    end = None if held is None else end_of_record(stream, at, declared)
    if held is not None and end is not None:
        yield held
        at, why = end, "something else stands where a record should begin"
        following = next_start(stream, end)
        if following == end:
            return following
    else:
        why = why if held is None else "its length is wrong"
        following = next_start(stream, at + 1)
    yield BrokenRecord(at, why, (following if following is not None else stream.seek(0, io.SEEK_END)) - at)
    return following


def _records(stream: BinaryIO) -> "ArchiveIterator":
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise CorpusError("WARC files need fastwarc; try: pip install 'maintext[corpus]'") from error
    return ArchiveIterator(stream, parse_http=False)


def _read(record: "WarcRecord", declared: int, max_bytes: int) -> ArchiveRecord:
    from fastwarc.warc import WarcRecordType

    at = record.stream_pos
    if record.record_type not in (WarcRecordType.response, WarcRecordType.resource):
        if record.record_type == WarcRecordType.unknown:
            return BrokenRecord(at, "its header is damaged")
        return OtherRecord(at)
    headers = record.headers
    id_ = (record.record_id or "").strip("<>") or f"at {at}"
    url, date = headers.get("WARC-Target-URI"), headers.get("WARC-Date")
    if declared > max_bytes + _SLACK:
        return ArchivedPage(id_, b"", declared, url, date, at=at)
    record.freeze()
    if record.content_length < declared:
        return BrokenRecord(at, f"it should have {declared} bytes, and has {record.content_length}")
    identified = headers.get("WARC-Identified-Payload-Type")
    if not record.is_http:
        html = record.reader.read()
        return ArchivedPage(
            id_, html, len(html), url, date, None, identified or _bare(headers.get("Content-Type")), None, at
        )
    record.parse_http(auto_decode="none")
    http = record.http_headers
    body = record.reader.read()
    transfer, content = http.get("Transfer-Encoding") or "", http.get("Content-Encoding") or ""
    html = decode_body(body, transfer, content, max_bytes) if transfer or content else body
    media_type = identified or _bare(http.get("Content-Type"))
    return ArchivedPage(id_, html, len(html), url, date, record.http_charset, media_type, http.status_code, at)


def _bare(content_type: str | None) -> str | None:
    """A media type without its parameters."""
    return (content_type or "").partition(";")[0].strip().lower() or None


def _first_line(error: OSError) -> str:
    return (str(error).splitlines() or ["the record cannot be read"])[0]
