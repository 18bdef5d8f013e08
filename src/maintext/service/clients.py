"""Connections by client: their number, and which of them are idle."""

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Protocol


class Evictable(Protocol):
    """The interface of counted connections."""

    def evict(self) -> None:
        """Close it."""
        ...


class Clients:
    """Limits the connections of each client, and of all together.

    If there are too many in total, an idle connection is closed: first those that have never sent a request, so that
    they cannot block others. The oldest connection of the client with the most of them is closed.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._clients: dict[Evictable, str] = {}
        self._counts: Counter[str] = Counter()
        self._silent: dict[str, dict[Evictable, None]] = {}
        """Connections that have not sent a request yet, by client."""
        self._idle: dict[str, dict[Evictable, None]] = {}
        """Connections that wait for another request."""

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, connection: Evictable, address: str) -> bool:
        """Count a connection; False if its client has too many."""
        client = client_of(address)
        self._clients[connection] = client
        self._counts[client] += 1
        if self._counts[client] > self._most_each:
            return False
        self._silent.setdefault(client, {})[connection] = None
        if len(self._clients) > self._most:
            groups = self._silent or self._idle
            largest = max(groups, key=lambda client: len(groups[client]))
            oldest = next(iter(groups[largest]))
            self.is_busy(oldest)
            oldest.evict()
        return True

    def remove(self, connection: Evictable) -> None:
        """Forget a connection that is closed."""
        self.is_busy(connection)
        client = self._clients.pop(connection, None)
        if client is not None:
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client]

    def is_idle(self, connection: Evictable) -> None:
        """Record that a connection waits for another request."""
        self.is_busy(connection)
        if connection in self._clients:
            self._idle.setdefault(self._clients[connection], {})[connection] = None

    def is_busy(self, connection: Evictable) -> None:
        """Record that a connection has received a request, or was closed."""
        client = self._clients.get(connection, "")
        for groups in (self._silent, self._idle):
            waiting = groups.get(client, {})
            waiting.pop(connection, None)
            if not waiting:
                groups.pop(client, None)


def client_of(address: str) -> str:
    """The identity of a client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or int(parsed) >> 64)
