"""Pages behind HTTP on loopback: their bytes, their charset, and nothing else."""

import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest

from maintext.datasets import Dataset
from maintext.datasets.page_server import Server, open_server, serving
from maintext.errors import DatasetError
from maintext.page import read_page
from maintext.page.page import fingerprint


def _get(server: Server, path: str, method: str = "GET") -> tuple[int, str, bytes]:
    connection = HTTPConnection("127.0.0.1", server.http.server_address[1], timeout=10)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read()
    finally:
        connection.close()


def test_pages_come_with_their_bytes_and_charset(small: Dataset) -> None:
    with serving(small) as server:
        assert server.address.startswith("http://127.0.0.1:")
        assert _get(server, "/a") == (200, "text/html", small["a"].html)
        assert server.url("b/../c") == f"{server.address}/b%2F..%2Fc"
        assert _get(server, "/b%2F..%2Fc") == (200, "text/html; charset=iso-8859-7", small["b/../c"].html)
        assert _get(server, "/a?x=1")[0] == 200
        assert _get(server, "/a", "HEAD") == (200, "text/html", b"")


def test_a_page_is_found_by_its_text(small: Dataset) -> None:
    with serving(small) as server:
        for example in small:
            name = fingerprint(read_page(example.html, charset=example.charset).original)
            assert _get(server, f"/by-text/{name}")[2] == example.html
        assert _get(server, f"/by-text/{fingerprint('another')}")[0] == 404


def test_the_index_links_to_every_page(small: Dataset) -> None:
    with serving(small) as server:
        status, kind, body = _get(server, "/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert all(link in body for link in (b'href="/a"', b'href="/b%2F..%2Fc"', b'href="/d"'))


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../meta.yaml",
        "/raw/a.html",
        "/%2e%2e/meta.yaml",
        "/..%2fmeta.yaml",
        "//etc/passwd",
        "/a/",
        "/a%00",
    ],
)
def test_nothing_but_pages_is_served(small: Dataset, path: str) -> None:
    with serving(small) as server:
        assert _get(server, path)[0] == 404


def test_a_missing_file_is_told(small: Dataset) -> None:
    assert isinstance(small["a"].raw, Path)
    small["a"].raw.unlink()
    with serving(small) as server:
        assert _get(server, "/a")[0] == 500


def test_a_port_in_use_is_a_clear_error(small: Dataset) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(DatasetError, match="choose another host or port"):
            open_server(small, port=taken.getsockname()[1])
