"""Serve the raw pages of a dataset over HTTP on loopback, for extractors that need a URL. Gold is not served.

A page is found by its id, or under `by-text/` by the fingerprint of its decoded source, which is all that an extractor
knows of it.
"""

import html
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar
from urllib.parse import quote, unquote, urlsplit

from maintext.datasets.dataset import Dataset
from maintext.datasets.example import Example
from maintext.errors import DatasetError, MaintextError
from maintext.page.decode import decode
from maintext.page.page import fingerprint

_BY_TEXT = "by-text/"


@dataclass(frozen=True, slots=True)
class Server:
    """A dataset that is being served."""

    address: str
    http: ThreadingHTTPServer

    def url(self, name: str) -> str:
        """Where the page with this id is."""
        return f"{self.address}/{quote(name, safe='')}"


@contextmanager
def serving(dataset: Dataset, host: str = "127.0.0.1", port: int = 0) -> Iterator[Server]:
    """Serve the pages in the background as long as the context lasts; port 0 takes any free one."""
    server = open_server(dataset, host, port)
    thread = Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()


def open_server(dataset: Dataset, host: str = "127.0.0.1", port: int = 8000) -> Server:
    """A server bound to its address; `.http.serve_forever()` makes it answer."""
    pages = {example.id: example for example in dataset}
    handler = type("Handler", (_Handler,), {"pages": pages, "name": dataset.name, "by_text": cache(_by_text(pages))})
    try:
        http = ThreadingHTTPServer((host, port), handler)
    except (OSError, ValueError) as error:  # a host may also be no name at all
        reason = getattr(error, "strerror", None) or "not the name of a host"
        raise DatasetError(f"cannot serve on {host}:{port}: {reason}; choose another host or port") from error
    http.daemon_threads = True
    bound = f"[{host}]" if ":" in host else host
    return Server(f"http://{bound}:{http.server_address[1]}", http)


def _by_text(pages: Mapping[str, Example]) -> Callable[[], dict[str, str]]:
    """A function that finds the ids by the pages' fingerprints."""

    def index() -> dict[str, str]:
        found = {}
        for name, example in pages.items():
            with suppress(MaintextError):
                found[fingerprint(decode(example.html, example.charset)[0])] = name
        return found

    return index


class _Handler(BaseHTTPRequestHandler):
    """Answers with a page by its id. Ids are looked up, never joined to a path."""

    pages: ClassVar[Mapping[str, Example]] = {}
    name: ClassVar[str] = ""
    by_text: ClassVar[Callable[[], dict[str, str]]] = dict
    protocol_version = "HTTP/1.1"
    server_version = "maintext"
    timeout = 30

    def do_GET(self) -> None:
        """A page, or the list of all of them."""
        wanted = unquote(urlsplit(self.path).path.removeprefix("/"))
        if not wanted:
            self._answer(HTTPStatus.OK, "text/html; charset=utf-8", self._index())
            return
        if wanted.startswith(_BY_TEXT):
            wanted = type(self).by_text().get(wanted.removeprefix(_BY_TEXT), "")
        example = self.pages.get(wanted)
        if example is None:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"There is no such page here.\n")
            return
        try:
            page = example.html
        except DatasetError as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain; charset=utf-8", f"{error}\n".encode())
            return
        charset = f"; charset={example.charset}" if example.charset else ""
        self._answer(HTTPStatus.OK, f"text/html{charset}", page)

    def do_HEAD(self) -> None:
        """The same without the page."""
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name for it
        """Log nothing: only the command line prints."""

    def _index(self) -> bytes:
        title = html.escape(f"{self.name}: {len(self.pages)} pages")
        links = "\n".join(f'<li><a href="/{quote(name, safe="")}">{html.escape(name)}</a>' for name in self.pages)
        head = f'<!doctype html><meta charset="utf-8"><title>{title}</title>\n<h1>{title}</h1>'
        return f"{head}\n<ul>\n{links}\n</ul>\n".encode()

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
