"""WET files: the text of every page as a conversion record of WARC, as Common Crawl publishes them."""

from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self
from uuid import NAMESPACE_URL, uuid5

from maintext.crawl.warc_records import warc_record
from maintext.version import __version__

_NO_DATE: Final = "1970-01-01T00:00:00Z"
"""For pages whose archive states no date: WARC demands one."""


class WetWriter:
    """One conversion record per page, each compressed by itself."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("wb")
        self._is_empty = True

    def write(self, record: dict[str, Any]) -> None:
        """Add a record; the first one is preceded by one that describes the file."""
        date = record["date"] or _NO_DATE
        if self._is_empty:
            self._is_empty = False
            lines = f"software: maintext/{__version__}\r\nextractor: {record['extractor']}\r\n"
            headers = {"Content-Type": "application/warc-fields"}
            self._write("warcinfo", f"info {record['id']}", date, headers, lines.encode())
        headers = {
            "WARC-Target-URI": record["url"] or f"urn:maintext:{record['digest']}",
            "WARC-Refers-To": f"<{record['id']}>" if record["id"].startswith("urn:") else "",
            "WARC-Identified-Content-Language": record["language"] or "",
            "Content-Type": "text/plain",
        }
        content = record["text"].encode()
        self._write("conversion", f"{record['id']} {record['digest']}", date, headers, content)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _write(self, kind: str, name: str, date: str, headers: dict[str, str], content: bytes) -> None:
        named = {key: _one_line(value) for key, value in headers.items() if value}
        id_ = f"urn:uuid:{uuid5(NAMESPACE_URL, f'wet {kind} {name}')}"
        self._file.write(warc_record(kind, id_, date, named, content))


def _one_line(text: str) -> str:
    return " ".join(text.split())
