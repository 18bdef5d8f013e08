"""Where a site's pages come from: folders, files, and one host of WARC archives."""

from pathlib import Path

import pytest

from maintext.errors import SiteError
from maintext.sites.site_pages import find_site_pages
from tests.sites.made import story, write_site


def write_warc(path: Path, pages: list[tuple[str, bytes, str]]) -> Path:
    """An archive of pages: URL, body, content type."""
    records = b""
    for number, (url, body, kind) in enumerate(pages):
        status = "404 Not Found" if "lost" in url else "200 OK"
        http = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032}>\r\nWARC-Target-URI: {url}\r\n"
            f"WARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http)}\r\n\r\n"
        )
        records += head.encode() + http + b"\r\n\r\n"
    path.write_bytes(records)
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    pages = [(f"https://www.example.org/{seed}", story(seed).encode(), "text/html; charset=utf-8") for seed in range(3)]
    pages.append(("https://example.org/a.png", b"\x89PNG", "image/png"))
    pages.append(("https://example.org/lost", b"<p>not here</p>", "text/html"))
    pages.append(("https://other.net/1", story(9).encode(), "text/html"))
    return write_warc(tmp_path / "crawl.warc", pages)


def test_a_folder_and_files_are_the_pages_in_them(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "example.org", 3)
    (folder / "notes.txt").write_text("none")
    source = find_site_pages([folder])
    assert source.site == "example.org"
    assert [Path(page.name).name for page in source] == ["0.html", "1.html", "2.html"]
    assert len(list(find_site_pages([folder / "0.html", folder / "notes.txt"]))) == 2


def test_an_archive_gives_the_pages_of_the_host_that_is_named(archive: Path) -> None:
    source = find_site_pages([archive], "www.example.org")
    pages = list(source)
    assert source.site == "example.org"
    assert [page.url for page in pages] == [f"https://www.example.org/{seed}" for seed in range(3)]
    assert pages[0].data == story(0).encode()
    assert pages[0].charset == "utf-8"


@pytest.mark.parametrize(
    ("host", "complaint"), [(None, r"2 hosts: example.org \(5\).*--host"), ("none.org", "no pages of none.org")]
)
def test_a_host_that_is_not_clear_is_reported(archive: Path, host: str | None, complaint: str) -> None:
    with pytest.raises(SiteError, match=complaint):
        find_site_pages([archive], host)


def test_places_without_pages_are_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SiteError, match="no pages"):
        find_site_pages([tmp_path / "empty"])
    with pytest.raises(SiteError, match="no such file"):
        find_site_pages([tmp_path / "none"])
    broken = tmp_path / "broken.warc"
    broken.write_bytes(b"this is no archive")
    with pytest.raises(SiteError, match=r"hold no pages|cannot be read"):
        find_site_pages([broken])


@pytest.mark.parametrize("name", ["x" * 300, "a/" * 3000])
def test_a_name_that_is_too_long_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(SiteError, match="File name too long"):
        find_site_pages([tmp_path / name])
