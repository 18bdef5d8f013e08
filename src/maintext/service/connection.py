"""Connections with limits: on their number, on the time a request takes to arrive, and on how slowly a client reads.

uvicorn limits only the time of idle connections. A client that sends headers or body byte by byte, or does not read
the response, would keep its connection and memory forever.
"""

import asyncio
from functools import partial
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from maintext.service.clients import Clients
from maintext.service.problems import problem_json
from maintext.service.settings import ServiceSettings

_MOST_HEADERS = 64 * 1024
"""The maximum number of bytes of headers, and of anything else outside of bodies."""
_LINGER = 5.0
"""Seconds during which the rest of a body is discarded after an early response."""
_DRAIN_EVERY = 10.0
_LEAST_DRAINED = 32 * 1024
"""The interval in seconds at which a slow client is checked, and the bytes that it must have read in that time."""
_REASONS: Final = {
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


_PATIENCE: Final = 5
"""Seconds until responses in progress are aborted at shutdown, and until idle connections are closed."""


def server_config(settings: ServiceSettings, app: FastAPI) -> uvicorn.Config:
    """The configuration of one server."""
    clients = Clients(settings.connections, settings.client_connections)
    protocol: Any = partial(Connection, settings=settings, clients=clients)
    return uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, date_header=True,
        timeout_keep_alive=_PATIENCE, timeout_graceful_shutdown=_PATIENCE,
        loop="auto", http=protocol, ws="none", lifespan="on", proxy_headers=False,
    )  # fmt: skip


class Connection(HttpToolsProtocol):
    """A connection that receives requests one after the other.

    The headers of a request must be complete within the header timeout, counted from the start of the connection or
    from the end of the last response. The body must be complete within the body timeout after that.
    """

    def __init__(self, *args: Any, settings: ServiceSettings, clients: Clients, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings, self._clients = settings, clients
        self._deadline: asyncio.TimerHandle | None = None
        self._draining: asyncio.TimerHandle | None = None
        self._is_arriving = False
        """Whether a request has begun and is not complete."""
        self._has_headers = False
        """Whether its headers are complete."""
        self._unread = 0
        """Bytes received since the parser last completed headers, a part of a body, or a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless its client has too many."""
        super().connection_made(transport)
        is_allowed = self._clients.add(self, self.client[0] if self.client else "")
        self._set_deadline(self._settings.header_timeout)
        if not is_allowed:
            self._refuse(429, "too many connections from this address")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._clients.remove(self)
        self._clear_deadline()
        self._stop_draining()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the received bytes, up to the limit."""
        if self.transport.is_closing():
            return
        self._unread += len(data)
        super().data_received(data)
        if self._unread > _MOST_HEADERS:
            self._refuse(431, f"the headers of a request may have at most {_MOST_HEADERS:,} bytes")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_arriving, self._has_headers = True, False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are complete; the body timeout starts."""
        self._unread, self._has_headers = 0, True
        self._clients.is_busy(self)
        if not self.flow.write_paused:
            self._stop_draining()
        self._set_deadline(self._settings.body_timeout + _LINGER)  # the application rejects a slow body before that
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._unread = 0
        self._is_arriving = False
        super().on_message_complete()
        if self.cycle.response_complete:
            self._wait_for_headers()
        else:
            self._clear_deadline()

    def on_response_complete(self) -> None:
        """The response is sent or buffered; the next request may arrive."""
        super().on_response_complete()
        self._watch_draining()
        if self.cycle.response_complete:
            if self._is_arriving and self._has_headers:
                self._set_deadline(_LINGER)
            else:
                self._wait_for_headers()

    def pause_writing(self) -> None:
        """The client reads more slowly than the response is written."""
        super().pause_writing()
        self._stop_draining()
        self._watch_draining()

    def resume_writing(self) -> None:
        """The client has read most of the buffered response."""
        self._stop_draining()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Reject data that is not HTTP."""
        super().send_400_response(msg)
        self._watch_draining()

    def _wait_for_headers(self) -> None:
        self._clients.is_idle(self)
        self._set_deadline(self._settings.header_timeout)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._late)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        """End the connection after a timeout; if a request has begun, the client gets an error response."""
        if self._is_arriving and not self._has_headers:
            self._refuse(408, "the request did not arrive in time")
        else:
            self.evict()

    def evict(self) -> None:
        """Close the connection after the client has read everything that was written."""
        self.transport.close()
        self._watch_draining()

    def _refuse(self, status: int, message: str) -> None:
        """Send an error without calling the application, and close."""
        if self.transport.is_closing():
            return
        body = problem_json(status, message)
        head = f"HTTP/1.1 {status} {_REASONS[status]}\r\ncontent-type: application/json\r\nconnection: close\r\n"
        self.transport.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        self.evict()

    def _watch_draining(self) -> None:
        """Watch that the client reads the response."""
        size = self.transport.get_write_buffer_size()
        if size and self._draining is None:
            self._draining = self.loop.call_later(_DRAIN_EVERY, self._check_draining, size)

    def _stop_draining(self) -> None:
        if self._draining is not None:
            self._draining.cancel()
            self._draining = None

    def _check_draining(self, before: int) -> None:
        self._draining = None
        size = self.transport.get_write_buffer_size()
        if size and before - size < min(before, _LEAST_DRAINED):
            self.transport.abort()
        else:
            self._watch_draining()
