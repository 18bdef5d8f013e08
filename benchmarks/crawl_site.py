"""A web site on loopback with everything that a crawler meets: made of a number of pages, the same every time.

Beside its articles it has a sitemap index (plain, gzip and news), a feed, a robots.txt with forbidden paths and a
crawl-delay, redirects and their loops, errors that pass and errors that stay, slow and endless bodies, and traps:
calendars, session identifiers, paths and queries without end. Every request is kept with its time.
"""

import gzip
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Final

WORDS: Final = """
harbor council winter ferry market doctor garden museum bridge teacher letter engine valley orchard station journal
captain village library kitchen mountain window picture history lantern weather carpenter railway evening forest
""".split()
_LINKS: Final = 6
REDIRECTS: dict[str, str] = {}
"""Further redirects, by path."""
ROBOTS_STATUS = 200
RETRY_AFTER = "0"
_DATE: Final = "Wed, 01 Jan 2025 00:00:00 GMT"


@dataclass(slots=True)
class CrawlSite:
    """The site, and the requests that it got."""

    pages: int
    delay: float = 0.0
    """The crawl-delay of its robots.txt."""
    is_slow: bool = False
    """Whether it has a page that takes as long as one waits for it."""
    address: str = ""
    requests: list[tuple[str, float]] = field(default_factory=list)
    """Paths and times."""
    changed: bool = False
    """Whether one page has changed since it was first crawled."""
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def forbidden(self) -> list[str]:
        """The requests that robots.txt forbids."""
        return [path for path, _ in self.requests if path.startswith("/private") or "secret=" in path]

    def pauses(self) -> list[float]:
        """Seconds between the requests."""
        times = [at for _, at in self.requests]
        return [later - earlier for earlier, later in pairwise(times)]

    def robots(self) -> bytes:
        """The robots.txt."""
        delay = f"Crawl-delay: {self.delay:g}\n" if self.delay else ""
        return (
            f"User-agent: *\nDisallow: /private\nDisallow: /*secret=\n{delay}\nSitemap: {self.address}/sitemaps.xml\n"
        ).encode()

    def article(self, number: int) -> bytes:
        """An article; every tenth is a near-duplicate of the one before it."""
        source = number - 1 if number % 10 == 9 else number
        words = random.Random(source)
        story = "".join(f"<p>{' '.join(words.choice(WORDS) for _ in range(40))}.</p>" for _ in range(5))
        mark = " It was updated." if number != source or (self.changed and number == 3) else ""
        links = "".join(
            f'<a href="/article/{other}.html">More</a> '
            for other in {(number * 7 + at * 13) % self.pages for at in range(_LINKS)}
        )
        traps = (
            '<a href="/calendar/2025/01">Calendar</a> <a href="/loop/a">Loop</a> <a href="deeper/index.html">Deeper</a>'
            f' <a href="/shop?item={number}&amp;PHPSESSID={number}x">Shop</a> <a href="/private/{number}">No</a>'
            f' <a href="/article/{number}.html?utm_source=x&amp;secret=">Tracked</a> <a href="/image.png">Image</a>'
            f' <a href="/moved/{number}">Moved</a> <a href="mailto:a@example.org">Mail</a> <a href="/gone">Gone</a>'
            f' <a href="http://other.invalid/{number}">Elsewhere</a> <a href="/search?q=a&amp;secret=1">Search</a>'
        )
        if source == 0:
            traps += ' <a href="/endless">Endless</a> <a href="/broken">Broken</a>'
            traps += ' <a href="/slow">Slow</a>' if self.is_slow else ""
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>Article {number}</title>'
            '<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>'
            f"<body><nav>{links}{traps}</nav><article><h1>Article {number}</h1>{story}<p>Number {number}.{mark}</p>"
            "</article></body></html>"
        ).encode()

    def sitemap(self, first: int, last: int, news: bool = False) -> bytes:
        """A sitemap of articles."""
        extra = "<n:news><n:title>News</n:title></n:news>" if news else ""
        urls = "".join(
            f"<url><loc>{self.address}/article/{number}.html</loc>{extra}</url>" for number in range(first, last)
        )
        space = ' xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"' if news else ""
        return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"{space}>{urls}</urlset>'.encode()

    def sitemaps(self) -> bytes:
        """The sitemap index, which names itself too."""
        names = ("one.xml", "two.xml.gz", "news.xml", "missing.xml", "../sitemaps.xml")
        entries = "".join(f"<sitemap><loc>{self.address}/sitemap/{name}</loc></sitemap>" for name in names)
        return f"<sitemapindex>{entries}</sitemapindex>".encode()

    def feed(self) -> bytes:
        """A feed of the last articles."""
        first = self.pages - self.pages // 10
        items = "".join(
            f"<item><title>A</title><link>{self.address}/article/{number}.html</link></item>"
            for number in range(first, self.pages)
        )
        return f"<rss><channel>{items}</channel></rss>".encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: CrawlSite

    def do_GET(self) -> None:
        """Answer by the first segment of the path."""
        self.site.requests.append((self.path, time.monotonic()))
        self.site.seen[self.path] += 1
        path, _, query = self.path.partition("?")
        name = path.split("/")[1].partition(".")[0]
        answer = getattr(self, f"answer_{name or 'article'}", None)
        with suppress(OSError):
            if self.path in REDIRECTS:
                self.reply(302, b"", Location=REDIRECTS[self.path])
            elif answer is None:
                self.reply(404, b"<p>Not here.</p>")
            else:
                answer(path, query)

    def answer_article(self, path: str, query: str) -> None:
        """An article, with an entity tag; every eighth fails at first."""
        name = path.rpartition("/")[2].partition(".")[0]
        number = int(name) if name.isdecimal() else 0
        if number >= self.site.pages:
            self.reply(404, b"<p>No such article.</p>")
        elif number % 40 == 8 and self.site.seen[self.path] == 1:
            self.reply(503, b"busy", Retry_After=RETRY_AFTER)
        else:
            body = self.site.article(number)
            tag = f'"{hash_of(body)}"'
            if self.headers.get("If-None-Match") == tag:
                self.reply(304, b"", ETag=tag)
            else:
                self.reply(200, body, ETag=tag, Last_Modified=_DATE)

    def answer_robots(self, path: str, query: str) -> None:
        """The robots.txt."""
        self.reply(ROBOTS_STATUS, self.site.robots(), Content_Type="text/plain")

    def answer_sitemaps(self, path: str, query: str) -> None:
        """The sitemap index."""
        self.reply(200, self.site.sitemaps(), Content_Type="application/xml")

    def answer_sitemap(self, path: str, query: str) -> None:
        """A part of the sitemap."""
        third, pages = self.site.pages // 3, self.site.pages
        bodies = {
            "one.xml": lambda: self.site.sitemap(0, third),
            "two.xml.gz": lambda: gzip.compress(self.site.sitemap(third, 2 * third), mtime=0),
            "news.xml": lambda: self.site.sitemap(2 * third, pages - pages // 10, news=True),
        }
        made = bodies.get(path.rpartition("/")[2])
        self.reply(200 if made else 404, made() if made else b"", Content_Type="application/xml")

    def answer_feed(self, path: str, query: str) -> None:
        """The feed."""
        self.reply(200, self.site.feed(), Content_Type="application/rss+xml")

    def answer_moved(self, path: str, query: str) -> None:
        """A redirect to an article."""
        self.reply(301, b"", Location=f"/article/{path.rpartition('/')[2]}.html")

    def answer_loop(self, path: str, query: str) -> None:
        """A redirect loop of two, and one without end."""
        others = {"/loop/a": "/loop/b", "/loop/b": "/loop/a?more=1"}
        self.reply(302, b"", Location=others.get(path if not query else "", f"/loop/a?more={len(query)}{query}"))

    def answer_calendar(self, path: str, query: str) -> None:
        """A calendar whose next month is always there."""
        year, month = (int(part) if part.isdecimal() else 1 for part in path.split("/")[2:4])
        following = f"/calendar/{year + month // 12}/{month % 12 + 1:02}"
        self.reply(200, f'<h1>{year} {month}</h1><p>Nothing happens.</p><a href="{following}">Next</a>'.encode())

    def answer_shop(self, path: str, query: str) -> None:
        """A page for every session and every query."""
        item = query.partition("=")[2].partition("&")[0]
        links = "".join(f'<a href="/shop?item={item}{digit}&amp;sid={digit}">More</a>' for digit in range(5))
        self.reply(200, f"<h1>Item {item}</h1><p>One of many items.</p>{links}".encode())

    def answer_slow(self, path: str, query: str) -> None:
        """A body that drips for as long as somebody listens."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n")
        self._send_on(b"x", 0.05)

    def answer_endless(self, path: str, query: str) -> None:
        """A body without end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
        self._send_on(b"<p>on and on</p>" * 4000, 0.0)

    def answer_broken(self, path: str, query: str) -> None:
        """An error that stays."""
        self.reply(500, b"<p>Broken.</p>")

    def answer_image(self, path: str, query: str) -> None:
        """An image."""
        self.reply(200, b"\x89PNG\r\n", Content_Type="image/png")

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        """Send an answer that is the same at any time."""
        self.send_response_only(status)
        for name, value in {"Date": _DATE, "Content_Type": "text/html; charset=utf-8", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name for it
        """Say nothing."""

    def _send_on(self, data: bytes, pause: float) -> None:
        self.close_connection = True
        for _ in range(2000):
            self.wfile.write(data)
            time.sleep(pause)


def hash_of(body: bytes) -> str:
    """A short digest."""
    import hashlib

    return hashlib.sha256(body).hexdigest()[:16]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients hang up whenever they like."""


@contextmanager
def serving(pages: int, delay: float = 0.0, *, is_slow: bool = False) -> Iterator[CrawlSite]:
    """A running site."""
    site = CrawlSite(pages, delay, is_slow)
    with _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": site})) as server:
        site.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield site
        server.shutdown()
        thread.join()
