"""URLs that anyone may have written."""

import pytest

from maintext.urls import host_of, site_of, split_url, web_address


@pytest.mark.parametrize(
    ("url", "host", "site"),
    [
        ("https://www.Example.org:80/a", "www.example.org", "example.org"),
        ("http://[::1]/", "::1", "::1"),
        ("http://[", "", ""),
        ("//]", "", ""),
        ("no url", "", ""),
        ("", "", ""),
    ],
)
def test_host_and_site(url: str, host: str, site: str) -> None:
    assert (host_of(url), site_of(url)) == (host, site)


def test_what_is_no_url_has_no_parts() -> None:
    assert split_url("http://[").path == split_url("http://[").netloc == ""


@pytest.mark.parametrize(
    ("base", "link", "address"),
    [
        ("http://a.org/b/", "c", "http://a.org/b/c"),
        ("http://a.org/", "mailto:x", None),
        ("http://[", "c", None),
        ("", "c", None),
        ("", "https://a.org/", "https://a.org/"),
    ],
)
def test_web_address(base: str, link: str, address: str | None) -> None:
    assert web_address(base, link) == address
