"""One HTTP request and its response as they were sent, for archives: redirects and errors are responses like others."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from maintext.fetch.deadline import Deadline, watched_pool
from maintext.fetch.http import read_body, send_request
from maintext.fetch.url_check import check_url

Headers = tuple[tuple[str, str], ...]
"""Names and values in the order in which they were sent."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its response."""

    url: str
    request_headers: Headers
    status: int
    reason: str
    headers: Headers
    body: bytes = field(repr=False)
    """Without transfer and content encoding."""

    def header(self, name: str) -> str:
        """The first value of a response header; empty if there is none."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def target(self) -> str:
        """Path and query of the request."""
        parts = urlsplit(self.url)
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def exchange(
    url: str, headers: Mapping[str, str], *, timeout: float = 30.0, max_bytes: int = 50_000_000, private: bool = True
) -> Exchange:
    """Send a GET request and read the response; `timeout` covers all of it."""
    host = check_url(url).netloc.rpartition("@")[2]
    with Deadline(timeout) as deadline, watched_pool(deadline, private=private) as pool:
        response = send_request(pool, url, headers, deadline)
        try:
            body = read_body(response, url, deadline, max_bytes)
        finally:
            response.close()
    received = tuple((str(name), str(value)) for name, value in response.headers.items())
    return Exchange(url, (("Host", host), *headers.items()), response.status, response.reason or "", received, body)
