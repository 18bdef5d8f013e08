"""Feeds completed with the full text of their entries."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from xml.dom.minidom import parseString

import httpx
import pytest

from maintext.crawl.feed_reader import find_feed, first_entries, read_feed
from maintext.errors import FetchError, PageError
from maintext.fetch import Fetched
from maintext.service.feed_document import FullText, complete
from maintext.service.settings import ServiceSettings
from tests.service.running import ARTICLE, PAGE, running

URL = "https://news.example/feed"


RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title>
<item><title>One</title><link>https://news.example/story</link><description>Beginning...</description><dc:creator>A</dc:creator></item>
<item><title>Two</title><link>/two</link></item>
<item><title>No link</title></item>
<item><title>By guid</title><guid>https://news.example/guid</guid></item></channel></rss>"""


ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><title>One</title><link rel="self" href="https://x.example/"/><link href="https://news.example/story"/>
<content type="text">short</content></entry></feed>"""


PREFIXED = """<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link href="story"/></a:entry></a:feed>"""


RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel/><item><link>https://news.example/story</link>
<c:encoded>old</c:encoded></item></rdf:RDF>"""


BROKEN = """<rss><channel><item><title>Caf&eacute; & bar \x07</title><link>https://news.example/story</link></item></channel></rss>"""


LAUGHS = """<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<rss><channel><item><link>&b;</link></item></channel></rss>"""


OUTSIDE = """<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&a;</title></item></channel></rss>"""


@pytest.mark.parametrize(
    ("feed", "links"),
    [
        (RSS, ("https://news.example/story", "https://news.example/two", None, "https://news.example/guid")),
        (ATOM, ("https://news.example/story",)),
        (PREFIXED, ("https://news.example/story",)),
        (RDF, ("https://news.example/story",)),
        (BROKEN, ("https://news.example/story",)),
        ("<rss><channel/></rss>", ()),
        ("<rss><channel><item><link>javascript:x</link></item></channel></rss>", (None,)),
    ],
)
def test_entries_are_found(feed: str, links: tuple[str | None, ...]) -> None:
    assert read_feed(feed.encode(), URL).links == links


@pytest.mark.parametrize(
    ("feed", "name"),
    [
        (RSS, "content:encoded"),
        (ATOM, "content"),
        (PREFIXED, "a:content"),
        (RDF, "c:encoded"),
        (BROKEN, "content:encoded"),
    ],
)
def test_the_text_goes_where_readers_look_for_it(feed: str, name: str) -> None:
    made = complete(read_feed(feed.encode(), URL), {0: FullText("<p>All of it & more</p>\x07")})
    (found,) = parseString(made).getElementsByTagName(name)
    assert found.firstChild is not None
    assert found.firstChild.nodeValue == "<p>All of it & more</p>"


def test_the_rest_of_the_feed_stays() -> None:
    made = complete(
        read_feed(RSS.encode(), URL), {0: FullText("<p>x</p>"), 1: FullText(None, "gone -- for good-")}
    ).decode()
    assert "<dc:creator>A</dc:creator>" in made
    assert "<description>Beginning...</description>" in made
    assert "<!-- no full text: gone -  for good -->" in made
    assert "By guid" not in made
    assert read_feed(made.encode(), URL).titles == ("One", "Two")


def test_only_so_many_entries_are_taken() -> None:
    assert first_entries(read_feed(RSS.encode(), URL), 2) == [
        (0, "https://news.example/story"),
        (1, "https://news.example/two"),
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (LAUGHS, "entities of its own"),
        (OUTSIDE, "entities of its own"),
        ("<html><body>x", "neither RSS nor Atom"),
        ("<opml/>", "neither RSS nor Atom"),
        ("", "cannot be read"),
        ("\x00\x01", "cannot be read"),
        ('<?xml version="1.0" encoding="no-such"?><rss/>', "cannot be read"),
    ],
)
def test_what_is_no_feed_is_refused(data: str, words: str) -> None:
    with pytest.raises(PageError, match=words):
        read_feed(data.encode(), URL)


def test_a_web_page_names_its_feed() -> None:
    page = b'<link rel=alternate type="application/rss+xml" href="/feed.xml"><p>x'
    assert find_feed(page, "https://a.example/b/") == "https://a.example/feed.xml"
    assert find_feed(b"<p>x", "https://a.example/") is None
    assert find_feed(b"%PDF-1.7", "https://a.example/") is None


def answers(url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
    """A site with a feed."""
    pages = {
        URL: RSS.encode(),
        "https://news.example/story": PAGE,
        "https://news.example/": b"<link type=application/atom+xml href=atom>",
        "https://news.example/atom": ATOM.encode(),
    }
    if url not in pages:
        raise FetchError(f"{url}: the server answered 404 Not Found")
    return Fetched(url, pages[url], "utf-8", "text/xml")


@pytest.fixture(scope="module")
def site() -> Iterator[httpx.Client]:
    with running(ServiceSettings(workers=1, timeout=60), f"{__name__}:answers") as client:
        yield client


def test_the_service_completes_a_feed(site: httpx.Client) -> None:
    answer = site.get("/feed", params={"url": URL})
    assert answer.headers["content-type"] == "application/rss+xml; charset=utf-8"
    assert ARTICLE in answer.text
    assert "no full text: https://news.example/two: the server answered 404 Not Found" in answer.text


def test_the_service_finds_the_feed_of_a_web_page(site: httpx.Client) -> None:
    answer = site.get("/feed", params={"url": "https://news.example/"})
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    assert ARTICLE in answer.text


@pytest.mark.parametrize(("url", "status"), [("https://news.example/story", 422), ("https://news.example/no", 404)])
def test_the_service_says_what_is_wrong(site: httpx.Client, url: str, status: int) -> None:
    assert site.get("/feed", params={"url": url}).status_code == status


def refuse(*arguments: object, **named: object) -> None:
    raise AssertionError("the service itself parses something")


def test_the_service_itself_parses_no_feed(site: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("feed_reader.FeedParser", "feed_reader.read_page", "feed_reader.read_feed", "feed_reader.find_feed"):
        monkeypatch.setattr(f"maintext.crawl.{name}", refuse)
    for name in ("feed_document.complete", "feed_handlers.read_feed", "feed_handlers.find_feed"):
        monkeypatch.setattr(f"maintext.service.{name}", refuse)
    monkeypatch.setattr("maintext.page.read_page", refuse)
    assert ARTICLE in site.get("/feed", params={"url": "https://news.example/"}).text
    assert ARTICLE in site.get("/feed", params={"url": URL}).text


HOSTILE = {
    "deep": b"<rss>" + b"<a>" * 3_000 + b"</a>" * 3_000 + b"</rss>",
    "elements": b"<rss>" + b"<a/>" * 2_000_000 + b"</rss>",
    "entries": b"<rss>" + b"<item/>" * 1_000_000 + b"</rss>",
    "no feed": b"<a/>" * 500_000,
    "nested tables": b"<div><ul><li>" + b"<table><td>" * 127 + b"</tr><b><p></b>",
    "ampersands": b"<rss>" + b"&" * 9_000_000 + b"</rss>",
}
"""The page with nested tables crashes the parser of web pages; here it may crash a worker."""


def hostile(url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
    return Fetched(url, HOSTILE[url.rpartition("/")[2].replace("-", " ")], "utf-8", "text/xml")


def test_hostile_feeds_do_not_hold_up_others() -> None:
    with (
        running(ServiceSettings(workers=1, timeout=20), f"{__name__}:hostile") as client,
        ThreadPoolExecutor(6) as threads,
    ):
        urls = [f"https://evil.example/{name.replace(' ', '-')}" for name in HOSTILE]
        asked = [threads.submit(client.get, "/feed", params={"url": url}) for url in urls]
        waits = []
        while not all(each.done() for each in asked):
            start = time.monotonic()
            assert client.get("/health").status_code == 200
            waits.append(time.monotonic() - start)
            time.sleep(0.01)
        found = {name: each.result().status_code for name, each in zip(HOSTILE, asked, strict=True)}
    assert found.pop("elements") in (200, 504)
    assert set(found.values()) <= {422, 500, 504}
    assert max(waits) < 1


def large(url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
    page = b"<p>" + b"word and more of it, which is a sentence. " * 20_000
    items = b"".join(b"<item><link>/%d</link></item>" % number for number in range(3))
    return Fetched(url, b"<rss>" + items + b"</rss>" if url == URL else page, "utf-8", "text/xml")


def test_the_texts_of_a_feed_are_limited_together() -> None:
    with running(ServiceSettings(workers=1, timeout=60, max_bytes=2_000_000), f"{__name__}:large") as client:
        text = client.get("/feed", params={"url": URL, "extractor": "all"}).text
    assert text.count("the texts of this feed are too large together") == 1
    assert text.count("<content:encoded") == 2
