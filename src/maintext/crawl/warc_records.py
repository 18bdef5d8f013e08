"""The bytes of one WARC record (ISO 28500), compressed by itself or plain."""

import io
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from maintext.errors import MaintextError

_LEVEL: Final = 6
REMEDY: Final = "try: pip install 'maintext[crawl]'"


def warc_record(
    kind: str, id_: str, date: str, headers: Mapping[str, str], content: bytes, *, compressed: bool = True
) -> bytes:
    """A record with digests; `id_` is a URN."""
    try:
        from fastwarc.stream_io import GzipWriter
        from fastwarc.warc import WarcRecord, WarcRecordType
    except ImportError as error:
        raise MaintextError(f"writing WARC files needs fastwarc; {REMEDY}") from error
    record = WarcRecord()
    record.init_headers(getattr(WarcRecordType, kind), id_.removeprefix("urn:").encode())
    record.headers["WARC-Date"] = date
    for name, value in headers.items():
        record.headers[name] = value
    record.set_bytes_content(content)
    buffer = io.BytesIO()
    if not compressed:
        record.write(buffer, checksum_data=True)
        return buffer.getvalue()
    writer = GzipWriter(buffer, compression_level=_LEVEL)
    record.write(writer, checksum_data=True)
    writer.finish()
    writer.flush()
    return buffer.getvalue()


def warc_date(now: float) -> str:
    """Seconds since 1970 as archives write them."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
