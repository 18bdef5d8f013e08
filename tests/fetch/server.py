"""A real HTTP server on loopback that answers well and badly."""

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = "<html><head><title>The ferry</title></head><body><p>The ferry is back, and it is called Été.</p></body></html>"


class Handler(BaseHTTPRequestHandler):
    """Answers a path from the table below."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        answer = ANSWERS.get(self.path.partition("?")[0])
        if answer is None:
            self.send_error(404)
            return
        try:
            answer(self)
        except OSError:
            self.close_connection = True

    def reply(self, status: int = 200, body: bytes = b"", **headers: str) -> None:
        """Send an answer with its length."""
        self.send_response(status)
        headers.setdefault("Content_Type", "text/html")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def raw(self, data: bytes) -> None:
        """Send bytes as they are and hang up."""
        self.wfile.write(data)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def _redirect(target: str, status: int = 302) -> Callable[[Handler], None]:
    return lambda handler: handler.reply(status, Location=target)


def _trickle(handler: Handler, start: bytes, piece: bytes) -> None:
    """Send a start, then a little every now and then, for ten seconds."""
    handler.raw(start)
    for _ in range(100):
        time.sleep(0.1)
        handler.wfile.write(piece)


def _sleep(handler: Handler) -> None:
    time.sleep(8)
    handler.close_connection = True


LATE = rb"""<!DOCTYPE html><title>Late</title><div id=a></div><script>setTimeout(() => {
a.innerHTML = "<p>The ferry came late, and it is called \u00c9t\u00e9.</p>"}, 200)</script>"""
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
ANSWERS: dict[str, Callable[[Handler], None]] = {
    "/page": lambda handler: handler.reply(body=PAGE.encode(), Content_Type="text/html; charset=utf-8"),
    "/koi8": lambda handler: handler.reply(
        body="<p>Да</p>".encode("koi8-r"), Content_Type='text/html; charset="KOI8-R"'
    ),
    "/filled-late": lambda handler: handler.reply(body=LATE),
    "/plain": lambda handler: handler.reply(body=b"<p>x</p>"),
    "/empty": lambda handler: handler.reply(),
    "/pdf": lambda handler: handler.reply(body=b"%PDF-1.7\n", Content_Type="application/pdf"),
    "/gzip": lambda handler: handler.reply(body=gzip.compress(PAGE.encode()), Content_Encoding="gzip"),
    "/bad-gzip": lambda handler: handler.reply(body=b"this is not gzip", Content_Encoding="gzip"),
    "/bomb": lambda handler: handler.reply(body=gzip.compress(b"0" * 50_000_000), Content_Encoding="gzip"),
    "/large": lambda handler: handler.reply(body=b"x" * 3_000_000),
    "/hop": _redirect("/hop/2", 301),
    "/hop/2": _redirect("3", 303),
    "/hop/3": _redirect("/page", 308),
    "/loop": _redirect("/loop"),
    "/to-file": _redirect("file:///etc/passwd"),
    "/to-ftp": _redirect("ftp://example.org/"),
    "/to-nonsense": _redirect("http://[bad"),
    "/to-space": _redirect("http://a b/"),
    "/to-nothing": _redirect(""),
    "/to-data": _redirect("data:text/html,x"),
    "/redirect-without-target": lambda handler: handler.reply(302, b"<p>moved</p>"),
    "/500": lambda handler: handler.reply(500, b"oops"),
    "/403": lambda handler: handler.reply(403, b"no"),
    "/799": lambda handler: handler.raw(b"HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n"),
    "/silent": _sleep,
    "/slow-body": lambda handler: _trickle(handler, OK + b"Content-Length: 100000\r\n\r\n", b"x"),
    "/slow-chunks": lambda handler: _trickle(handler, OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "/slow-header": lambda handler: _trickle(handler, b"HTTP/1.1 200 OK\r\nX-Long: ", b"x"),
    "/hang-up": lambda handler: handler.raw(b""),
    "/half": lambda handler: handler.raw(OK + b"Content-Length: 1000\r\n\r\n<p>half"),
    "/bad-chunks": lambda handler: handler.raw(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "/garbage": lambda handler: handler.raw(b"\x00\xff garbage\r\n\r\n"),
}


class Server(ThreadingHTTPServer):
    """Ends without waiting for answers that are still under way."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients of these tests hang up whenever they like."""


@contextmanager
def serving() -> Iterator[str]:
    """The address of a running server."""
    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
