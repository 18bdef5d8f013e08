"""Serve the raw pages of a dataset over HTTP on loopback, for extractors that need a URL. Gold text is not served.

A page has the path of its id, and `by-text/` with the fingerprint of its decoded source, because an extractor does not
know the id.
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
    """An HTTP server for the pages of a dataset."""

    address: str
    http: ThreadingHTTPServer

    def url(self, name: str) -> str:
        """The URL of the page with this id."""
        return f"{self.address}/{quote(name, safe='')}"


@contextmanager
def serving(dataset: Dataset, host: str = "127.0.0.1", port: int = 0) -> Iterator[Server]:
    """A context manager that serves the pages in the background; port 0 chooses a free port."""
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
    """A server bound to its address; call `.http.serve_forever()` to start it."""
    pages = {example.id: example for example in dataset}
    handler = type(
        "Handler", (_DatasetHandler,), {"pages": pages, "name": dataset.name, "by_text": cache(_by_text(pages))}
    )
    try:
        http = ThreadingHTTPServer((host, port), handler)
    except (OSError, ValueError) as error:  # ValueError: the host is not a valid name
        reason = getattr(error, "strerror", None) or "not the name of a host"
        raise DatasetError(f"cannot serve on {host}:{port}: {reason}; choose another host or port") from error
    http.daemon_threads = True
    bound = f"[{host}]" if ":" in host else host
    return Server(f"http://{bound}:{http.server_address[1]}", http)


def _by_text(pages: Mapping[str, Example]) -> Callable[[], dict[str, str]]:
    """A function that returns page ids by fingerprint; computed once."""

    def index() -> dict[str, str]:
        found = {}
        for name, example in pages.items():
            with suppress(MaintextError):
                found[fingerprint(decode(example.html, example.charset)[0])] = name
        return found

    return index


class _DatasetHandler(BaseHTTPRequestHandler):
    """Serves pages by id. Ids are looked up in a mapping, never joined to a file path."""

    pages: ClassVar[Mapping[str, Example]] = {}
    name: ClassVar[str] = ""
    by_text: ClassVar[Callable[[], dict[str, str]]] = dict
    protocol_version = "HTTP/1.1"
    server_version = "maintext"
    timeout = 30

    def do_GET(self) -> None:
        """Send a page, or the list of all pages."""
        wanted = unquote(urlsplit(self.path).path.removeprefix("/"))
        if not wanted:
            self._answer(HTTPStatus.OK, "text/html; charset=utf-8", self._index())
            return
        if wanted.startswith(_BY_TEXT):
            wanted = type(self).by_text().get(wanted.removeprefix(_BY_TEXT), "")
        example = self.pages.get(wanted)
        if example is None:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"No such page.\n")
            return
        try:
            page = example.html
        except DatasetError as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain; charset=utf-8", f"{error}\n".encode())
            return
        charset = f"; charset={example.charset}" if example.charset else ""
        self._answer(HTTPStatus.OK, f"text/html{charset}", page)

    def do_HEAD(self) -> None:
        """Send the headers of a page."""
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name for it
        """Log nothing, because only the command line prints."""

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
