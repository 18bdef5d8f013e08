"""A proxy on loopback that shows a browser one page and keeps everything else away from it.

Every request of the browser comes here. Only the page itself is answered; anything else gets an empty answer, which
also leaves the browser where it is when a page tries to go elsewhere. Nothing is passed on to the network. The page's
policy lets its own scripts and styles run and tells the browser not to ask for others at all, which saves time.
"""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

HOST = "page.invalid"
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'"
)


class Stage:
    """The proxy and the page it shows."""

    def __init__(self) -> None:
        self._pages: dict[str, bytes] = {}
        self._http = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"pages": self._pages}))
        self._shown = 0
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.5}, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the proxy listens."""
        return f"127.0.0.1:{self._http.server_address[1]}"

    def show(self, html: str) -> str:
        """Put a page on the stage, in place of the one before it; the URL under which the browser finds it."""
        self._shown += 1
        path = f"/{self._shown}"
        self._pages.clear()
        self._pages[path] = html.encode("utf-8", "replace")
        return f"http://{HOST}{path}"

    def close(self) -> None:
        """Stop answering."""
        self._http.shutdown()
        self._http.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser hangs up whenever it likes."""


class _Handler(BaseHTTPRequestHandler):
    """Answers a proxy's requests."""

    pages: ClassVar[dict[str, bytes]] = {}
    protocol_version = "HTTP/1.1"
    server_version = "maintext"
    timeout = 60
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """The page, or nothing."""
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
        """Nothing, whatever is sent."""
        self.close_connection = True
        self._nothing()

    def do_HEAD(self) -> None:
        """Nothing."""
        self._nothing()

    def do_CONNECT(self) -> None:
        """No way to the network."""
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name for it
        """Say nothing: only the command line prints."""

    def _nothing(self) -> None:
        self.send_response(204)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
