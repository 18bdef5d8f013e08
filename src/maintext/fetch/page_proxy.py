"""A loopback proxy that serves a browser one page and blocks everything else.

All requests of the browser go to this proxy. It serves the page itself; any other request gets an empty response, which
also prevents the page from navigating away. Nothing is forwarded to the network. The page's content security policy
allows inline scripts and styles and makes the browser skip external ones, which saves time.
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

HOST = "page.invalid"
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'"
)


class PageProxy:
    """A proxy that serves one page at a time."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        self._http = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"pages": self._pages}))
        self._shown = 0
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.5}, daemon=True).start()

    @property
    def address(self) -> str:
        """Host and port of the proxy."""
        return f"127.0.0.1:{self._http.server_address[1]}"

    def show(self, html: str) -> str:
        """Serve a page instead of the previous one; returns its URL."""
        self._shown += 1
        path = f"/{self._shown}"
        self._pages.clear()
        self._pages[path] = html.encode("utf-8", "replace")
        return f"http://{HOST}{path}"

    def close(self) -> None:
        """Stop the proxy."""
        self._http.shutdown()
        self._http.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore closed connections: browsers close them at any time."""


class _Handler(BaseHTTPRequestHandler):
    """Handler of proxy requests."""

    pages: ClassVar[dict[str, bytes]] = {}
    protocol_version = "HTTP/1.1"
    server_version = "maintext"
    timeout = 60
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Send the page, or an empty response."""
        page = self.pages.get(self.path.removeprefix(f"http://{HOST}"))
        if page is None:
            self._nothing()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self) -> None:
        """Send an empty response."""
        self.close_connection = True
        self._nothing()

    def do_HEAD(self) -> None:
        """Send an empty response."""
        self._nothing()

    def do_CONNECT(self) -> None:
        """Refuse tunnels to the network."""
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name for it
        """Log nothing: only the command line prints."""

    def _nothing(self) -> None:
        self.send_response(204)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
