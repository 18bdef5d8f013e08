"""A deadline that a slow server cannot extend: when it passes, the connections are shut down.

Socket timeouts count from the last byte, so a server that sends one byte per second never exceeds them.
"""

import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from maintext.fetch.address_policy import public_addresses

if TYPE_CHECKING:
    from urllib3 import PoolManager


class Deadline:
    """Shuts down the watched sockets when the time is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._shut)
        self._timer.daemon = True

    def left(self) -> float:
        """Remaining seconds; not positive when it has passed."""
        return self._end - time.monotonic()

    def watch(self, connection: socket.socket) -> None:
        """Also shut down this connection when the time is over."""
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


def watched_pool(deadline: Deadline, *, private: bool = True) -> "PoolManager":
    """A connection pool bound to the deadline; restricted to public addresses unless `private`."""
    import urllib3
    from urllib3.connection import HTTPConnection, HTTPSConnection

    class CheckedConnection(HTTPConnection):
        """A connection to an address that was checked before."""

        def _new_conn(self) -> socket.socket:
            if private:
                return super()._new_conn()
            try:
                addresses = public_addresses(self._dns_host, self.port)
            except socket.gaierror as error:
                raise urllib3.exceptions.NameResolutionError(self._dns_host, self, error) from error
            return self._to(addresses)

        def _to(self, addresses: list[str]) -> socket.socket:
            """Connect to the first address that responds, without resolving the host again."""
            host = self._dns_host
            try:
                for address in addresses[:-1]:
                    self._dns_host = address
                    with suppress(urllib3.exceptions.HTTPError):
                        return super()._new_conn()
                self._dns_host = addresses[-1]
                return super()._new_conn()
            finally:
                self._dns_host = host

    class Watched(CheckedConnection):
        """A plain connection."""

        def connect(self) -> None:
            super().connect()
            deadline.watch(self.sock)

    class WatchedSecurely(CheckedConnection, HTTPSConnection):
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
