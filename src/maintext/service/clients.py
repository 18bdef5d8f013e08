"""The connections of all clients: how many each of them has, and which of them wait for a request."""

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Protocol


class Evictable(Protocol):
    """A connection as far as it is counted."""

    def evict(self) -> None:
        """Close it."""
        ...


class Clients:
    """Limits the connections of each client, and of all together.

    Where there are too many in all, the client with the most connections loses the one that has been waiting longest
    for a request, so that connections which send nothing cannot keep others out.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._clients: dict[Evictable, str] = {}
        self._counts: Counter[str] = Counter()
        self._idle: dict[str, dict[Evictable, None]] = {}
        """Connections that wait for a request, by their clients."""

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, connection: Evictable, address: str) -> bool:
        """Count a connection; whether its client may have it."""
        client = client_of(address)
        self._clients[connection] = client
        self._counts[client] += 1
        if self._counts[client] > self._most_each:
            return False
        self.is_idle(connection)
        if len(self._clients) > self._most:
            largest = max(self._idle, key=self._counts.__getitem__)
            oldest = next(iter(self._idle[largest]))
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
        """A connection waits for a request."""
        self.is_busy(connection)
        if connection in self._clients:
            self._idle.setdefault(self._clients[connection], {})[connection] = None

    def is_busy(self, connection: Evictable) -> None:
        """A connection has got one, or is closed."""
        client = self._clients.get(connection, "")
        waiting = self._idle.get(client, {})
        waiting.pop(connection, None)
        if not waiting:
            self._idle.pop(client, None)


def client_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or the 64 bits of an IPv6 network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or int(parsed) >> 64)
