"""Hostile clients of the service: feeds, batches, slow connections and unfinished uploads.

    python benchmarks/hostile_load.py PORT SECONDS           # as service_load.py --hostile starts it

All connect from loopback addresses of their own, as the service counts connections by address.
"""

import asyncio
import io
import json
import resource
import struct
import sys
import threading
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar, Final

FEEDS: Final[dict[str, Callable[[], bytes]]] = {
    "/elements": lambda: b"<rss>" + b"<a/>" * 500_000 + b"</rss>",
    "/entries": lambda: b"<rss>" + b"<item><link>/page</link></item>" * 15_000 + b"</rss>",
    "/flood": lambda: b"<rss>" + b"<item/>" * 280_000 + b"</rss>",
    "/deep": lambda: b"<rss>" + b"<a>" * 3_000 + b"</a>" * 3_000 + b"</rss>",
    "/page": lambda: b"<p>" + b"words of a page, and more of them. " * 300,
    "/letters": lambda: "‹".encode() + b"a" * 65_000,
    "/tables": lambda: b"<div><ul><li>" + b"<table><td>" * 100 + b"</tr><b><p></b>",
    "/ampersands": lambda: b"<rss>" + b"&" * 2_000_000 + b"</rss>",
}
"""What the hostile web server has; all but `/page` are asked for as feeds."""
SLOW, UPLOADS = 1_005, 20
"""Connections with unfinished headers, and unfinished uploads of 30 MB."""
_HOST = b"HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Site(BaseHTTPRequestHandler):
    """Serves the hostile feeds."""

    bodies: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        """Answer with a feed."""
        body = self.bodies.get(self.path, b"")
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def start_site() -> int:
    """Serve the feeds on loopback until the program ends; the port."""
    Site.bodies = {path: make() for path, make in FEEDS.items()}
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


class Attack:
    """All hostile clients together, for some seconds; counts what they are answered."""

    def __init__(self, port: int, site: int, seconds: float) -> None:
        self._port, self._site = port, site
        self._until = asyncio.get_running_loop().time() + seconds
        self._seconds = seconds
        self.answers: Counter[str] = Counter()

    async def run(self) -> None:
        """Everything at once."""
        feeds = [self._again(f"feed {path}", self._feed(path), 4) for path in FEEDS if path != "/page"]
        batches = [self._again(f"batch {name}", self._batch(data), 5) for name, data in hostile_zips().items()]
        requests = [self._again(f"request {name}", self._json(data), 8) for name, data in hostile_json().items()]
        slow = [self._again("headers", self._headers(number), 0.5) for number in range(SLOW)]
        uploads = [self._again("upload", self._upload(number), 0.5) for number in range(UPLOADS)]
        tasks = [asyncio.create_task(each) for each in (*feeds, *batches, *requests, *slow, *uploads)]
        await asyncio.sleep(self._seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again(self, name: str, once: Callable[[], Awaitable[str]], pause: float) -> None:
        while asyncio.get_running_loop().time() < self._until:
            try:
                status = await asyncio.wait_for(once(), 60)
            except (OSError, TimeoutError) as error:
                status = type(error).__name__
            self.answers[f"{name}: {status or 'closed'}"] += 1
            await asyncio.sleep(pause)

    def _feed(self, path: str) -> Callable[[], Awaitable[str]]:
        request = f"GET /feed?url=http://127.0.0.1:{self._site}{path} ".encode() + _HOST + b"\r\n"
        return lambda: self._ask(request, "127.0.2.1")

    def _batch(self, data: bytes) -> Callable[[], Awaitable[str]]:
        head = b"POST /batches " + _HOST + b"Content-Type: application/zip\r\n"
        return lambda: self._ask(head + b"Content-Length: %d\r\n\r\n" % len(data) + data, "127.0.2.2")

    def _json(self, data: bytes) -> Callable[[], Awaitable[str]]:
        head = b"POST /extract " + _HOST + b"Content-Type: application/json\r\n"
        return lambda: self._ask(head + b"Content-Length: %d\r\n\r\n" % len(data) + data, "127.0.2.3")

    def _headers(self, number: int) -> Callable[[], Awaitable[str]]:
        return lambda: self._ask(b"GET /health " + _HOST + b"X-Slow: ", f"127.0.3.{number % 15 + 1}")

    def _upload(self, number: int) -> Callable[[], Awaitable[str]]:
        head = b"POST /read " + _HOST + b"Content-Length: 30000000\r\n\r\n"
        return lambda: self._ask(head + b"x" * 20_000_000, f"127.0.4.{number % 2 + 1}")

    async def _ask(self, request: bytes, source: str) -> str:
        """Send a request or a part of one; the status of its answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(source, 0))
        try:
            writer.write(request)
            return (await reader.read(12)).decode("latin-1").rpartition(" ")[2]
        finally:
            writer.transport.abort()


def hostile_zips() -> dict[str, bytes]:
    """Zips that once stopped the endpoint or took much memory."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("ä.html", b"<p>x")
    misnamed = bytearray(made.getvalue())
    misnamed[misnamed.index("ä".encode())] = 0xFF
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0) + b"a.html"
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 10, 10, 400_000 * len(entry), 0, 0)
    return {"misnamed": bytes(misnamed), "flood": entry * 400_000 + end}


def hostile_json() -> dict[str, bytes]:
    """Requests that take long to parse."""
    return {
        "lists": b'{"html": "", "add": [' + b"[]," * 700_000 + b"0]}",
        "keys": json.dumps({str(number): 0 for number in range(200_000)}).encode(),
    }


async def attack(port: int, seconds: float) -> None:
    """Run everything and print how often what was answered."""
    clients = Attack(port, start_site(), seconds)
    await clients.run()
    print(json.dumps(clients.answers))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    asyncio.run(attack(int(sys.argv[1]), float(sys.argv[2])))
