"""Fetching a page over HTTP with limits on time, size and redirects, and words for what went wrong."""

import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from maintext.errors import FetchError

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, PoolManager

_CHUNK = 65_536
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server answered: the body, where it really came from, and what the server said about it."""

    url: str
    body: bytes
    charset: str | None
    content_type: str


def fetch(url: str, *, timeout: float = 30.0, max_bytes: int = 50_000_000, max_redirects: int = 10) -> Fetched:
    """Get a page; `timeout` is in seconds and covers everything, redirects too."""
    import urllib3

    deadline = time.monotonic() + timeout
    with urllib3.PoolManager(retries=False) as pool:
        for _ in range(max_redirects + 1):
            _check(url)
            response = _request(pool, url, deadline, timeout)
            try:
                target = response.headers.get("location") if response.status in _REDIRECTS else None
                if target is None:
                    return _read(response, url, deadline, timeout, max_bytes)
                url = urljoin(url, target)
            finally:
                response.close()
    raise FetchError(f"{url}: more than {max_redirects} redirects; the site may want cookies")


_REDIRECTS = frozenset([301, 302, 303, 307, 308])


def _check(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise FetchError(f"{url}: not a URL ({error})") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise FetchError(f"{url}: only http and https URLs can be fetched")


def _request(pool: "PoolManager", url: str, deadline: float, timeout: float) -> "BaseHTTPResponse":
    import urllib3

    from maintext.version import __version__

    headers = {"User-Agent": f"maintext/{__version__}", "Accept": _ACCEPT, "Accept-Encoding": "gzip, deflate"}
    left = deadline - time.monotonic()
    if left <= 0:
        raise FetchError(f"{url}: no complete answer within {timeout:g} s; raise --timeout")
    try:
        return pool.request(
            "GET", url, headers=headers, redirect=False, preload_content=False, timeout=urllib3.Timeout(total=left)
        )
    except urllib3.exceptions.HTTPError as error:
        raise FetchError(f"{url}: {_in_words(error, timeout)}") from error


def _read(response: "BaseHTTPResponse", url: str, deadline: float, timeout: float, max_bytes: int) -> Fetched:
    import urllib3

    if response.status >= 400:
        raise FetchError(f"{url}: the server answered {response.status} {_phrase(response.status)}")
    body = bytearray()
    try:
        for chunk in response.stream(_CHUNK, decode_content=True):
            body += chunk
            if len(body) > max_bytes:
                raise FetchError(f"{url}: larger than the limit of {max_bytes:,} bytes; raise --max-bytes")
            if time.monotonic() > deadline:
                raise FetchError(f"{url}: no complete answer within {timeout:g} s; raise --timeout")
    except urllib3.exceptions.HTTPError as error:
        raise FetchError(f"{url}: {_in_words(error, timeout)}") from error
    content_type = response.headers.get("content-type", "")
    return Fetched(url, bytes(body), _charset(content_type), content_type)


def _in_words(error: Exception, timeout: float) -> str:
    """What happened, in a user's words."""
    from urllib3 import exceptions

    if isinstance(error, exceptions.NameResolutionError):
        return "no such host; check the address and the network"
    if isinstance(error, exceptions.NewConnectionError):
        return "no connection; is the server there?"
    if isinstance(error, exceptions.TimeoutError):
        return f"no complete answer within {timeout:g} s; raise --timeout"
    if isinstance(error, exceptions.SSLError):
        return f"no trustworthy encrypted connection ({error})"
    if isinstance(error, exceptions.LocationParseError):
        return "not a URL"
    return f"the connection broke ({error})"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _charset(content_type: str) -> str | None:
    """The charset parameter of a content type."""
    from email.message import Message

    message = Message()
    message["content-type"] = content_type
    found = message.get_param("charset")
    return found if isinstance(found, str) and found else None
