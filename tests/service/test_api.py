"""The API as a client sees it."""

import json
import re

import httpx
import pytest

from tests.bundled import PAGES
from tests.service.running import ARTICLE, PAGE

HTML = {"content-type": "text/html"}


@pytest.mark.parametrize(
    ("accept", "kind", "begins"),
    [
        ("text/markdown", "text/markdown; charset=utf-8", ""),
        ("text/plain", "text/plain; charset=utf-8", ""),
        ("text/html", "text/html; charset=utf-8", "<article"),
        ("application/tei+xml", "application/tei+xml", "<?xml"),
        ("application/json", "application/json", "{"),
        ("*/*", "application/json", "{"),
        ("", "application/json", "{"),
        ("image/png, text/markdown;q=0.4, text/plain;q=0.5", "text/plain; charset=utf-8", ""),
        ("text/html;q=0, text/*;q=0.1", "text/plain; charset=utf-8", ""),
    ],
)
def test_the_accept_header_chooses_the_format(service: httpx.Client, accept: str, kind: str, begins: str) -> None:
    answer = service.post("/extract", content=PAGE, headers=HTML | {"accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.text.lstrip().startswith(begins)
    assert ARTICLE in answer.text
    assert ("## What happens now" in answer.text) == (kind == "text/markdown; charset=utf-8")
    assert ("<p>" in answer.text) == (begins in ("<article", "<?xml"))


def test_json_tells_about_the_page(service: httpx.Client) -> None:
    answer = service.post("/extract", json={"html": PAGE.decode(), "url": "https://a.example/b"}).json()
    assert answer["title"].startswith("Ferry terminal")
    assert (answer["author"], answer["date"], answer["language"]) == ("Maren Oduya", "2024-03-14", "en")
    assert answer["url"] == "https://a.example/b"
    assert answer["page_type"] == "article"
    assert 0.5 < answer["confidence"] <= 1
    assert answer["words"] == len(answer["text"].split()) or answer["words"] > 100
    assert "blocks" not in answer


def test_what_is_asked_for_is_added(service: httpx.Client) -> None:
    wanted = ["blocks", "markdown", "html", "metadata", "posts", "picture", "view", "source"]
    answer = service.post("/extract", json={"html": PAGE.decode(), "add": wanted}).json()
    assert set(wanted) <= set(answer)
    assert answer["source"] == PAGE.decode()
    kept = [block for block in answer["blocks"] if block["kept"]]
    assert "\n".join(block["text"] for block in kept) == answer["text"]
    assert kept[0]["why"]
    assert 0 <= kept[0]["score"] <= 1
    assert len(answer["picture"]["values"]) == len(answer["blocks"])


def test_a_page_may_be_named_by_its_url(service: httpx.Client) -> None:
    answer = service.post("/extract", json={"url": "https://news.example/story"}).json()
    assert answer["url"] == "https://news.example/story"
    assert ARTICLE in answer["text"]


def test_bytes_are_decoded_as_the_header_or_the_page_says(service: httpx.Client) -> None:
    page = "<p>Да, это длинная страница о пароме и о море.</p>".encode("koi8-r")
    answer = service.post("/extract?extractor=all", content=page, headers={"content-type": "text/html; charset=koi8-r"})
    assert answer.json()["text"] == "Да, это длинная страница о пароме и о море."


def test_the_balance_changes_what_is_kept(service: httpx.Client) -> None:
    html = (PAGES / "product-shop-specs" / "page.html").read_text("utf-8")

    def words(beta: float) -> int:
        return int(service.post("/extract", json={"html": html, "beta": beta}).json()["words"])

    assert words(0.05) < words(1.0) < words(20.0)


def test_switches_reach_the_rendering(service: httpx.Client) -> None:
    body = {"html": PAGE.decode(), "include_links": False, "include_images": False, "with_metadata": True}
    text = service.post("/extract", json=body, headers={"accept": "text/markdown"}).text
    assert "](" not in text
    assert text.startswith("---\ntitle:")


def test_comparing(service: httpx.Client) -> None:
    answer = service.post("/compare", json={"html": PAGE.decode(), "extractors": ["default", "all", "nothing"]}).json()
    first, everything, nothing = answer["extractors"]
    assert ARTICLE in first["text"]
    assert sum(everything["kept"]) > sum(first["kept"]) > sum(nothing["kept"]) == 0
    assert {len(side["kept"]) for side in answer["extractors"]} == {len(answer["blocks"])}


def test_extractors_are_listed_without_those_that_send_pages_away(service: httpx.Client) -> None:
    found = {each["name"]: each for each in service.get("/extractors", timeout=120).json()}
    assert found["default"]["available"]
    assert found["default"]["has_beta"]
    assert not found["density"]["has_beta"]
    assert found["density"]["parameters"]["c2"]
    assert "http" not in found
    assert "diffbot" not in found


def test_health(service: httpx.Client) -> None:
    answer = service.get("/health").json()
    assert answer["status"] == "ok"
    assert answer["workers"]["ready"] >= 1


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({}, 422, "send html, or a url"),
        ({"html": 3}, 422, "html: Input should be a valid string"),
        ({"html": "x", "more": 1}, 422, "more: Extra inputs"),
        ({"html": "x", "beta": 0}, 422, "beta: Input should be greater than 0"),
        ({"html": "x", "extractor": "x" * 301}, 422, "extractor: "),
        ({"html": "x", "extractor": "desnity"}, 404, "did you mean density"),
        ({"html": "x", "extractor": "density("}, 404, "cannot read the spec"),
        ({"html": "x", "extractor": "density(c9=1)"}, 409, "no parameter 'c9'"),
        ({"html": "x", "extractor": "density", "beta": 2.0}, 409, "it has no beta"),
        ({"html": "x", "extractor": "os:system"}, 404, "no extractor called"),
        ({"html": "x", "extractor": "learned(model='/etc/passwd')"}, 403, "may name a file"),
        ({"html": "x", "extractor": "vote(density, learned(model=secret))"}, 403, "may name a file"),
        ({"html": "x", "extractor": "justext(language='../../etc/passwd')"}, 422, "plain word"),
        ({"html": "x", "extractor": "http(service=diffbot)"}, 403, "sends pages to another machine"),
        ({"html": "x", "extractor": "density||diffbot"}, 403, "sends pages to another machine"),
        ({"html": "x", "extractor": "vote('diffbot', density)"}, 403, "sends pages to another machine"),
        ({"html": "x", "extractor": "vote(parts=diffbot)"}, 403, "sends pages to another machine"),
        ({"html": "x", "extractor": "vote(parts='density, diffbot')"}, 404, "cannot read the spec"),
        ({"html": "x", "extractor": "site(template=secret, then=default)"}, 403, "may name a file"),
        ({"html": "x", "extractor": "site(then=diffbot)"}, 403, "sends pages to another machine"),
        ({"html": "x", "extractor": "wrapper(rules=secret)"}, 403, "may name a file"),
        ({"html": "x", "extractor": "thrift"}, 403, "sends pages to another machine"),
        ({"url": "ftp://example.org/"}, 422, "url: String should match"),
        ({"url": "http://nowhere.invalid/"}, 404, "no such host"),
        ({"url": "https://news.example/paper.pdf"}, 415, "a PDF"),
    ],
)
def test_what_is_wrong_is_reported(service: httpx.Client, body: object, status: int, words: str) -> None:
    answer = service.post("/extract", json=body)
    assert answer.status_code == status
    message = answer.json()["error"]["message"]
    assert words in message
    assert "--" not in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"content-type": "application/json"}, b"{", 422),
        ({"content-type": "application/json"}, b"\xff", 422),
        ({"content-type": "image/png"}, b"x", 415),
        ({}, b"x", 415),
        (HTML, b"%PDF-1.7\n%", 415),
        (HTML, b"\x89PNG\r\n\x1a\n", 415),
        (HTML | {"accept": "image/png"}, b"<p>x", 406),
        (HTML, b"x" * 2_000_001, 413),
    ],
)
def test_bodies_that_are_refused(service: httpx.Client, headers: dict[str, str], content: bytes, status: int) -> None:
    answer = service.post("/extract", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_body_of_unknown_length_is_limited_too(service: httpx.Client) -> None:
    chunks = (b"<p>word " * 10_000 for _ in range(100))
    answer = service.post("/extract", content=chunks, headers=HTML)
    assert answer.status_code == 413


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/extract", 405), ("GET", "/no-such", 404)])
def test_other_ways_lead_nowhere(service: httpx.Client, method: str, path: str, status: int) -> None:
    answer = service.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}


def test_an_odd_page_is_no_error(service: httpx.Client) -> None:
    for html in ("", "\x00", "<", "\ud7ff", "<p>" * 5000, "a" * 100_000):
        answer = service.post(
            "/extract", content=json.dumps({"html": html}), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 200
    assert service.post("/extract", json={"html": ""}).json()["reason"] == "the page has no text"


def test_the_reader_view_has_one_script_and_loads_pictures_only_if_they_are_wanted(service: httpx.Client) -> None:
    page = '<title>T</title><h1>Tall <b>ship</b></h1><p onclick="x()">' + "The ship is tall and it sails today. " * 20
    page += '<img src="http://x.example/a.png" alt="A ship"><script>alert(1)</script></p>'
    for images, shown in (("1", True), ("0", False)):
        answer = service.post("/read", data={"html": page, "images": images})
        assert answer.status_code == 200
        assert re.findall("<script.*", answer.text) == ['<script src="/static/reader.js"></script>']
        assert ('<img loading="lazy" src="http://x.example/a.png" alt="A ship">' in answer.text) == shown
        assert ("x.example" in answer.text) == shown
        assert "onclick" not in answer.text
        assert '<span class="picture">A ship</span>' in answer.text
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src ")
        assert ("img-src http: https: data:" in policy) == shown


def test_the_reader_view_uses_the_given_balance(service: httpx.Client) -> None:
    few, many = (service.post("/read", data={"html": PAGE.decode(), "beta": beta}).text for beta in ("0.03", "32"))
    assert len(few) < len(many)
    assert service.post("/read", data={"html": PAGE.decode(), "beta": "much"}).status_code == 422


def test_the_reader_view_of_a_page_without_text_says_so(service: httpx.Client) -> None:
    assert "There is nothing to read here" in service.post("/read", data={"html": "<title>x</title>"}).text
    assert ARTICLE in service.get("/read", params={"url": "https://news.example/story"}).text
    assert service.post("/read", data={"extractor": "all"}).status_code == 422
