"""WARC files (ISO 28500) of a crawl: request and response records, each compressed by itself.

Bodies are stored decoded, as in Common Crawl, and the headers that describe their encoding are renamed.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final
from uuid import NAMESPACE_URL, uuid5

from maintext.crawl.warc_records import warc_date, warc_record
from maintext.errors import CrawlError
from maintext.fetch.exchange import Exchange, Headers
from maintext.version import __version__

IDENTICAL: Final = "http://netpreservation.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED: Final = "http://netpreservation.org/warc/1.1/revisit/server-not-modified"
_RENAMED: Final = frozenset(["content-encoding", "transfer-encoding", "content-length"])


@dataclass(frozen=True, slots=True)
class StoredBody:
    """The record that contains a body that was stored before."""

    id: str
    url: str
    date: str
    digest: str


class WarcWriter:
    """Writes to a WARC file from an offset."""

    def __init__(self, path: Path, end: int) -> None:
        self._compressed = path.name.endswith(".gz")
        try:
            self._file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(end)
            self._file.seek(end)
        except OSError as error:
            raise CrawlError(f"cannot write {path}: {error.strerror or error}") from error
        self.end = end

    def write_info(self, now: float, agent: str) -> None:
        """The record that describes the file."""
        lines = {"software": f"maintext/{__version__}", "http-header-user-agent": agent, "robots": "obey",
                 "format": "WARC File Format 1.1"}  # fmt: skip
        content = "".join(f"{name}: {value}\r\n" for name, value in lines.items()).encode()
        self._write("warcinfo", "", now, {"Content-Type": "application/warc-fields"}, content)

    def write_exchange(self, exchange: Exchange, now: float, payload_digest: str) -> str:
        """A response record and its request record; returns the identifier of the response."""
        id_ = self._write(
            "response", exchange.url, now, {"WARC-Payload-Digest": payload_digest}, _response(exchange, exchange.body)
        )
        self._write_request(exchange, now, id_)
        return id_

    def write_revisit(self, exchange: Exchange, now: float, profile: str, seen: StoredBody) -> None:
        """Write a revisit record, which refers to a stored body, and its request record."""
        headers = {
            "WARC-Profile": profile,
            "WARC-Refers-To": f"<{seen.id}>",
            "WARC-Refers-To-Target-URI": seen.url,
            "WARC-Refers-To-Date": seen.date,
            "WARC-Payload-Digest": seen.digest,
        }
        id_ = self._write("revisit", exchange.url, now, headers, _response(exchange, b""))
        self._write_request(exchange, now, id_)

    def sync(self) -> None:
        """Sync the file to disk."""
        os.fsync(self._file.fileno())

    def _write_request(self, exchange: Exchange, now: float, response: str) -> None:
        content = _head(f"GET {exchange.target} HTTP/1.1", exchange.request_headers)
        self._write("request", exchange.url, now, {"WARC-Concurrent-To": f"<{response}>"}, content)

    def _write(self, kind: str, url: str, now: float, headers: Mapping[str, str], content: bytes) -> str:
        """Append a record as one member; returns its identifier."""
        id_ = f"urn:uuid:{uuid5(NAMESPACE_URL, f'{kind} {url} {now} {self.end}')}"
        message = "request" if kind == "request" else "response"
        named = {"WARC-Target-URI": url, "Content-Type": f"application/http; msgtype={message}"} if url else {}
        data = warc_record(kind, id_, warc_date(now), named | dict(headers), content, compressed=self._compressed)
        self._file.write(data)
        self._file.flush()
        self.end += len(data)
        return id_

    def __enter__(self) -> "WarcWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _response(exchange: Exchange, body: bytes) -> bytes:
    headers = [(f"X-Crawl-{name}" if name.lower() in _RENAMED else name, value) for name, value in exchange.headers]
    headers.append(("Content-Length", str(len(exchange.body))))
    return _head(f"HTTP/1.1 {exchange.status} {exchange.reason}".rstrip(), headers) + body


def _head(first: str, headers: Headers | list[tuple[str, str]]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join(_one_line(line) for line in lines).encode("latin-1", "replace") + b"\r\n\r\n"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
