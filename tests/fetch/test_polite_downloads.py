"""Downloads of many URLs: one request at a time per host, with a pause."""

import threading
import time
from itertools import pairwise

from maintext.errors import FetchError
from maintext.fetch import Fetched, fetch
from maintext.fetch.polite_downloads import fetch_politely
from maintext.urls import host_of
from tests.fetch.server import serving


class Hosts:
    """Records when each host is asked, and how many requests of it are under way."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.under_way: dict[str, int] = {}
        self.most = self.most_of_host = 0
        self.spans: dict[str, list[tuple[float, float]]] = {}

    def fetch(self, url: str) -> Fetched:
        host, start = host_of(url), time.monotonic()
        with self.lock:
            self.under_way[host] = self.under_way.get(host, 0) + 1
            self.most = max(self.most, sum(self.under_way.values()))
            self.most_of_host = max(self.most_of_host, self.under_way[host])
        time.sleep(0.01)
        with self.lock:
            self.under_way[host] -= 1
            self.spans.setdefault(host, []).append((start, time.monotonic()))
        if "broken" in url:
            raise FetchError(f"{url}: broken")
        return Fetched(url, b"<p>x", None, "text/html")


def test_one_request_at_a_time_per_host_with_a_pause() -> None:
    hosts = Hosts()
    urls = [f"https://{host}.example/{number}" for host in "abcdef" for number in range(3)]
    found = dict(fetch_politely(urls, hosts.fetch, parallel=3, delay=0.05))
    assert [found[index].url for index in range(len(urls))] == urls  # type: ignore[union-attr]
    assert hosts.most_of_host == 1
    assert hosts.most <= 3
    for spans in hosts.spans.values():
        assert all(following[0] - last[1] >= 0.05 for last, following in pairwise(spans))


def test_an_error_takes_the_place_of_a_response() -> None:
    urls = ["https://a.example/broken", "https://a.example/", "no url"]
    found = dict(fetch_politely(urls, Hosts().fetch, delay=0))
    assert str(found[0]) == "https://a.example/broken: broken"
    assert isinstance(found[1], Fetched)
    assert len(found) == 3


def test_no_urls_are_no_work() -> None:
    assert list(fetch_politely([], Hosts().fetch)) == []


def test_stopping_early_leaves_the_rest_unasked() -> None:
    hosts = Hosts()
    downloads = fetch_politely([f"https://a.example/{number}" for number in range(50)], hosts.fetch, delay=0)
    next(downloads)
    downloads.close()  # type: ignore[attr-defined]
    assert len(hosts.spans["a.example"]) < 50


def test_a_real_server() -> None:
    with serving() as site:
        urls = [f"{site}/page", f"{site}/missing", f"{site}/hop"]
        found = dict(fetch_politely(urls, fetch, delay=0))
    assert b"ferry" in found[0].body and b"ferry" in found[2].body  # type: ignore[union-attr]  # noqa: PT018
    assert "404" in str(found[1])
