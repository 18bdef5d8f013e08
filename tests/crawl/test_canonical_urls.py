"""One spelling for every way of writing an address, and the addresses that look like traps."""

import pytest

from maintext.crawl.canonical_urls import canonical_url, host_key, origin_of, site_key
from maintext.crawl.traps import trap


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("http://example.org:80/a#part", "http://example.org/a"),
        ("https://example.org:443/a?", "https://example.org/a"),
        ("https://example.org:8443/a", "https://example.org:8443/a"),
        ("http://example.org/a/../b/./c", "http://example.org/b/c"),
        ("http://example.org/../../a/..", "http://example.org/"),
        ("http://example.org/a/b/..", "http://example.org/a/"),
        ("http://example.org/%7euser/é", "http://example.org/~user/%C3%A9"),
        ("http://example.org/a?b=2&a=1", "http://example.org/a?a=1&b=2"),
        ("http://example.org/a?utm_source=x&id=3&fbclid=y", "http://example.org/a?id=3"),
        ("http://example.org/a;jsessionid=A1?PHPSESSID=2", "http://example.org/a"),
        ("http://[2001:DB8::1]:80/a", "http://[2001:db8::1]/a"),
        (" http://example.org/a ", "http://example.org/a"),
        ("ftp://example.org/", None),
        ("http://a b/", None),
        ("http://user\\@example.org/", None),
        ("http:///path", None),
        ("javascript:alert(1)", None),
    ],
)
def test_canonical_urls(written: str, canonical: str | None) -> None:
    assert canonical_url(written) == canonical
    assert canonical is None or canonical_url(canonical) == canonical


def test_the_parts_that_crawls_compare() -> None:
    url = "https://www.example.org:8443/a"
    assert (host_key(url), origin_of(url), site_key(url)) == (
        "www.example.org",
        "https://www.example.org:8443",
        "example.org:8443",
    )


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("a/" * 21, "segments"),
        ("a/b/" * 4, "the same segment"),
        ("x" * 1000, "longer"),
        ("photo.JPG", "no page"),
        ("data.tar.gz?x=1", "no page"),
    ],
)
def test_traps(path: str, words: str) -> None:
    assert words in (trap(f"http://example.org/{path}") or "")


@pytest.mark.parametrize("path", ["", "a/b/c", "2025/01/01/story.html", "a/a/a", "index.php?file=a.pdf"])
def test_ordinary_addresses_are_no_traps(path: str) -> None:
    assert trap(f"http://example.org/{path}") is None
