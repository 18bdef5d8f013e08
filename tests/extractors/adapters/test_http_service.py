"""Web services, against a server on loopback that answers well and badly."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from maintext.datasets import Dataset, Example, Header
from maintext.datasets.page_server import serving
from maintext.errors import BadParameter, ExtractionError, ExtractorMissing
from maintext.extractors import EXTRACTORS, Extraction
from maintext.extractors.adapters import service_description
from maintext.extractors.adapters.http_service import HttpService
from maintext.fetch import fetch
from maintext.page import read_page

PAGE = "<title>T</title><p>The ferry & the quay, Été.</p>"
KEY = "a-secret-key"


@dataclass
class Seen:
    """One request as the server saw it."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, list[str]]:
        return parse_qs(self.body.decode())


Reply = Callable[["Handler"], None]


@dataclass
class Service:
    """A server that gives its replies one after the other, the last one for ever."""

    address: str = ""
    replies: list[Reply] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    service: Service
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.service.seen.append(Seen(self.command, parts.path, parse_qs(parts.query), headers, body))
        replies = self.service.replies
        (replies.pop(0) if len(replies) > 1 else replies[0])(self)

    def do_GET(self) -> None:
        self.do_POST()

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients of these tests hang up whenever they like."""


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Service]:
    made = Service()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TEST_KEY", KEY)
    with Server(("127.0.0.1", 0), type("Bound", (Handler,), {"service": made})) as server:
        made.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield made
        server.shutdown()
        thread.join()


def says(value: object, status: int = 200, **headers: str) -> Reply:
    return lambda handler: handler.reply(status, json.dumps(value).encode(), **headers)


def sends(body: bytes, status: int = 200) -> Reply:
    return lambda handler: handler.reply(status, body)


def hangs_up(handler: Handler) -> None:
    handler.close_connection = True


def sleeps(handler: Handler) -> None:
    time.sleep(3)
    handler.close_connection = True


def described(service: Service, tmp_path: Path, extra: str = "", answer: str = "") -> str:
    path = tmp_path / "mine.toml"
    path.write_text(
        f"""
        title = "Mine"
        version = "v1"
        key = "TEST_KEY"
        [page]
        method = "POST"
        url = "{service.address}/extract"
        query = {{ token = "{{key}}", url = "{{url}}" }}
        body = "{{page}}"
        [url]
        url = "{service.address}/fetch"
        query = {{ token = "{{key}}", url = "{{url}}" }}
        [answer]
        {answer or 'format = "json"' + chr(10) + 'text = "result.text"' + chr(10) + 'error = "error"'}
        {extra}
        """
    )
    return str(path)


def ask(path: str, html: str = PAGE, url: str | None = None, **parameters: object) -> Extraction:
    values: dict[str, object] = {"pause": 0.01, "timeout": 5.0} | parameters
    return EXTRACTORS.build("http", {"service": path} | values).extract(read_page(html, url=url))


def test_a_page_is_sent_and_its_text_comes_back(service: Service, tmp_path: Path) -> None:
    service.replies = [says({"result": {"text": "The ferry"}})]
    found = ask(described(service, tmp_path), url="http://a.example/?x=1&y=2")
    assert found.text == "The ferry"
    assert (found.media_type, found.raw) == ("application/json", '{"result": {"text": "The ferry"}}')
    [seen] = service.seen
    assert (seen.method, seen.path) == ("POST", "/extract")
    assert seen.query == {"token": [KEY], "url": ["http://a.example/?x=1&y=2"]}
    assert seen.body.decode() == PAGE
    assert seen.headers["user-agent"].startswith("maintext/")


def test_what_is_filled_in_is_not_read_again(service: Service, tmp_path: Path) -> None:
    service.replies = [says({"result": {"text": "x"}})]
    ask(described(service, tmp_path), html="<p>{key} {url}</p>")
    assert service.seen[0].body == b"<p>{key} {url}</p>"


@pytest.mark.parametrize(
    ("answer", "body", "text"),
    [
        ('format = "json"\ntext = "a.0.b"\ntitle = "t"', b'{"a": [{"b": "body"}], "t": "Head"}', "Head\nbody"),
        ('format = "json"\nhtml = "h"', b'{"h": "<h1>A</h1><p>b <b>c</b></p>"}', "A\nb c"),
        ('format = "xml"\ntext = "doc.text"', b"<r><doc><text>one &amp; two</text></doc></r>", "one & two"),
        ('format = "text"', b"\n just text \n", "just text"),
        ('format = "html"', b"<p>one</p><p>two</p>", "one\ntwo"),
        ('format = "json"\ntext = "a"', b'{"a": ""}', ""),
    ],
)
def test_where_the_text_is(service: Service, tmp_path: Path, answer: str, body: bytes, text: str) -> None:
    service.replies = [sends(body)]
    found = ask(described(service, tmp_path, answer=answer))
    assert found.text == text
    assert found.reason == (None if text else "Mine found nothing")


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (says({"error": "the page is\nnot an article"}), r"answered with an error: the page is not an article$"),
        (says({"message": "bad token"}, 401), r"Mine answered 401: .*bad token"),
        (says({"text": "elsewhere"}), r"without a text at result.text"),
        (says({"result": {"text": ["no", "text"]}}), r"without a text at result.text"),
        (says([]), r"without a text at result.text"),
        (sends(b"\x00\xff garbage"), r"something that is not JSON"),
        (sends(b"<html>Sorry</html>"), r"something that is not JSON"),
        (sends(b"[" * 100_000), r"something that is not JSON"),
        (sends(b"", 302), r"Mine answered 302"),
    ],
)
def test_a_bad_answer_is_a_clear_error_at_once(service: Service, tmp_path: Path, reply: Reply, message: str) -> None:
    service.replies = [reply]
    with pytest.raises(ExtractionError, match=message):
        ask(described(service, tmp_path))
    assert len(service.seen) == 1


@pytest.mark.parametrize("trouble", [hangs_up, says({}, 500), says({}, 503), says({}, 429)])
def test_trouble_that_passes_is_tried_again(service: Service, tmp_path: Path, trouble: Reply) -> None:
    service.replies = [trouble, trouble, says({"result": {"text": "at last"}})]
    assert ask(described(service, tmp_path)).text == "at last"
    assert len(service.seen) == 3


def test_the_pause_doubles_and_then_the_request_fails(service: Service, tmp_path: Path) -> None:
    service.replies = [says({}, 500)]
    start = time.monotonic()
    with pytest.raises(ExtractionError, match="Mine answered 500; gave up after 4 attempts"):
        ask(described(service, tmp_path), retries=3, pause=0.05)
    assert 0.05 + 0.1 + 0.2 <= time.monotonic() - start < 10
    assert len(service.seen) == 4


def test_retry_after_is_obeyed(service: Service, tmp_path: Path) -> None:
    service.replies = [says({}, 429, Retry_After="1"), says({"result": {"text": "now"}})]
    start = time.monotonic()
    assert ask(described(service, tmp_path)).text == "now"
    assert 1 <= time.monotonic() - start < 10


@pytest.mark.parametrize("when", ["3600", "Wed, 01 Jan 2200 00:00:00 GMT"])
def test_a_retry_after_that_is_too_late_is_an_error_at_once(service: Service, tmp_path: Path, when: str) -> None:
    service.replies = [says({}, 429, Retry_After=when)]
    start = time.monotonic()
    with pytest.raises(ExtractionError, match="Mine answered 429; the next try would be too late"):
        ask(described(service, tmp_path))
    assert time.monotonic() - start < 2


def test_a_slow_answer_is_an_error_in_time(service: Service, tmp_path: Path) -> None:
    service.replies = [sleeps]
    start = time.monotonic()
    with pytest.raises(ExtractionError, match="no complete answer within"):
        ask(described(service, tmp_path), timeout=0.5)
    assert time.monotonic() - start < 2


def test_a_server_that_is_not_there(service: Service, tmp_path: Path) -> None:
    service.address = "http://127.0.0.1:1"
    with pytest.raises(ExtractionError, match="is the server there"):
        ask(described(service, tmp_path), retries=1)


@pytest.mark.parametrize("reply", [hangs_up, says({"error": "no"}, 500), sends(b"garbage"), sleeps])
def test_no_message_shows_the_key(service: Service, tmp_path: Path, reply: Reply) -> None:
    service.replies = [reply]
    with pytest.raises(ExtractionError) as caught:
        ask(described(service, tmp_path), retries=0, timeout=0.5)
    assert KEY not in str(caught.value)


def test_without_a_key_it_says_so(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_KEY")
    path = described(service, tmp_path)
    assert HttpService(path).missing() == "export TEST_KEY=YOUR-KEY"
    with pytest.raises(ExtractorMissing, match="export TEST_KEY"):
        ask(path)
    assert not service.seen


def test_calls_keep_to_the_rate(service: Service, tmp_path: Path) -> None:
    service.replies = [says({"result": {"text": "x"}})]
    path = described(service, tmp_path, "[limits]\nper_second = 5")
    start = time.monotonic()
    for _ in range(4):
        ask(path)
    assert 0.6 <= time.monotonic() - start < 10


def test_a_rate_that_cannot_be_kept_in_time_is_an_error(service: Service, tmp_path: Path) -> None:
    service.replies = [says({"result": {"text": "x"}})]
    path = described(service, tmp_path, "[limits]\nper_second = 0.1")
    ask(path)
    with pytest.raises(ExtractionError, match="may not be asked so often"):
        ask(path, timeout=2.0)


def test_a_budget_holds_for_all_processes(service: Service, tmp_path: Path) -> None:
    service.replies = [says({}, 500), says({"result": {"text": "x"}})]
    path = described(service, tmp_path, "[limits]\nper_month = 3")
    ask(path)
    ask(path)
    with pytest.raises(ExtractionError, match="budget of 3 calls"):
        ask(path)
    ledger = tmp_path / "cache" / "maintext" / "services" / "mine.json"
    assert len(service.seen) == json.loads(ledger.read_text())["calls"] == 3
    assert ask(path, budget=4).text == "x"
    ledger.write_text(ledger.read_text().replace('"month": "20', '"month": "19'))
    assert ask(path).text == "x"  # a new month


def test_a_service_that_fetches_pages_itself_gets_a_url(service: Service, tmp_path: Path) -> None:
    service.replies = [says({"result": {"text": "fetched"}})]
    path = described(service, tmp_path)
    assert ask(path, url="http://a.example/", send="url").text == "fetched"
    assert (service.seen[0].method, service.seen[0].path) == ("GET", "/fetch")
    assert service.seen[0].query["url"] == ["http://a.example/"]
    with pytest.raises(ExtractionError, match="give base_url="):
        ask(path, send="url")


def test_a_dataset_is_served_to_it(service: Service, tmp_path: Path) -> None:
    greek = "<meta charset=iso-8859-7><p>Ένα δύο τρία</p>".encode("iso-8859-7")
    pages = Dataset(Header("made/up"), (Example("a", PAGE.encode(), "x"), Example("b/c", greek, "x")))

    def fetches(handler: Handler) -> None:
        page = fetch(service.seen[-1].query["url"][0])
        says({"result": {"text": read_page(page.body, charset=page.charset).text}})(handler)

    service.replies = [fetches]
    path = described(service, tmp_path)
    with serving(pages) as server:
        for example in pages:
            page = read_page(example.html, charset=example.charset)
            extractor = HttpService(path, send="url", base_url=f"{server.address}/", retries=0)
            assert extractor.extract(page).text == page.text
        with pytest.raises(ExtractionError):
            HttpService(path, send="url", base_url=server.address, retries=0).extract(read_page("<p>another"))


READY = {
    "diffbot": (
        says({"objects": [{"title": "Head", "text": "The ferry"}]}), "Head\nThe ferry",
        says({"errorCode": 401, "error": "Not authorized API token."}), "Not authorized",
    ),
    "alchemy": (
        sends(b"<results><status>OK</status><text>The ferry</text></results>"), "The ferry",
        sends(b"<results><status>ERROR</status><statusInfo>invalid-api-key</statusInfo></results>"), "invalid-api-key",
    ),
    "repustate": (
        says({"status": "OK", "text": "The ferry"}), "The ferry",
        says({"status": "Error", "error_title": "Invalid API key"}), "Invalid API key",
    ),
    "extractiv": (
        says({"Document": {"text": "The ferry"}}), "The ferry",
        says({"error": "quota exceeded"}), "quota exceeded",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READY)
@pytest.mark.parametrize("way", ["page", "url"])
def test_a_ready_description_speaks_as_its_service_does(
    name: str, way: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, text, bad, message = READY[name]
    service.replies = [good, bad]
    source = Path(service_description.__file__).parent / "services" / f"{name}.toml"
    here = tmp_path / f"{name}.toml"
    known = service_description.read_description(name)
    origins = {"://".join(urlsplit(form["url"])[:2]) for form in known.ways.values()}
    written = source.read_text(encoding="utf-8")
    for origin in origins:
        written = written.replace(origin, service.address)
    here.write_text(written, encoding="utf-8")
    assert known.key is not None
    monkeypatch.setenv(known.key, KEY)
    if way not in known.ways:
        with pytest.raises(BadParameter, match="cannot be sent"):
            ask(str(here), send=way)
        return
    assert ask(str(here), url="http://a.example/", send=way).text == text
    sent = f"{service.seen[0].path} {service.seen[0].query} {service.seen[0].body.decode()}"
    assert KEY in sent
    assert ("http://a.example/" in sent or "a.example" in sent) or name == "extractiv"
    if way == "page":
        form = service.seen[0].form
        assert PAGE in (service.seen[0].body.decode(), *form.get("html", []), *form.get("content", []))
    with pytest.raises(ExtractionError, match=message):
        ask(str(here), url="http://a.example/", send=way)


@pytest.mark.parametrize("name", READY)
def test_a_ready_service_is_listed_with_the_key_it_wants(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = service_description.read_description(name).key
    assert key is not None
    monkeypatch.delenv(key, raising=False)
    assert EXTRACTORS.build(name).missing() == f"export {key}=YOUR-KEY"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not toml at all [", "not a description"),
        ("title = 'x'", "needs a table"),
        ("[page]\nmethod = 'GET'", "needs a table"),
        ("[page]\nurl = 'http://x/'", "needs a format"),
        ("[page]\nurl = 'http://x/'\n[answer]\nformat = 'csv'", "needs a format"),
        ("[page]\nurl = 'http://x/'\n[answer]\nformat = 'json'", "where the text is"),
    ],
)
def test_a_bad_description_is_refused_when_it_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadParameter, match=message):
        HttpService(str(path))


def test_a_service_that_does_not_exist() -> None:
    with pytest.raises(BadParameter, match="diffbot"):
        HttpService("nonsense")


_FINE = "[page]\nurl = 'http://x/'\n[answer]\nformat = 'text'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("page = 'http://x/'", "page must be a mapping"),
        ("answer = []\n[page]\nurl = 'http://x/'", "answer must be a mapping"),
        ("[page]\nurl = 3\n[answer]\nformat = 'text'", "page.url must be text"),
        (_FINE + "[limits]\nper_second = 'x'", "limits.per_second must be a number"),
        (_FINE + "[limits]\nper_second = nan", "limits.per_second must be a number"),
        (_FINE + "[limits]\nper_month = 1.5", "limits.per_month must be a whole number"),
        ("key = 3\n" + _FINE, "key must be text"),
        ("[page]\nurl = 'http://x/'\nheaders = 1\n[answer]\nformat = 'text'", "page.headers must be a mapping"),
        ("[page]\nurl = 'http://x/'\n[answer]\nformat = 'json'\ntext = 1", "answer.text must be text"),
        ("a = " + "[" * 50_000, "not a description"),
        ("\0", "not a description"),
    ],
)
def test_wrong_values_in_a_description_are_reported(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadParameter) as caught:
        HttpService(str(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("service", ["x" * 300, "~no-such-user/x", "a\0b", "/", "/dev/null"])
def test_a_description_that_is_no_file(service: str) -> None:
    with pytest.raises(BadParameter, match="there is no service"):
        HttpService(service)


@pytest.mark.parametrize(
    "values", [{"timeout": 0.0}, {"timeout": float("inf")}, {"retries": -1}, {"retries": 10**9}, {"pause": -1.0}]
)
def test_numbers_that_cannot_be(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        HttpService(**values)
