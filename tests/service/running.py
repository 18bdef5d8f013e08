"""A real service in a thread of the test's own process, with real workers."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn

from maintext.errors import FetchError
from maintext.fetch import Fetched
from maintext.service.app import create_app
from maintext.service.connection import server_config
from maintext.service.settings import ServiceSettings
from tests.bundled import PAGES

PAGE = (PAGES / "news-inline-ads" / "page.html").read_bytes()
NO_NETWORK = "tests.service.running:no_network"
ARTICLE = "The rebuilding of the Kestrel Point ferry terminal"


def no_network(url: str, *, timeout: float, max_bytes: int, private: bool) -> Fetched:
    """Knows a few addresses and reaches none."""
    if url == "https://news.example/story":
        return Fetched(url, PAGE, "utf-8", "text/html")
    if url == "https://news.example/feed":
        feed = b"<rss><channel><item><title>Ferry</title><link>https://news.example/story</link></item></channel></rss>"
        return Fetched(url, feed, "utf-8", "application/rss+xml")
    if url == "https://news.example/paper.pdf":
        return Fetched(url, b"%PDF-1.7\n", None, "application/pdf")
    raise FetchError(f"{url}: no such host; check the address and the network; raise --timeout")


@contextmanager
def running(settings: ServiceSettings, fetch: str = NO_NETWORK) -> Iterator[httpx.Client]:
    """A client of a running service."""
    app = create_app(settings, fetch)
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
        config = server_config(settings, app)
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        until = time.monotonic() + 60
        while not server.started and thread.is_alive() and time.monotonic() < until:
            time.sleep(0.02)
        assert server.started
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join(15)
