"""Archives and folders of pages for tests of corpora."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from maintext.corpus import CorpusManifest, CorpusSettings, Local, Plan, make_corpus, read_records

pytest.importorskip("fastwarc.warc")  # here, because it warns of its own past when it is first imported

OBEY = "tests.runs.bad_extractors:Obey"
LINES = "".join(
    json.dumps({"html": f"<p>é {number}", "url": f"http://a/{number}", "n": number}) + "\n" for number in range(4)
)


def page(order: str, number: int = 0) -> bytes:
    """A page that tells the obedient extractor what to do."""
    return f"<html><body><p>{order} page {number} says something of its own</p></body></html>".encode()


def record(
    number: int,
    body: bytes,
    *,
    declared: int | None = None,
    status: bytes = b"200 OK",
    headers: bytes = b"Content-Type: text/html; charset=utf-8\r\n",
    kind: str = "response",
    host: str = "example.org",
) -> bytes:
    """A WARC record, right unless its length is declared."""
    http = b"HTTP/1.1 " + status + b"\r\n" + headers + b"\r\n" + body
    content = "application/http; msgtype=response"
    if kind == "resource":
        http, content = body, "text/html"
    length = len(http) if declared is None else declared
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number:08}>\r\n"
        f"WARC-Target-URI: http://{host}/{number}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
        f"Content-Type: {content}\r\nContent-Length: {length}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def warc(path: Path, orders: Iterable[str], start: int = 0) -> Path:
    """A WARC file of pages with these orders, each record compressed by itself."""
    records = (packed(record(number, page(order, number))) for number, order in enumerate(orders, start))
    path.write_bytes(b"".join(records))
    return path


def made(
    inputs: Iterable[Path], out: Path, workers: int = 2, limit: int | None = None, **settings: Any
) -> CorpusManifest:
    """A corpus by the obedient extractor."""
    chosen = CorpusSettings(**{"extractor": OBEY, "timeout": 60.0, **settings})
    return make_corpus(Plan.of(map(str, inputs), chosen, limit), str(out), Local(workers))


def records(out: Path) -> list[dict[str, Any]]:
    """All records of a corpus, in the order of its shards."""
    return [each for path in sorted((out / "data").iterdir()) for each in read_records(path)]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def manifest_of(out: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((out / "manifest.json").read_bytes())
    return content
