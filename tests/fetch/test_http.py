"""Fetching from a real server on loopback."""

import socket
import time
from collections.abc import Iterator

import pytest

from maintext.errors import FetchError
from maintext.fetch import fetch
from tests.fetch.server import PAGE, serving


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.mark.parametrize(
    ("path", "end", "charset", "content_type"),
    [
        ("/page", "/page", "utf-8", "text/html; charset=utf-8"),
        ("/page?q=%C3%A9", "/page?q=%C3%A9", "utf-8", "text/html; charset=utf-8"),
        ("/page?q=é", "/page?q=é", "utf-8", "text/html; charset=utf-8"),
        ("/plain", "/plain", None, "text/html"),
        ("/hop", "/page", "utf-8", "text/html; charset=utf-8"),
        ("/redirect-without-target", "/redirect-without-target", None, "text/html"),
    ],
)
def test_fetched(site: str, path: str, end: str, charset: str | None, content_type: str) -> None:
    found = fetch(site + path)
    assert (found.url, found.charset, found.content_type) == (site + end, charset, content_type)
    assert found.body


def test_the_charset_may_stand_in_quotes(site: str) -> None:
    found = fetch(f"{site}/koi8")
    assert (found.charset or "").lower() == "koi8-r"
    assert found.body.decode("koi8-r") == "<p>Да</p>"


@pytest.mark.parametrize("path", ["/page", "/gzip"])
def test_the_body_is_decompressed(site: str, path: str) -> None:
    assert fetch(site + path).body.decode() == PAGE


def test_an_empty_answer_is_an_empty_body(site: str) -> None:
    assert fetch(f"{site}/empty").body == b""


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/missing", "404 Not Found"),
        ("/403", "403 Forbidden"),
        ("/500", "500 Internal Server Error"),
        ("/799", "799"),
        ("/loop", "more than 10 redirects"),
        ("/to-nothing", "redirects"),
        ("/to-file", "only http and https"),
        ("/to-ftp", "only http and https"),
        ("/to-data", "only http and https"),
        ("/to-space", "not a URL"),
        ("/to-nonsense", "not a URL"),
        ("/bad-gzip", "gzip"),
        ("/hang-up", "the connection broke"),
        ("/half", "the connection broke"),
        ("/bad-chunks", "the connection broke"),
        ("/garbage", "the connection broke"),
    ],
)
def test_what_goes_wrong_is_reported(site: str, path: str, words: str) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(site + path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "example.org",
        "/etc/passwd",
        "",
        "http://",
        "http:///path",
        "http://[::1",
        "http://a b/",
        "http://a..b/",
        f"http://{'a' * 80}.example/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:port/",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(FetchError):
        fetch(url, timeout=2)


def test_a_refused_connection_is_told() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with pytest.raises(FetchError, match="no connection; is the server there"):
        fetch(f"http://127.0.0.1:{port}/")


def test_the_number_of_redirects_is_limited(site: str) -> None:
    assert fetch(f"{site}/hop", max_redirects=3).url == f"{site}/page"
    with pytest.raises(FetchError, match="more than 2 redirects"):
        fetch(f"{site}/hop", max_redirects=2)


@pytest.mark.parametrize("path", ["/large", "/bomb"])
def test_a_body_larger_than_the_limit_is_refused(site: str, path: str) -> None:
    with pytest.raises(FetchError, match=r"larger than the limit of 1,000,000 bytes; raise --max-bytes"):
        fetch(site + path, max_bytes=1_000_000)


def test_a_body_as_large_as_the_limit_is_read(site: str) -> None:
    assert len(fetch(f"{site}/large", max_bytes=3_000_000).body) == 3_000_000


@pytest.mark.parametrize("path", ["/silent", "/slow-body", "/slow-chunks", "/slow-header"])
def test_the_time_limit_covers_everything(site: str, path: str) -> None:
    start = time.monotonic()
    with pytest.raises(FetchError, match="within 1 s"):
        fetch(site + path, timeout=1)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("timeout", [0.0, -1.0, float("nan"), float("inf"), 1e12])
def test_an_odd_time_limit_does_not_crash(site: str, timeout: float) -> None:
    try:
        assert fetch(f"{site}/page", timeout=timeout).body
    except FetchError:
        return
