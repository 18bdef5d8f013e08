"""HTTP client for web APIs: any method, a body, limits on time and size.

Redirects are not followed, and error messages show only host and path of the URL, since the rest may hold a key.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from maintext.errors import FetchError, shortened
from maintext.fetch.deadline import Deadline, watched_pool
from maintext.fetch.http import describe_error
from maintext.fetch.url_check import check_url
from maintext.version import __version__

_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """The response of a web API."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


def call_api(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    timeout: float = 30.0,
    max_bytes: int = 50_000_000,
) -> ApiResponse:
    """Send a request; `timeout` covers the whole exchange."""
    import urllib3

    try:
        parts = check_url(url)
    except FetchError:
        shown = shortened(url.partition("?")[0].rpartition("@")[2])
        raise FetchError(f"{shown}: not the URL of a web service; write http://host/path") from None
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    sent = {"User-Agent": f"maintext/{__version__}", "Accept-Encoding": "gzip, deflate", **(headers or {})}
    with Deadline(timeout) as deadline, watched_pool(deadline) as pool:
        try:
            response = pool.request(
                method, url, headers=sent, body=body, redirect=False, preload_content=False,
                timeout=urllib3.Timeout(total=max(0.001, deadline.left())),
            )  # fmt: skip
            received = bytearray()
            for chunk in response.stream(_CHUNK, decode_content=True):
                received += chunk
                if len(received) > max_bytes:
                    raise FetchError(f"{shown}: the response is larger than {max_bytes:,} bytes")
        except urllib3.exceptions.HTTPError as error:
            raise FetchError(f"{shown}: {describe_error(error, deadline, shown=False)}") from error
        if deadline.left() <= 0:
            raise FetchError(f"{shown}: {deadline}")
    return ApiResponse(
        response.status, {name.lower(): value for name, value in response.headers.items()}, bytes(received)
    )
