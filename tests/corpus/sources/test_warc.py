"""WARC files, whole and broken: every record is either a page or counted as broken, and none hides another."""

import gzip
import zlib
from pathlib import Path

import pytest
import zstandard

from maintext.corpus.archive_records import ArchivedPage, BrokenRecord, OtherRecord
from maintext.corpus.sources.warc import read_warc
from maintext.errors import BadInput
from tests.corpus.conftest import packed, page, record

GOOD = [record(number, page("fine", number)) for number in range(6)]
BODY = page("fine", 1)


def read(path: Path, data: bytes, max_bytes: int = 1_000_000) -> list[ArchivedPage | BrokenRecord | OtherRecord]:
    path.write_bytes(data)
    return list(read_warc(str(path), max_bytes))


def shown(found: list[ArchivedPage | BrokenRecord | OtherRecord]) -> str:
    """Pages by their number, broken records as x, others as dots."""
    return "".join(
        one.id[-1] if isinstance(one, ArchivedPage) else "x" if isinstance(one, BrokenRecord) else "." for one in found
    )


def damaged(data: bytes) -> bytes:
    return data[: len(data) // 2] + b"\xff" * 20 + data[len(data) // 2 + 20 :]


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


CASES = {
    "whole, plain": (b"".join(GOOD), "012345"),
    "whole, gzip": (b"".join(map(packed, GOOD)), "012345"),
    "whole, zstd": (b"".join(map(zst, GOOD)), "012345"),
    "gzip in one job": (packed(b"".join(GOOD)), "012345"),
    "with other records": (record(9, b"", kind="request") + GOOD[0] + record(8, b"", kind="metadata"), ".0."),
    "too short a length, plain": (GOOD[0] + record(1, BODY, declared=60) + GOOD[2], "0x2"),
    "too short a length, gzip": (packed(GOOD[0]) + packed(record(1, BODY, declared=60)) + packed(GOOD[2]), "0x2"),
    "too long a length, plain": (GOOD[0] + record(1, BODY, declared=500) + b"".join(GOOD[2:]), "0x2345"),
    "too long a length, gzip": (
        packed(GOOD[0]) + packed(record(1, BODY, declared=500)) + b"".join(map(packed, GOOD[2:])),
        "0x2345",
    ),
    "too long a length, zstd": (
        zst(GOOD[0]) + zst(record(1, BODY, declared=500)) + b"".join(map(zst, GOOD[2:])),
        "0x2345",
    ),
    "longer than the file": (GOOD[0] + record(1, BODY, declared=10**6) + GOOD[2], "0x2"),
    "a negative length": (GOOD[0] + record(1, BODY, declared=-5) + GOOD[2], "0x2"),
    "damaged gzip": (packed(GOOD[0]) + damaged(packed(GOOD[1])) + packed(GOOD[2]), "0x2"),
    "damaged zstd": (zst(GOOD[0]) + damaged(zst(GOOD[1])) + zst(GOOD[2]), "0x2"),
    "a damaged head": (packed(GOOD[0]) + b"\x1f\x8b\x08\x00" + b"\xff" * 90 + packed(GOOD[2]), "0x2"),
    "something between, plain": (GOOD[0] + b"this is no record\r\n" * 9 + GOOD[2], "0x2"),
    "something between, gzip": (packed(GOOD[0]) + b"this is no record\r\n" * 9 + packed(GOOD[2]), "0x2"),
    "something before": (b"this is no record\r\n" * 9 + GOOD[2], "x2"),
    "something after": (packed(GOOD[0]) + b"this is no record", "0x"),
    "cut off, plain": ((GOOD[0] + GOOD[1])[:-70], "0x"),
    "cut off, gzip": ((packed(GOOD[0]) + packed(GOOD[1]))[:-70], "0x"),
    "cut off, zstd": ((zst(GOOD[0]) + zst(GOOD[1]))[:-70], "0x"),
    "a header without sense": (GOOD[0] + b"WARC/1.0\r\nnothing\r\n\r\nbody\r\n\r\n" + GOOD[2], "0x2"),
}


@pytest.mark.parametrize("case", CASES, ids=list(CASES))
def test_every_record_is_a_page_or_broken(case: str, tmp_path: Path) -> None:
    data, expected = CASES[case]
    found = read(tmp_path / "a.warc", data)
    assert shown(found) == expected
    for one in found:
        if isinstance(one, ArchivedPage):
            assert one.html == page("fine", int(one.id[-1]))
        if isinstance(one, BrokenRecord):
            assert one.why
            assert 0 < one.lost <= len(data) - one.at


def test_what_is_lost_is_told_in_bytes(tmp_path: Path) -> None:
    bad = damaged(packed(GOOD[1]))
    found = read(tmp_path / "a.warc.gz", packed(GOOD[0]) + bad + packed(GOOD[2]))
    assert isinstance(found[1], BrokenRecord)
    assert (found[1].at, found[1].lost) == (len(packed(GOOD[0])), len(bad))


def test_what_a_record_says_of_its_page(tmp_path: Path) -> None:
    data = record(1, BODY) + record(2, BODY, kind="resource") + record(3, b"no", status=b"404 Not Found", headers=b"")
    response, resource, missing = read(tmp_path / "a.warc", data)
    assert response == ArchivedPage(
        "urn:uuid:00000001",
        BODY,
        len(BODY),
        "http://example.org/1",
        "2024-01-02T03:04:05Z",
        "utf-8",
        "text/html",
        200,
        0,
    )
    assert isinstance(resource, ArchivedPage)
    assert (resource.html, resource.media_type, resource.status) == (BODY, "text/html", None)
    assert isinstance(missing, ArchivedPage)
    assert (missing.status, missing.media_type, missing.charset) == (404, None, None)


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        (b"Content-Encoding: gzip\r\n", gzip.compress(BODY, mtime=0), BODY),
        (b"Content-Encoding: deflate\r\n", zlib.compress(BODY), BODY),
        (b"Content-Encoding: deflate\r\n", zlib.compress(BODY, wbits=-15), BODY),
        (b"Content-Encoding: zstd\r\n", zstandard.compress(BODY), BODY),
        (b"Content-Encoding: gzip\r\n", BODY, BODY),
        (b"Content-Encoding: br\r\n", BODY, BODY),
        (b"Content-Encoding: zstd\r\n", BODY, BODY),
        (b"Content-Encoding: identity\r\n", BODY, BODY),
        (b"Transfer-Encoding: chunked\r\n", b"3\r\n<p>\r\n4;x=y\r\ntext\r\n0\r\n\r\n", b"<p>text"),
        (b"Transfer-Encoding: chunked\r\n", BODY, BODY),
        (b"Transfer-Encoding: chunked\r\n", b"5\r\n<p>te", b"<p>te"),
        (
            b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
            b"%x\r\n%s\r\n0\r\n\r\n" % (len(gzip.compress(BODY, mtime=0)), gzip.compress(BODY, mtime=0)),
            BODY,
        ),
    ],
    ids=range(12),
)
def test_bodies_are_decoded_unless_headers_are_wrong(
    headers: bytes, body: bytes, expected: bytes, tmp_path: Path
) -> None:
    (found,) = read(tmp_path / "a.warc", record(1, body, headers=headers))
    assert isinstance(found, ArchivedPage)
    assert found.html == expected


def test_a_small_body_that_unpacks_to_a_huge_one_is_not_unpacked(tmp_path: Path) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    (found,) = read(tmp_path / "a.warc", record(1, bomb, headers=b"Content-Encoding: gzip\r\n"), max_bytes=100_000)
    assert isinstance(found, ArchivedPage)
    assert len(found.html) == found.size == 100_001


def test_a_huge_record_is_not_read_but_counted(tmp_path: Path) -> None:
    found = read(tmp_path / "a.warc.gz", packed(record(1, b"x" * 500_000)) + packed(GOOD[2]), max_bytes=1000)
    assert shown(found) == "12"
    assert isinstance(found[0], ArchivedPage)
    assert (found[0].html, found[0].size > 500_000) == (b"", True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"hello\n" * 999, "not a WARC"),
        (b"%PDF-1.4" + b"\0" * 99, "not a WARC"),
        (packed(b"hello"), "not a WARC"),
    ],
)
def test_what_is_no_archive_is_refused(data: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=words):
        read(tmp_path / "a.warc.gz", data)


def test_a_page_that_quotes_a_record_is_one_page(tmp_path: Path) -> None:
    quoting = record(1, b"<pre>" + GOOD[5] + b"</pre>")
    assert shown(read(tmp_path / "a.warc", GOOD[0] + quoting + GOOD[2])) == "012"
