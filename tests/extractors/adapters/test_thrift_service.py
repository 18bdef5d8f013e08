"""Extractors behind Thrift, against servers on loopback."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from maintext.errors import ExtractionError, ExtractorMissing
from maintext.extractors import EXTRACTORS
from maintext.extractors.adapters.thrift_service import ThriftService, load_interface
from maintext.page import read_page

pytest.importorskip("thriftpy2", reason="thriftpy2 is missing here; try: make peers")
PAGE = read_page("<p>The ferry, Été 日本.</p>", url="http://a.example/")


class Answers:
    """What the server does with a page."""

    def version(self) -> str:
        return "1"

    def extract(self, page: bytes, url: str) -> str:
        text = page.decode()
        if "refuse" in text:
            raise load_interface().Refused(reason="not an article")
        return f"{url}: {text}"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    from thriftpy2.rpc import make_server

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    server: Any = make_server(load_interface().Extractor, Answers(), "127.0.0.1", number)
    server.daemon = True
    threading.Thread(target=server.serve, daemon=True).start()
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", number)) == 0:
                break
        time.sleep(0.02)
    yield number
    server.close()


@contextmanager
def bad_server(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that is no Thrift server."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                answer(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


def test_a_page_is_sent_and_its_text_comes_back(port: int) -> None:
    found = ThriftService("127.0.0.1", port).extract(PAGE)
    assert found.text == f"http://a.example/: {PAGE.original}"


def test_a_refusal_is_a_clear_error(port: int) -> None:
    with pytest.raises(ExtractionError, match="refused the page: not an article"):
        ThriftService("127.0.0.1", port).extract(read_page("<p>refuse</p>"))


@pytest.mark.parametrize(
    "answer",
    [
        lambda connection: None,
        lambda connection: connection.recv(10) and None,
        lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10),
        lambda connection: connection.sendall(b"\x80\x01\x00\x02\x00\x00\x00\x07extract\x00\x00\x00\x00\x00"),
        lambda connection: connection.sendall(b"\x00" * 100),
    ],
    ids=["dropped at once", "dropped in the middle", "another protocol", "no result", "zeros"],
)
def test_a_bad_answer_is_a_clear_error(answer: Callable[[socket.socket], None]) -> None:
    with bad_server(answer) as port, pytest.raises(ExtractionError, match="the Thrift server at"):
        ThriftService("127.0.0.1", port, timeout=2.0).extract(PAGE)


def test_a_slow_server_is_an_error_in_time() -> None:
    start = time.monotonic()
    with bad_server(lambda connection: time.sleep(2)) as port, pytest.raises(ExtractionError, match="gave no answer"):
        ThriftService("127.0.0.1", port, timeout=0.3).extract(PAGE)
    assert time.monotonic() - start < 6


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(ExtractionError, match="gave no answer"):
        ThriftService("127.0.0.1", 1, timeout=1.0).extract(PAGE)


def test_it_runs_only_where_a_server_is_named() -> None:
    extractor = EXTRACTORS.build("thrift")
    assert "host=" in (extractor.missing() or "")
    with pytest.raises(ExtractorMissing):
        extractor.extract(PAGE)
    assert str(EXTRACTORS.build("thrift(host=a.example, port=1)")) == "thrift(host=a.example, port=1)"
