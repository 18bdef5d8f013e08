"""Connections of clients that are slow, silent or many; with real sockets."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from maintext.sandbox.memory import resident_memory
from maintext.service.settings import ServiceSettings
from tests.service.running import running

HEADERS, BODY = 0.6, 1.2
"""Seconds for the headers and for the body of a request."""
POST = b"POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\n"
HEALTH = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    patch = pytest.MonkeyPatch()
    patch.setattr("maintext.service.connection._LINGER", 0.5)
    patch.setattr("maintext.service.connection._DRAIN_EVERY", 0.5)
    settings = ServiceSettings(
        workers=1, timeout=60, max_bytes=32_000_000, header_timeout=HEADERS, body_timeout=BODY,
        connections=40, client_connections=12,
    )  # fmt: skip
    with running(settings) as found:
        yield found
    patch.undo()


@contextmanager
def connected(client: httpx.Client, source: str = "127.0.0.2") -> Iterator[socket.socket]:
    """A connection from another address than the well-behaved client's."""
    port = client.base_url.port
    assert port is not None
    with socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0)) as made:
        yield made


def received(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    with suppress(ConnectionResetError):
        while part := connection.recv(1 << 20):
            parts.append(part)
    return b"".join(parts)


def drip(connection: socket.socket, parts: bytes, every: float) -> None:
    """Send byte by byte until the other side has closed."""
    with suppress(OSError):
        for each in parts:
            connection.sendall(bytes([each]))
            time.sleep(every)


def test_a_silent_connection_is_closed(client: httpx.Client) -> None:
    start = time.monotonic()
    with connected(client) as silent:
        assert received(silent) == b""
    assert HEADERS * 0.9 < time.monotonic() - start < HEADERS + 3


def test_unfinished_headers_are_answered_and_the_connection_closed(client: httpx.Client) -> None:
    with connected(client) as slow:
        slow.sendall(HEALTH[:-2])
        answer = received(slow)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"kind": "too-slow"' in answer


@pytest.mark.parametrize("parts", [HEALTH[:-2] + b"X-Header: " + b"a" * 500, b"\r\n" * 200])
def test_headers_that_come_byte_by_byte_get_no_more_time(client: httpx.Client, parts: bytes) -> None:
    start = time.monotonic()
    with connected(client) as slow:
        drip(slow, parts, 0.05)
        received(slow)
    assert time.monotonic() - start < HEADERS + 4


def test_empty_lines_after_an_answer_do_not_keep_a_connection(client: httpx.Client) -> None:
    start = time.monotonic()
    with connected(client) as slow:
        slow.sendall(HEALTH)
        assert slow.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        drip(slow, b"\r\n" * 200, 0.05)
        received(slow)
    assert time.monotonic() - start < HEADERS + 4


@pytest.mark.parametrize("body", [b"", b"<p>", b"x" * 2_000_000])
def test_an_unfinished_body_is_answered_and_the_connection_closed(client: httpx.Client, body: bytes) -> None:
    with connected(client) as slow:
        slow.sendall(POST + b"Content-Length: 3000000\r\n\r\n" + body)
        assert received(slow).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("path", [b"/extract", b"/compare", b"/read", b"/batches", b"/session"])
def test_a_body_that_comes_byte_by_byte_is_answered(client: httpx.Client, path: bytes) -> None:
    kind = b"application/zip" if path == b"/batches" else b"application/json"
    head = b"POST " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + kind + b"\r\n"
    start = time.monotonic()
    with connected(client) as slow:
        slow.sendall(head + b"Content-Length: 900\r\n\r\n")
        drip(slow, b"x" * 900, 0.05)
        assert received(slow).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - start < BODY + 5


def test_the_rest_of_a_body_is_not_waited_for_after_the_answer(client: httpx.Client) -> None:
    start = time.monotonic()
    with connected(client) as slow:
        slow.sendall(POST.replace(b"/extract", b"/nowhere") + b"Content-Length: 900\r\n\r\n")
        drip(slow, b"x" * 900, 0.05)
        assert received(slow).startswith(b"HTTP/1.1 404 ")
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Header: " + b"a" * 200_000,
        b"GET /health?" + b"a" * 200_000,
        HEALTH[:-2] + b"".join(b"X-%d: x\r\n" % number for number in range(20_000)),
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-Trailer: " + b"a" * 400_000,
        POST + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"a" * 400_000,
    ],
)
def test_headers_are_limited(client: httpx.Client, request_: bytes) -> None:
    with connected(client) as large:
        _send(large, request_)
        start = time.monotonic()
        assert received(large)[:13] in (b"HTTP/1.1 431 ", b"")  # a reset may overtake the answer
        assert time.monotonic() - start < HEADERS / 2


def test_several_requests_come_over_one_connection(client: httpx.Client) -> None:
    with connected(client) as good:
        for _ in range(3):
            good.sendall(HEALTH)
            assert good.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            time.sleep(HEADERS * 0.6)  # more than the limit in all, but not for any of them


def test_requests_may_be_sent_before_the_first_is_answered(client: httpx.Client) -> None:
    body = b"<p>The ferry is back.</p>"
    one = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with connected(client) as good:
        good.sendall(one * 5)
        assert received(good).count(b"HTTP/1.1 200 ") == 5


def test_one_address_gets_only_so_many_connections(client: httpx.Client) -> None:
    with ExitStack() as stack:
        many = [stack.enter_context(connected(client, "127.0.0.3")) for _ in range(13)]
        assert received(many[12]).startswith(b"HTTP/1.1 429 ")
        assert client.get("/health").status_code == 200
        for each in many:
            each.close()
        time.sleep(0.2)
        with connected(client, "127.0.0.3") as again:
            again.sendall(HEALTH)
            assert again.recv(1 << 16).startswith(b"HTTP/1.1 200 ")


def test_many_silent_connections_block_no_other_client(client: httpx.Client) -> None:
    with ExitStack() as stack:
        for number in range(120):
            made = stack.enter_context(connected(client, f"127.0.1.{number // 10 + 1}"))
            made.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        start = time.monotonic()
        with httpx.Client(base_url=client.base_url) as fresh:
            for _ in range(5):
                assert fresh.get("/health").status_code == 200
        assert time.monotonic() - start < 5


def test_an_answer_that_is_not_read_is_dropped(client: httpx.Client) -> None:
    body = b"<p>" + b"word and more " * 600_000
    head = POST.replace(b"/extract", b"/extract?extractor=all&add=source&add=html")
    with connected(client) as slow:
        slow.settimeout(60)
        slow.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        first = slow.recv(1000)
        length = int(first.partition(b"content-length: ")[2].split()[0])
        time.sleep(2)
        assert len(received(slow)) < length - 1_000_000  # what the kernel had taken comes, the rest is dropped


def test_an_answer_that_is_read_slowly_is_sent_to_its_end(client: httpx.Client) -> None:
    body = b"<p>" + b"word and more " * 300_000
    head = POST.replace(b"/extract", b"/extract?extractor=all&add=source")
    with connected(client) as slow:
        slow.sendall(head + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        size = 0
        while part := slow.recv(400_000):
            size += len(part)
            time.sleep(0.05)
    assert size > 2 * len(body)


def test_unfinished_uploads_take_little_memory() -> None:
    part = b"x" * 20_000_000
    with ExitStack() as stack, running(ServiceSettings(workers=1, timeout=60, max_bytes=32_000_000)) as own:
        before = resident_memory(os.getpid())
        for _ in range(10):
            made = stack.enter_context(connected(own))
            made.sendall(POST + b"Content-Length: 30000000\r\n\r\n" + part)
        assert resident_memory(os.getpid()) - before < 100_000_000
        assert own.get("/health").status_code == 200


def _send(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        connection.sendall(data)
