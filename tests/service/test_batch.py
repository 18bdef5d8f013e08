"""Zip in, zip out; bombs and tricks stay outside."""

import io
import socket
import stat
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from maintext.service.problems import Problem
from maintext.service.settings import ServiceSettings
from maintext.service.zip_archive import archive_names, read_member
from maintext.service.zip_directory import count_entries
from tests.service.running import ARTICLE, PAGE, running

ZIP = {"content-type": "application/zip"}
UNFINISHED = (
    b"POST /batches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/zip\r\nContent-Length: 1000\r\n\r\nPK"
)
"""An upload that does not go on."""


def packed(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def link() -> zipfile.ZipInfo:
    made = zipfile.ZipInfo("a.html")
    made.external_attr = (stat.S_IFLNK | 0o777) << 16
    return made


def encrypted() -> bytes:
    data = bytearray(packed(("a.html", b"x")))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(mark) + at
        data[place] |= 1
    return bytes(data)


def lying(size: int) -> bytes:
    """A zip whose head says that its page is small."""
    data = bytearray(packed(("a.html", b"<p>" + b"word " * size)))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + at, 10)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        (b"no zip", 415, "not a zip"),
        (b"", 415, "not a zip"),
        (packed(("../a.html", b"x")), 422, "leads out"),
        (packed(("a/../../b.html", b"x")), 422, "leads out"),
        (packed(("/etc/a.html", b"x")), 422, "leads out"),
        (packed(("C:/a.html", b"x")), 422, "leads out"),
        (packed(("..\\a.html", b"x")), 422, "leads out"),
        (packed((link(), b"/etc/passwd")), 422, "a link"),
        (encrypted(), 422, "encrypted"),
        (packed(("a.html", b"0" * 1_500_000)), 413, "bomb"),
        (packed(("a.html", bytes(range(256)) * 8_000)), 413, "more than 2,000,000 bytes"),
        (packed(("a.bin", bytes(range(256)) * 5_000), ("b.html", b"x" * 100)), 413, "bomb"),
        (packed(*((f"{n}.html", b"x") for n in range(21))), 413, "the limit is 20"),
        (packed(*((f"{n}.txt", b"x") for n in range(81))), 413, "more than 80 entries"),
        (packed(("a.txt", b"x")), 422, "no pages"),
        (packed((".hidden.html", b"x"), ("__MACOSX/a.html", b"x")), 422, "no pages"),
    ],
)
def test_archives_that_are_refused(tmp_path: Path, data: bytes, status: int, words: str) -> None:
    path = tmp_path / "upload.zip"
    path.write_bytes(data)
    with pytest.raises(Problem) as caught:
        archive_names(path, most_pages=20, most_bytes=4_000_000, most_page=2_000_000)
    assert caught.value.status == status
    assert words in caught.value.message


def test_the_sum_of_all_pages_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "upload.zip"
    path.write_bytes(packed(*((f"{n}.html", b"abcdefgh" * 25_000) for n in range(6))))
    with pytest.raises(Problem, match="unpacks to more than"):
        archive_names(path, most_pages=20, most_bytes=1_000_000, most_page=2_000_000)


def test_a_page_that_unpacks_to_more_than_it_said_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "upload.zip"
    path.write_bytes(lying(100_000))
    archive_names(path, most_pages=20, most_bytes=1_000_000, most_page=1_000_000)
    with pytest.raises(Problem, match="cannot be unpacked"):
        read_member(str(path), "a.html", 1_000_000)


def test_a_page_of_the_limit_is_read_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "upload.zip"
    path.write_bytes(packed(("a/b.HTM", b"abc" * 100), ("notes.txt", b"x")))
    names = archive_names(path, most_pages=20, most_bytes=1_000_000, most_page=1_000_000)
    assert names == (["a/b.HTM"], ["notes.txt"])
    assert read_member(str(path), "a/b.HTM", 300) == b"abc" * 100
    with pytest.raises(Problem, match="more than 299 bytes"):
        read_member(str(path), "a/b.HTM", 299)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with running(
        ServiceSettings(workers=2, timeout=60, batch_pages=50, batch_bytes=5_000_000, max_bytes=1_000_000)
    ) as found:
        yield found


def finished(client: httpx.Client, batch: str) -> dict[str, object]:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        state: dict[str, object] = client.get(f"/batches/{batch}").json()
        if state["finished"]:
            return state
        time.sleep(0.05)
    raise AssertionError("the batch does not end")


def test_a_zip_goes_in_and_a_zip_comes_back(client: httpx.Client) -> None:
    upload = packed(("news/story.html", PAGE), ("news/story.htm", PAGE), ("bad.html", b"%PDF-1.7\n"), ("=x.txt", b"-"))
    answer = client.post("/batches", content=upload, headers=ZIP, params={"format": "markdown"})
    assert answer.status_code == 202
    batch = answer.json()["id"]
    state = finished(client, batch)
    assert (state["pages"], state["done"], state["failed"], state["skipped"]) == (3, 3, 1, 1)
    result = client.get(f"/batches/{batch}/result")
    assert result.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(result.content)) as archive:
        assert sorted(archive.namelist()) == ["news/story.htm.md", "news/story.md", "report.csv"] or sorted(
            archive.namelist()
        ) == ["news/story.html.md", "news/story.md", "report.csv"]
        assert ARTICLE in archive.read("news/story.md").decode()
        report = archive.read("report.csv").decode()
    assert "bad.html,,failed" in report
    assert "this is a PDF" in report
    assert "'=x.txt" in report


@pytest.mark.parametrize(
    ("form", "file", "begins"), [("text", "a.txt", ""), ("json", "a.json", "{"), ("html", "a.html", "<article")]
)
def test_the_format_can_be_chosen(client: httpx.Client, form: str, file: str, begins: str) -> None:
    answer = client.post("/batches", content=packed(("a.html", PAGE)), headers=ZIP, params={"format": form})
    batch = answer.json()["id"]
    finished(client, batch)
    with zipfile.ZipFile(io.BytesIO(client.get(f"/batches/{batch}/result").content)) as archive:
        text = archive.read(file).decode()
    assert text.startswith(begins)
    assert ARTICLE in text


@pytest.mark.parametrize(
    ("content", "headers", "params", "status"),
    [
        (b"x", ZIP, {}, 415),
        (b"x", {"content-type": "text/plain"}, {}, 415),
        (packed(("../a.html", b"x")), ZIP, {}, 422),
        (packed(("a.html", b"x")), ZIP, {"format": "docx"}, 422),
        (packed(("a.html", b"x")), ZIP, {"extractor": "no-such"}, 404),
        (b"x" * 5_000_001, ZIP, {}, 413),
    ],
)
def test_uploads_that_are_refused(
    client: httpx.Client, content: bytes, headers: dict[str, str], params: dict[str, str], status: int
) -> None:
    answer = client.post("/batches", content=content, headers=headers, params=params)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_an_unknown_batch(client: httpx.Client) -> None:
    assert client.get("/batches/unknown").status_code == 404
    assert client.get("/batches/unknown/result").status_code == 404


def misnamed() -> bytes:
    """A zip of 155 bytes or so whose page has a name that is not UTF-8 in its local header."""
    data = bytearray(packed(("ä.html", b"<p>x")))
    at = data.index("ä".encode())
    data[at] = 0xFF
    return bytes(data)


def test_a_damaged_page_fails_and_the_batch_continues(client: httpx.Client) -> None:
    for _ in range(3):
        batch = client.post("/batches", content=misnamed(), headers=ZIP).json()["id"]
        state = finished(client, batch)
        assert (state["pages"], state["done"], state["failed"]) == (1, 1, 1)
        with zipfile.ZipFile(io.BytesIO(client.get(f"/batches/{batch}/result").content)) as archive:
            assert "failed,this page cannot be unpacked" in archive.read("report.csv").decode()


def test_whatever_goes_wrong_with_a_page_ends_it_only(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("maintext.service.upload_batches.Job", fails)
    upload = packed(("a.html", PAGE), ("b.html", PAGE))
    monkeypatch.setattr("maintext.service.upload_batches.Batches._names", _both_names)
    state = finished(client, client.post("/batches", content=upload, headers=ZIP).json()["id"])
    assert (state["done"], state["failed"]) == (2, 2)


async def _both_names(batches: object, upload: Path) -> dict[str, list[str]]:
    return {"pages": ["a.html", "b.html"], "others": []}


def test_a_batch_that_cannot_be_written_frees_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("maintext.service.upload_batches.report_csv", fails)
    with running(ServiceSettings(workers=1, timeout=60)) as own:
        for _ in range(18):
            answer = own.post("/batches", content=packed(("a.html", b"<p>x")), headers=ZIP)
            assert answer.status_code == 202
            until = time.monotonic() + 30
            while own.get(f"/batches/{answer.json()['id']}").status_code != 404:
                assert time.monotonic() < until
                time.sleep(0.02)
        assert not list(tmp_path.glob("maintext-batch-*"))


def test_unfinished_uploads_count_as_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    upload = packed(("a.html", b"<p>x"))
    with running(ServiceSettings(workers=1, timeout=60)) as own:
        port = own.base_url.port
        assert port is not None
        with ExitStack() as stack:
            for _ in range(20):
                made = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                made.sendall(UNFINISHED)
            time.sleep(0.5)
            assert len(list(tmp_path.glob("maintext-batch-*"))) == 16
            assert own.post("/batches", content=upload, headers=ZIP).status_code == 429
        time.sleep(0.5)
        assert not list(tmp_path.glob("maintext-batch-*"))
        assert own.post("/batches", content=upload, headers=ZIP).status_code == 202


def flood(count: int, *, zip64: bool = False, comment: bytes = b"") -> bytes:
    """A zip with so many directory entries."""
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0) + b"a.html"
    directory = entry * count
    size = len(directory)
    end = b""
    if zip64:
        end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, 0)
        end += struct.pack("<4sLQL", b"PK\6\7", 0, size, 1)
    shown = 0xFFFFFFFF if zip64 else size
    end += struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 10, 10, shown, 0, len(comment)) + comment
    return directory + end


@pytest.mark.parametrize("zip64", [False, True])
@pytest.mark.parametrize("comment", [b"", b"c" * 60_000])
def test_a_flood_of_entries_is_refused_cheaply(tmp_path: Path, zip64: bool, comment: bytes) -> None:
    path = tmp_path / "upload.zip"
    path.write_bytes(flood(400_000, zip64=zip64, comment=comment))
    tracemalloc.start()
    with pytest.raises(Problem, match="more than 8,000 entries"):
        archive_names(path, most_pages=2_000, most_bytes=10**9, most_page=10**7)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize(("count", "most", "found"), [(0, 5, 0), (3, 5, 3), (5, 5, 5), (6, 5, 6), (60, 5, 6)])
@pytest.mark.parametrize("zip64", [False, True])
def test_entries_are_counted(count: int, most: int, found: int, zip64: bool) -> None:
    assert count_entries(io.BytesIO(flood(count, zip64=zip64)), most) == found


@pytest.mark.parametrize("data", [b"", b"PK\5\6", b"x" * 100_000, b"PK\1\2" * 30, flood(3)[30:], flood(3)[:-1]])
def test_what_is_no_directory_has_few_entries(data: bytes) -> None:
    assert count_entries(io.BytesIO(data), 100) <= 3


def test_the_service_itself_opens_no_zip(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise AssertionError("the service itself reads a zip")

    monkeypatch.setattr("zipfile.ZipFile._RealGetContents", fails)
    monkeypatch.setattr("maintext.service.zip_archive.count_entries", fails)
    batch = client.post("/batches", content=packed(("a.html", PAGE)), headers=ZIP).json()["id"]
    assert finished(client, batch)["failed"] == 0


def test_nothing_of_unfinished_batches_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with ExitStack() as stack, running(ServiceSettings(workers=1, timeout=60)) as own:
        for _ in range(2):
            upload = packed(*((f"{number}.html", PAGE) for number in range(300)), ("ä.html", b"<p>"))
            assert own.post("/batches", content=upload, headers=ZIP).status_code == 202
        made = stack.enter_context(socket.create_connection(("127.0.0.1", own.base_url.port or 0)))
        made.sendall(UNFINISHED)
        time.sleep(0.3)
        assert len(list(tmp_path.glob("maintext-batch-*"))) == 3
    assert not list(tmp_path.glob("maintext-*"))


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with running(ServiceSettings(workers=1, timeout=60)) as own:
        finished(own, own.post("/batches", content=packed(("a.html", PAGE)), headers=ZIP).json()["id"])
        assert own.post("/batches", content=b"x", headers=ZIP).status_code == 415
        assert len(list(tmp_path.glob("maintext-batch-*"))) == 1
    assert not list(tmp_path.glob("maintext-batch-*"))
