"""Requests with a page in them: parsed in a worker if they are large, and refused in words if they are hostile."""

import json
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlencode

import httpx
import pytest

from maintext.sandbox.packing import join_parts, split_parts
from maintext.service.problems import Problem
from maintext.service.request_splitting import SMALL, split_form, split_json
from maintext.service.settings import ServiceSettings
from tests.service.running import ARTICLE, PAGE, running

JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("parts", [[], [b""], [b"a\nb", b"", b"\x00" * 10]])
def test_parts_come_back(parts: list[bytes]) -> None:
    assert split_parts(join_parts({"a": [1, None, "é\n"]}, *parts)) == ({"a": [1, None, "é\n"]}, parts)


@pytest.mark.parametrize(
    ("body", "fields", "page"),
    [
        (b'{"html": "<p>\\u00e9", "url": "x"}', {"html": "", "url": "x"}, "<p>é"),
        (b'{"html": 5}', {"html": 5}, ""),
        (b'{"html": "a", "html": "b"}', {"html": ""}, "b"),
        (b"{}", {}, ""),
    ],
)
def test_the_page_is_taken_out_of_json(body: bytes, fields: object, page: str) -> None:
    line, (found,) = split_parts(split_json(body, 1000))
    assert (json.loads(line), found.decode()) == (fields, page)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[]", 422), (b"", 422), (b"{", 422), (b"\xff", 422), (b"[" * 60_000, 422), (b'{"a":' * 10_000, 422),
        (b'{"html": "\\ud800"}', 422), (b'{"a": ' + b"1" * 5_000 + b"}", 422), (b'{"a": "' + b"x" * 2_000 + b'"}', 413),
    ],
)  # fmt: skip
def test_json_that_is_refused(body: bytes, status: int) -> None:
    with pytest.raises(Problem) as caught:
        split_json(body, 1000)
    assert caught.value.status == status


@pytest.mark.parametrize("text", ["", "<p>a=b&c d+e%41 é ✓\r\nx =3D =\n</p>", "%", "&", "=" * 10])
def test_forms_are_read_as_browsers_write_them(text: str) -> None:
    body = urlencode({"url": "https://a.example/?b=c", "html": text}).encode()
    line, (page,) = split_parts(split_form(body, 1000))
    assert (json.loads(line), page.decode()) == ({"url": "https://a.example/?b=c", "html": ""}, text)


@pytest.mark.parametrize("body", [b"&" * 11, b"html=\xff", b"a=" + b"b" * 2_000])
def test_forms_that_are_refused(body: bytes) -> None:
    with pytest.raises(Problem):
        split_form(body, 1000)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with running(ServiceSettings(workers=1, timeout=30)) as found:
        yield found


@pytest.mark.parametrize("size", [0, 2 * SMALL])
def test_small_and_large_requests_are_answered_alike(client: httpx.Client, size: int) -> None:
    html = PAGE.decode() + "<!--" + "x" * size + "-->"
    assert ARTICLE in client.post("/extract", json={"html": html}).json()["text"]
    assert ARTICLE in client.post("/read", data={"html": html, "extractor": "default"}).text
    wrong = client.post("/extract", json={"html": html, "beta": 500})
    assert (wrong.status_code, wrong.json()["error"]["message"][:5]) == (422, "beta:")


HOSTILE = {
    "many lists": (b'{"html": "", "add": [' + b"[]," * 3_000_000 + b"0]}", JSON),
    "many keys": (b'{"html": ""' + b"".join(b',"%d":0' % number for number in range(700_000)) + b"}", JSON),
    "deep": (b'{"html": ' + b"[" * 9_000_000, JSON),
    "escapes": (b"html=" + b"%41" * 3_000_000, FORM),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_request_does_not_hold_up_others(client: httpx.Client, name: str) -> None:
    body, headers = HOSTILE[name]
    path = "/read" if headers is FORM else "/extract"
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(client.post(path, content=body, headers=headers).status_code))
    waits = []
    thread.start()
    while thread.is_alive():
        start = time.monotonic()
        assert client.get("/health").status_code == 200
        waits.append(time.monotonic() - start)
        time.sleep(0.01)
    assert found[0] in ((200,) if name == "escapes" else (413, 422, 504, 507))
    assert max(waits) < 1
