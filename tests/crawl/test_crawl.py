"""Crawls of a real site on loopback, with everything that a crawler meets."""

import gzip
import io
import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crawl_site import CrawlSite, serving

pytest.importorskip("fastwarc.warc")  # here, because it warns of its own past when it is first imported

from maintext.corpus.archive_records import ArchivedPage
from maintext.corpus.sources.warc import read_warc
from maintext.crawl.crawl_progress import CrawlSummary
from maintext.crawl.crawl_settings import CrawlLimits, CrawlSettings
from maintext.crawl.crawler import Crawl, crawl
from maintext.crawl.politeness import retry_after
from maintext.crawl.seeds import read_seeds
from maintext.errors import CrawlError

SETTINGS = CrawlSettings(
    private=True, delay=0.0, timeout=60.0, max_bytes=500_000, queries=5, backoff=0.01, depth=3
)  # fmt: skip
PAGES = 30


@pytest.fixture(scope="module")
def server() -> Iterator[CrawlSite]:
    with serving(PAGES) as site:
        yield site


@pytest.fixture
def site(server: CrawlSite) -> CrawlSite:
    server.requests.clear()
    server.seen.clear()
    server.delay, server.changed = 0.0, False
    return server


def crawled(target: Path, *sources: str, previous: Path | None = None, limits: CrawlLimits | None = None,
            **settings: Any) -> CrawlSummary:  # fmt: skip
    plan = Crawl(
        read_seeds(sources), replace(SETTINGS, **settings), target, limits or CrawlLimits(), previous, lambda: 1e9
    )
    return crawl(plan)


def pages_of(path: Path) -> list[ArchivedPage]:
    return [found for found in read_warc(str(path), 1 << 30) if isinstance(found, ArchivedPage)]


def articles(path: Path) -> set[str]:
    urls = [str(page.url) for page in pages_of(path) if page.status == 200]
    return {url.rpartition("/")[2] for url in urls if "/article/" in url}


ALL = {f"{number}.html" for number in range(1, PAGES)}  # the first one is the same as /, and stored there


def test_a_site(site: CrawlSite, tmp_path: Path) -> None:
    target = tmp_path / "pages.warc.gz"
    summary = crawled(target, site.address)
    assert summary.stopped is None
    assert summary.paused == {}
    assert site.forbidden == []
    assert articles(target) == ALL
    outcomes = summary.counts.outcomes
    assert outcomes["forbidden"] > PAGES
    assert outcomes["duplicate"] >= 1
    failures = {url.rpartition("/")[2]: why for url, why in summary.failed}
    assert failures.keys() == {"endless"}
    assert "larger than" in failures["endless"]
    reasons = (
        "a file that is no page, by its name",
        "too many queries for one path",
    )
    assert all(summary.refused[reason] for reason in reasons)
    assert sum(path.startswith("/calendar") for path, _ in site.requests) <= 3
    assert {path for path in site.seen if "deeper" in path} == {"/deeper/index.html", "/article/deeper/index.html"}
    assert site.seen["/broken"] == 1 + SETTINGS.retries
    assert site.seen["/article/8.html"] == 2
    assert max(site.seen.values()) == 3
    assert not any("PHPSESSID" in path or "utm_" in path or path.endswith(".png") for path in site.seen)


def test_the_file_is_sound_for_another_reader(site: CrawlSite, tmp_path: Path) -> None:
    warcio = pytest.importorskip("warcio.archiveiterator")
    target = tmp_path / "pages.warc.gz"
    crawled(target, f"{site.address}/sitemap/one.xml", f"{site.address}/feed.xml")
    with target.open("rb") as file:
        found = []
        for record in warcio.ArchiveIterator(file, check_digests="raise"):
            body = record.content_stream().read()
            found.append((record.rec_type, record.rec_headers.get_header("WARC-Target-URI"), body))
    kinds = [kind for kind, _, _ in found]
    assert kinds[0] == "warcinfo"
    assert kinds.count("request") == kinds.count("response") + kinds.count("revisit") == len(kinds) // 2
    complete = site.seen.keys() - {"/endless"}
    assert {url for _, url, _ in found[1:]} == {f"{site.address}{path}" for path in complete}
    assert ("response", f"{site.address}/article/5.html", site.article(5)) in found


@pytest.mark.parametrize(
    ("path", "numbers"),
    [
        ("/sitemaps.xml", range(PAGES - PAGES // 10)),
        ("/sitemap/two.xml.gz", range(PAGES // 3, 2 * PAGES // 3)),
        ("/sitemap/news.xml", range(2 * PAGES // 3, PAGES - PAGES // 10)),
        ("/feed.xml", range(PAGES - PAGES // 10, PAGES)),
    ],
)
def test_a_list_stands_for_exactly_its_pages(site: CrawlSite, path: str, numbers: range, tmp_path: Path) -> None:
    target = tmp_path / "pages.warc.gz"
    crawled(target, site.address + path, depth=None)
    assert articles(target) == {f"{number}.html" for number in numbers}


def test_a_file_of_urls(site: CrawlSite, tmp_path: Path) -> None:
    listed = tmp_path / "urls.txt"
    listed.write_text(
        f"# pages\n{site.address}/article/1.html\n\n{site.address}/moved/2\n{site.address}/article/1.html#x\n"
    )
    crawled(tmp_path / "a.warc", str(listed), depth=None)
    assert articles(tmp_path / "a.warc") == {"1.html", "2.html"}


def test_a_slow_body_ends_by_the_limit(site: CrawlSite, tmp_path: Path) -> None:
    summary = crawled(tmp_path / "a.warc.gz", f"{site.address}/slow", timeout=1.0)
    (why,) = [*summary.paused.values(), *(why for _, why in summary.failed)]  # a busy machine is late for robots.txt
    assert "no complete answer" in why


def test_the_crawl_delay_is_kept(site: CrawlSite, tmp_path: Path) -> None:
    site.delay = 0.2
    target = tmp_path / "pages.warc.gz"
    sources = [f"{site.address}/article/{number}.html" for number in range(3)]
    for pages in (2, 3):  # the second session begins with a pause, too
        crawled(target, *sources, depth=0, sitemaps=False, feeds=False, limits=CrawlLimits(pages=pages))
    assert [path for path, _ in site.requests] == ["/robots.txt", *(f"/article/{number}.html" for number in range(3))]
    assert min(site.pauses()) >= site.delay


def test_limits_stop_and_the_same_crawl_continues(site: CrawlSite, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.warc.gz", tmp_path / "parts.warc.gz"
    crawled(whole, site.address)
    site.seen.clear()
    for pages in (1, 5, 20):
        summary = crawled(parts, site.address, limits=CrawlLimits(pages=pages))
        assert "--max-pages" in str(summary.stopped)
        assert summary.counts.requests == pages
    assert "--max-total" in str(crawled(parts, site.address, limits=CrawlLimits(total_bytes=100)).stopped)
    assert "--max-time" in str(crawled(parts, site.address, limits=CrawlLimits(seconds=1e-9)).stopped)
    with parts.open("ab") as file:
        file.write(b"\x1f\x8b a torn member")
    assert crawled(parts, site.address).stopped is None
    assert parts.read_bytes() == whole.read_bytes()


def test_a_repeated_crawl_stores_only_what_has_changed(site: CrawlSite, tmp_path: Path) -> None:
    old, new, third = (tmp_path / f"{name}.warc.gz" for name in ("old", "new", "third"))
    crawled(old, site.address)
    first = len(site.requests)
    site.changed = True
    site.seen.clear()
    summary = crawled(new, site.address, previous=old)
    assert len(site.requests) == 2 * first
    assert articles(new) == {"3.html"}
    assert summary.counts.outcomes["unchanged"] > PAGES
    assert summary.counts.statuses[304] >= PAGES - 1
    site.seen.clear()
    assert crawled(third, site.address, previous=new).counts.outcomes["stored"] == 0
    assert len(site.requests) == 3 * first


def test_private_addresses_are_refused(site: CrawlSite, tmp_path: Path) -> None:
    summary = crawled(tmp_path / "a.warc.gz", site.address, private=False)
    assert "private, loopback or link-local" in summary.paused["127.0.0.1"]
    assert site.requests == []


def test_a_redirect_to_a_private_address_is_refused(
    site: CrawlSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first host counts as public, whatever it is; the second one is the same machine by another name."""
    port = site.address.rpartition(":")[2]
    look_up = socket.getaddrinfo

    def resolve(host: str, *rest: Any, **named: Any) -> Any:
        return look_up("127.0.0.1" if host == "outside.example" else host, *rest, **named)

    asked: list[str] = []

    def judge(address: str) -> bool:
        return asked[-1] == "outside.example"

    def remember(host: str, *rest: Any, **named: Any) -> Any:
        asked.append(host)
        return resolve(host, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", remember)
    monkeypatch.setattr("maintext.fetch.address_policy.is_public", judge)
    monkeypatch.setattr(site, "address", f"http://127.0.0.1:{port}")
    monkeypatch.setattr("crawl_site.CrawlSite.robots", lambda site: b"")
    monkeypatch.setattr("crawl_site.REDIRECTS", {"/away": f"http://127.0.0.1:{port}/article/1.html"})
    summary = crawled(tmp_path / "a.warc.gz", f"http://outside.example:{port}/away", private=False)
    assert summary.counts.outcomes["redirect"] == 1
    assert "private, loopback or link-local" in summary.paused["127.0.0.1"]
    assert [path for path, _ in site.requests] == ["/robots.txt", "/away"]


@pytest.mark.parametrize("status", [500, 429])
def test_nothing_is_requested_without_a_robots_txt_that_can_be_read(
    status: int, site: CrawlSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("crawl_site.ROBOTS_STATUS", status)
    summary = crawled(tmp_path / "a.warc.gz", site.address)
    assert f"answered {status}" in summary.paused["127.0.0.1"]
    assert {path for path, _ in site.requests} == {"/robots.txt"}


def test_a_host_that_asks_for_a_long_pause_is_left(
    site: CrawlSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("crawl_site.RETRY_AFTER", "86400")
    summary = crawled(tmp_path / "a.warc.gz", f"{site.address}/article/8.html", f"{site.address}/article/1.html")
    assert "a pause of 86,400 seconds" in summary.paused["127.0.0.1"]
    assert summary.counts.waiting == 2
    assert [path for path, _ in site.requests] == ["/robots.txt", "/article/8.html"]


def test_a_host_without_a_server_is_left(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        summary = crawled(tmp_path / "a.warc.gz", f"http://127.0.0.1:{free.getsockname()[1]}/")
    assert "no connection" in summary.paused["127.0.0.1"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: {"target": folder / "a.html"}, "name the output .warc.gz or .warc"),
        (lambda folder: {"target": folder / "no" / "a.warc"}, "no such folder"),
        (lambda folder: {"depth": 1}, "started with other sources or options"),
        (lambda folder: {"source": "http://127.0.0.1/other"}, "started with other sources or options"),
        (lambda folder: {"previous": folder / "no.warc.gz"}, "no such file"),
        (lambda folder: {"source": "no such list"}, "no such file"),
        (lambda folder: {"source": "http://a b/"}, "not a URL"),
        (lambda folder: {"target": folder / "foreign.warc"}, "not an unfinished crawl"),
        (lambda folder: {"agent": "é"}, "user agent"),
        (lambda folder: {"delay": -1.0}, "delay"),
    ],
)
def test_errors(site: CrawlSite, tmp_path: Path, change: Callable[[Path], dict[str, Any]], words: str) -> None:
    (tmp_path / "foreign.warc").write_bytes(b"WARC/1.1\r\n")
    target = tmp_path / "a.warc.gz"
    crawled(target, f"{site.address}/article/1.html", depth=0, sitemaps=False, feeds=False)
    settings = {"depth": 0, "sitemaps": False, "feeds": False, **change(tmp_path)}
    with pytest.raises(CrawlError, match=words):
        crawled(settings.pop("target", target), settings.pop("source", f"{site.address}/article/1.html"), **settings)


def test_retry_after() -> None:
    assert retry_after("120", 0.0) == 120
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 10.0) == 50
    assert retry_after("Thu, 01 Jan 1970 00:00:00 GMT", 10.0) == 0
    assert retry_after("soon", 0.0) is None


def test_every_member_can_be_read_by_itself(site: CrawlSite, tmp_path: Path) -> None:
    target = tmp_path / "a.warc.gz"
    crawled(target, f"{site.address}/feed.xml")
    ends = [json.loads(line)["end"] for line in (tmp_path / "a.warc.gz.journal").read_text().splitlines()]
    data = target.read_bytes()
    assert ends[-1] == len(data)
    for start, end in zip([0, *ends], ends, strict=False):
        with gzip.open(io.BytesIO(data[start:end])) as member:
            assert member.read().startswith(b"WARC/1.1") or start == end
