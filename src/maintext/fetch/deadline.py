"""A deadline that holds whatever a server does: when it passes, the connections are shut down.

Time-outs of sockets count from the last byte, so that a server that drips a byte a second is never late by them.
"""

import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urllib3 import PoolManager


class Deadline:
    """Shuts down the sockets it was given when its time is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._shut)
        self._timer.daemon = True

    def left(self) -> float:
        """Seconds until it passes; not positive if it has."""
        return self._end - time.monotonic()

    def watch(self, connection: socket.socket) -> None:
        """Shut this connection down too."""
        self._sockets.append(connection)

    def _shut(self) -> None:
        for connection in self._sockets:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> "Deadline":
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def __str__(self) -> str:
        return f"no complete answer within {self.seconds:g} s; raise --timeout"


def watched_pool(deadline: Deadline) -> "PoolManager":
    """A pool of connections that end with the deadline."""
    import urllib3
    from urllib3.connection import HTTPConnection, HTTPSConnection

    class Watched(HTTPConnection):
        """A plain connection."""

        def connect(self) -> None:
            super().connect()
            deadline.watch(self.sock)

    class WatchedSecurely(HTTPSConnection):
        """An encrypted connection."""

        def connect(self) -> None:
            super().connect()
            deadline.watch(self.sock)

    class Pool(urllib3.HTTPConnectionPool):
        """Plain connections to one host."""

        ConnectionCls = Watched

    class SecurePool(urllib3.HTTPSConnectionPool):
        """Encrypted connections to one host."""

        ConnectionCls = WatchedSecurely

    pool = urllib3.PoolManager(retries=False)
    pool.pool_classes_by_scheme = {"http": Pool, "https": SecurePool}
    return pool
