"""Settings of the service: address, limits, and network access."""

from dataclasses import dataclass, field

from maintext.errors import MaintextError
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import MEGABYTE, Limits, format_size

_LONGEST = 86_400
_MOST_MEMORY = 1 << 50
LOOPBACK = frozenset(["127.0.0.1", "::1", "localhost"])


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The options of `maintext serve`, with safe defaults."""

    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = field(default_factory=available_cpus)
    timeout: float = 10.0
    """The maximum number of seconds for extraction from one page, and also for fetching it."""
    memory: int = 1024 * MEGABYTE
    max_bytes: int = 10 * 1024 * 1024
    """The maximum size in bytes of a page, and of a request body that contains one."""
    waiting: int = 200
    """Maximum number of waiting pages before requests are rejected."""
    fetches: int = 8
    """Maximum number of concurrent fetches."""
    api_key: str | None = field(default=None, repr=False)
    origins: tuple[str, ...] = ()
    """Origins whose scripts may call the service (CORS); none by default."""
    hosts: tuple[str, ...] = ()
    """Additional host names of the service."""
    fetch_urls: bool = True
    private: bool = False
    """Whether private, loopback and link-local addresses may be fetched."""
    remote: bool = False
    """Whether extractors may be used that send pages to other services."""
    annotations: str | None = None
    """The dataset, or its folder, in which annotations are saved; each annotator has a part of it."""
    pages: str | None = None
    """The dataset whose pages are to be annotated."""
    batch_pages: int = 2_000
    batch_bytes: int = 200 * 1024 * 1024
    """The maximum number of pages, and of bytes after decompression, of an uploaded ZIP file."""

    connections: int = 1000
    client_connections: int = 200
    """The maximum number of open connections, in total and per client address (behind a proxy, all share one).

    One client may have as many as pages may wait; with fewer, a client that sends many pages is refused too early.
    """
    header_timeout: float = 10.0
    """The timeout for the headers of a request, in seconds."""
    body_timeout: float = 300.0
    """The timeout for its body, in seconds; at most a minute if it is not a ZIP file."""

    def __post_init__(self) -> None:
        if self.api_key is not None and not (self.api_key.isascii() and self.api_key.isprintable() and self.api_key):
            raise MaintextError("an API key is made of plain ASCII characters; choose another one")
        if self.workers < 1 or self.waiting < 1 or self.fetches < 1:
            raise MaintextError("a service needs at least one worker, one waiting place and one fetch at a time")
        if self.connections < 1 or self.client_connections < 1:
            raise MaintextError("a service needs at least one connection, and one for each client")
        if self.max_bytes < 1 or self.batch_bytes < 1 or self.batch_pages < 1:
            raise MaintextError("the largest page and the largest batch must have at least one byte")
        if not 0 <= self.port <= 65535:
            raise MaintextError(f"there is no port {self.port}; give one from 0 to 65535")
        if not (0 < self.header_timeout < _LONGEST and 0 < self.body_timeout < _LONGEST):
            raise MaintextError(f"a timeout must be more than 0 and less than {_LONGEST:,} seconds")
        if self.memory > _MOST_MEMORY:
            raise MaintextError(f"a memory limit of {format_size(self.memory)} is more than any machine has")
        _ = self.limits  # checks itself

    @property
    def limits(self) -> Limits:
        """The limits of a worker per page."""
        return Limits(self.timeout, self.memory)

    @property
    def is_local(self) -> bool:
        """Whether the service listens on a loopback address only."""
        return self.host in LOOPBACK
