"""JSONL: one object per line with the page's source in a field, plain or compressed by gzip or zstd."""

from collections.abc import Iterator
from typing import BinaryIO

from maintext.corpus.archive_records import ArchivedPage, ArchiveRecord, BrokenRecord
from maintext.corpus.locations import damage, decompressed, open_bytes
from maintext.data_formats import load_json
from maintext.errors import BadInput, MalformedData

_LONGEST = 1 << 28


def read_jsonl(location: str, html_field: str, url_field: str) -> Iterator[ArchiveRecord]:
    """The pages of a file, one per line; empty lines are skipped."""
    whole = 0
    with open_bytes(location) as stream:
        for number, line in enumerate(_lines(stream), 1):
            if isinstance(line, BrokenRecord):
                yield line
                return
            if not line.strip():
                continue
            found = _read(line, number, stream.tell(), html_field, url_field)
            whole += isinstance(found, ArchivedPage)
            if not whole and number >= 100:
                raise BadInput(
                    f"{location}: none of the first {number} lines is an object with the field {html_field!r}"
                )
            yield found
    if not whole:
        raise BadInput(f"{location}: no line is an object with the field {html_field!r}; name it with --html-field")


def _lines(stream: BinaryIO) -> Iterator[bytes | BrokenRecord]:
    """Lines up to the end or to where the compression is damaged."""
    text = decompressed(stream)
    try:
        while line := text.readline(_LONGEST):
            yield line
    except damage(OSError) as error:
        yield BrokenRecord(stream.tell(), f"the rest of the file cannot be read: {error}")


def _read(line: bytes, number: int, at: int, html_field: str, url_field: str) -> ArchiveRecord:
    try:
        values = load_json(line)
    except MalformedData as error:
        return BrokenRecord(at, f"line {number}: {error}")
    html = values.get(html_field) if isinstance(values, dict) else None
    if not isinstance(html, str):
        return BrokenRecord(at, f"line {number} has no text in the field {html_field!r}")
    page = html.encode("utf-8", "surrogatepass")
    id_ = _text(values.get("id")) or f"line {number}"
    url, date = _text(values.get(url_field)), _text(values.get("date"))
    return ArchivedPage(id_, page, len(page), url, date, "utf-8", at=at)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
