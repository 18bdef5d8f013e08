"""What sitemaps, feeds, pages and robots.txt name, also where they are hostile."""

import gzip

import pytest

from maintext.crawl.discovery import discover
from maintext.crawl.robots import is_allowed, robots_facts, robots_text
from maintext.crawl.sitemaps import read_sitemap, unpacked
from maintext.errors import PageError

URL = "http://example.org/dir/page"
URLSET = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">%s</urlset>'


def entry(address: str, more: str = "") -> bytes:
    return f"<url><loc> {address} </loc>{more}</url>".encode()


@pytest.mark.parametrize(
    ("data", "kind", "pages", "sitemaps", "feeds"),
    [
        (URLSET % entry("http://example.org/a"), "sitemap", ("a",), (), ()),
        (gzip.compress(URLSET % entry("/a#x"), mtime=0), "sitemap", ("a",), (), ()),
        (URLSET % entry("/a", "<n:news><n:loc>/no</n:loc></n:news>"), "sitemap", ("a",), (), ()),
        (b"<sitemapindex><sitemap><loc>/s.xml.gz</loc></sitemap></sitemapindex>", "sitemap", (), ("s.xml.gz",), ()),
        (b"<urlset><url><loc>/a</loc></url><url><loc>/torn", "sitemap", ("a",), (), ()),
        (b"<rss><channel><item><link>/a</link></item><item/></channel></rss>", "feed", ("a",), (), ()),
        (b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/></entry></feed>', "feed", ("a",), (), ()),
        (b'<a href="../a">A</a> <a href="/a#2">A</a> <a href="mailto:x">x</a>', "page", ("a",), (), ()),
        (b"<a rel='me nofollow' href=/no>x</a> <a href=/a>x</a>", "page", ("a",), (), ()),
        (b'<base href="/b/"><a href=a>A</a><map><area href=/c></map>', "page", ("b/a", "c"), (), ()),
        (b"<link rel=alternate type=application/rss+xml href=/f><a href=/a>A</a>", "page", ("a",), (), ("f",)),
        (b"<meta name=Robots content='noindex, nofollow'><a href=/a>A</a>", "page", (), (), ()),
        (b"<meta name=robots content=none><a href=/a>A</a>", "page", (), (), ()),
        (b"\x89PNG\r\n\x1a\n", "other", (), (), ()),
        (b"", "other", (), (), ()),
    ],
)  # fmt: skip
def test_what_a_response_names(
    data: bytes, kind: str, pages: tuple[str, ...], sitemaps: tuple[str, ...], feeds: tuple[str, ...]
) -> None:
    found = discover(data, URL, None, "text/html")
    full = [tuple(f"http://example.org/{path}" for path in paths) for paths in (pages, sitemaps, feeds)]
    assert [found.kind, found.pages, found.sitemaps, found.feeds] == [kind, *full]


def test_a_text_sitemap() -> None:
    found = discover(b"\xef\xbb\xbfhttp://example.org/a\n\nnot a URL\nhttps://example.org/b\n", URL, None, "text/plain")
    assert (found.kind, found.pages) == ("sitemap", ("http://example.org/a", "https://example.org/b"))


def test_hostile_sitemaps_are_refused_or_cut_off() -> None:
    bomb = b'<!DOCTYPE urlset [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
    with pytest.raises(PageError, match="entities"):
        read_sitemap(bomb)
    with pytest.raises(PageError, match="deep"):
        read_sitemap(b"<urlset>" + b"<a>" * 1000)
    assert len(unpacked(gzip.compress(b"0" * 100_000_000))) == 60_000_000
    assert len(read_sitemap(URLSET % (entry("http://example.org/a") * 60_000)).pages) == 50_000
    assert discover(bomb, URL, None, "").kind == "other"


ROBOTS = """
User-agent: maintext
Disallow: /private
Allow: /private/open$
Disallow: /*?secret=
Crawl-delay: 2.5

User-agent: *
Disallow: /
Request-rate: 1/10
Sitemap: http://example.org/s.xml
"""


def test_robots() -> None:
    mine, other = "maintext/0.1", "other/1.0"
    assert robots_facts(ROBOTS, mine).delay == 2.5
    assert robots_facts(ROBOTS, other).delay == 10
    assert robots_facts(ROBOTS, mine).sitemaps == ("http://example.org/s.xml",)
    table = {"/": True, "/private/x": False, "/private/open": True, "/a?secret=1": False}
    for path, allowed in table.items():
        assert is_allowed(ROBOTS, mine, f"http://example.org{path}") is allowed
        assert not is_allowed(ROBOTS, other, f"http://example.org{path}")


@pytest.mark.parametrize(("status", "text"), [(200, "x"), (404, ""), (403, ""), (302, ""), (429, None), (500, None)])
def test_what_a_response_for_robots_stands_for(status: int, text: str | None) -> None:
    assert robots_text(status, b"\xef\xbb\xbfx") == text
