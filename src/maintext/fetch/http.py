"""Fetch a page over HTTP with limits on time, size and redirects, and readable error messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from maintext.errors import FetchError
from maintext.fetch.deadline import Deadline, watched_pool
from maintext.fetch.url_check import check_url
from maintext.version import __version__

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, PoolManager

_CHUNK = 65_536
_LONGEST = 86_400
_REDIRECTS = frozenset([301, 302, 303, 307, 308])
ACCEPT: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5"
USER_AGENT: Final = f"maintext/{__version__}"
_HEADERS: Final = {"User-Agent": USER_AGENT, "Accept": ACCEPT, "Accept-Encoding": "gzip, deflate"}


class ConnectionFailed(FetchError):
    """No connection, or one that broke; another attempt may succeed."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The response of a server: the final URL, the body, and its declared charset and type."""

    url: str
    body: bytes
    charset: str | None
    content_type: str


def fetch(
    url: str,
    *,
    timeout: float = 30.0,
    max_bytes: int = 50_000_000,
    max_redirects: int = 10,
    private: bool = True,
) -> Fetched:
    """Fetch a page; `timeout` in seconds covers all redirects.

    Unless `private` is set, hosts with private, loopback or link-local addresses are refused, also as targets of
    redirects.
    """
    if not 0 < timeout <= _LONGEST:
        raise FetchError(f"a time limit must be more than 0 and at most {_LONGEST:,} seconds, not {timeout:g}")
    with Deadline(timeout) as deadline, watched_pool(deadline, private=private) as pool:
        for _ in range(max_redirects + 1):
            check_url(url)
            response = send_request(pool, url, _HEADERS, deadline)
            try:
                target = response.headers.get("location") if response.status in _REDIRECTS else None
                if target is None:
                    return _read(response, url, deadline, max_bytes)
                url = _join(url, target)
            finally:
                response.close()
    raise FetchError(f"{url}: more than {max_redirects} redirects; the site may want cookies")


def _join(url: str, target: str) -> str:
    try:
        return urljoin(url, target)
    except ValueError as error:
        raise FetchError(f"{url}: redirects to {target!r}, which is not a URL") from error


def send_request(pool: "PoolManager", url: str, headers: Mapping[str, str], deadline: Deadline) -> "BaseHTTPResponse":
    """Send a GET request; the response's body is not read yet, and redirects are not followed."""
    import urllib3

    try:
        return pool.request(
            "GET", url, headers=headers, redirect=False, preload_content=False,
            timeout=urllib3.Timeout(total=max(0.001, deadline.left())),
        )  # fmt: skip
    except urllib3.exceptions.HTTPError as error:
        raise error_of(error, url, deadline) from error


def read_body(response: "BaseHTTPResponse", url: str, deadline: Deadline, max_bytes: int) -> bytes:
    """The decompressed body of a response."""
    import urllib3

    body = bytearray()
    try:
        for chunk in response.stream(_CHUNK, decode_content=True):
            body += chunk
            if len(body) > max_bytes:
                raise FetchError(f"{url}: larger than the limit of {max_bytes:,} bytes; raise --max-bytes")
    except urllib3.exceptions.HTTPError as error:
        raise error_of(error, url, deadline) from error
    if deadline.left() <= 0:
        raise FetchError(f"{url}: {deadline}")
    return bytes(body)


def error_of(error: Exception, url: str, deadline: Deadline) -> FetchError:
    """The error to raise: ConnectionFailed, unless the deadline has passed."""
    from urllib3 import exceptions

    is_late = deadline.left() <= 0 or isinstance(error, exceptions.TimeoutError)
    kind = FetchError if is_late else ConnectionFailed
    return kind(f"{url}: {describe_error(error, deadline)}")


def _read(response: "BaseHTTPResponse", url: str, deadline: Deadline, max_bytes: int) -> Fetched:
    if response.status >= 400:
        raise FetchError(f"{url}: the server answered {response.status} {_phrase(response.status)}")
    body = read_body(response, url, deadline, max_bytes)
    content_type = response.headers.get("content-type", "")
    return Fetched(url, body, charset_of(content_type), content_type)


def describe_error(error: Exception, deadline: Deadline, *, shown: bool = True) -> str:
    """A readable error message; the library's own text, which may hold the whole URL, only if `shown`."""
    from urllib3 import exceptions

    if deadline.left() <= 0:
        return str(deadline)
    if isinstance(error, exceptions.NameResolutionError):
        return "no such host; check the address and the network"
    if isinstance(error, exceptions.NewConnectionError):
        return "no connection; is the server there?"
    if isinstance(error, exceptions.TimeoutError):
        return str(deadline)
    if isinstance(error, exceptions.SSLError):
        return f"no trustworthy encrypted connection ({error})" if shown else "no trustworthy encrypted connection"
    if isinstance(error, exceptions.LocationParseError):
        return "not a URL"
    return f"the connection broke ({error})" if shown else "the connection broke"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def charset_of(content_type: str) -> str | None:
    """The charset parameter of a content type."""
    from email.message import Message

    message = Message()
    message["content-type"] = content_type
    found = message.get_param("charset")
    return found if isinstance(found, str) and found else None
