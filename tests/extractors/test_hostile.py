"""Pages made to break things: no crash, no recursion error, a few seconds at most."""

import json
from collections.abc import Callable

import pytest

from maintext import EXTRACTORS, Page, extract, read_page
from tests import bundled
from tests.clock import assert_linear, seconds

LIMIT = 20.0
"""Processor seconds for one page and one extractor: generous, so that only a fault reaches it."""

SENTENCE = "The ferry left the pier at noon, and nobody on the quay knew when it would be back again. "
PAGES: dict[str, Callable[[], str | bytes]] = {
    "100,000 nested divs": lambda: "<div>" * 100_000 + "deep text",
    "100,000 nested bs": lambda: "<b>" * 100_000 + "deep text",
    "100,000 nested unknown elements": lambda: "<x-y>" * 100_000 + "deep text",
    "100,000 attributes": lambda: "<p " + " ".join(f"a{n}=b" for n in range(100_000)) + ">text here</p>",
    "100,000 equal attributes": lambda: "<p " + "a=b " * 100_000 + ">text here</p>",
    "50,000 times a and div": lambda: "<a><div>" * 50_000 + "text here",
    "formatting that is never closed": lambda: "<p><b><i><font>x" * 5_000,
    "closed in the wrong order": lambda: "<b><i><a></b></i></a>x" * 10_000,
    "tables in tables": lambda: "<table><tr><td>x" * 4_000,
    "lists in lists": lambda: "<ul><li>x" * 3_000,
    "hidden in hidden": lambda: "<div style='display:none'>x" * 3_000,
    "100,000 line breaks": lambda: "x<br>" * 100_000,
    "only less-than signs": lambda: "<" * 300_000,
    "only ampersands": lambda: "&" * 300_000,
    "one long word": lambda: "x" * 3_000_000,
    "white space": lambda: "<p>a</p>" + " " * 2_000_000 + "b",
    "Chinese without spaces": lambda: "<p>" + "中文字符" * 50_000,
    "an attribute that never ends": lambda: "<p>text</p><p title='" + "<p>x</p>" * 50_000,
    "a comment that never ends": lambda: "<p>text</p><!--" + "<p>words in it</p>" * 20_000,
    "a drawing that never ends": lambda: "<p>text here</p><svg>" + "<g>x" * 3_000,
    "NUL bytes": lambda: b"<p>a\0b\0</p>\0" * 5_000,
    "lone surrogates": lambda: "<p>a\ud800b\udfff</p>" * 5_000,
    "UTF-16 with a mark": lambda: ("<p>wörd tèxt</p>" * 5_000).encode("utf-16"),
    "UTF-16 without a mark": lambda: ("<p>word text</p>" * 5_000).encode("utf-16le"),
    "UTF-16 cut in a character": lambda: b"\xff\xfe" + ("<p>🎉 text</p>" * 5_000).encode("utf-16le")[:-7],
}


def _run(page: Page, spec: str) -> None:
    found = EXTRACTORS.build(spec).extract(page)
    assert len(found.kept) == len(page.blocks)
    found.text.encode()
    if spec in ("density", "simple-mss"):
        assert json.loads(found.to_json())["text"] == found.text


@pytest.mark.parametrize("name", PAGES)
def test_a_hostile_page_goes_through_every_extractor(name: str) -> None:
    html = PAGES[name]()
    pages: list[Page] = []
    assert seconds(lambda: pages.append(read_page(html))) < LIMIT / 4
    for spec in bundled.IN_SLOW_TESTS:
        took = seconds(lambda spec=spec: _run(pages[0], spec))  # type: ignore[misc]
        assert took < LIMIT, f"{spec} took {took:.1f} s"


def test_200_000_siblings() -> None:
    page = read_page("<p>some words here</p>" * 200_000)
    assert len(page.blocks) == 200_000
    for spec in bundled.IN_SLOW_TESTS:
        took = seconds(lambda spec=spec: EXTRACTORS.build(spec).extract(page).text)  # type: ignore[misc]
        assert took < LIMIT, f"{spec} took {took:.1f} s"
    assert seconds(lambda: extract("<p>some words here</p>" * 200_000).to_json()) < LIMIT


def test_a_page_of_30_megabytes() -> None:
    html = "<div>" + f"<p>{SENTENCE * 10}</p>\n" * 33_000 + "</div>"
    assert len(html) > 29_000_000
    pages: list[Page] = []
    assert seconds(lambda: pages.append(read_page(html))) < LIMIT / 2
    for spec in bundled.IN_SLOW_TESTS:
        if spec == "simple-mss":
            continue  # has a test of its own
        took = seconds(lambda spec=spec: EXTRACTORS.build(spec).extract(pages[0]).text)  # type: ignore[misc]
        assert took < LIMIT, f"{spec} took {took:.1f} s"
    found = EXTRACTORS.build("density").extract(pages[0])
    assert seconds(lambda: found.to_json()) < LIMIT


@pytest.mark.parametrize("work", ["text", "kept"])
def test_simple_mss_takes_about_a_second_per_megabyte_at_most(work: str) -> None:
    page = read_page("<div>" + f"<p>{SENTENCE * 10}</p>\n" * 3_300 + "</div>")
    found = EXTRACTORS.build("simple-mss").extract(page)
    if work == "text":
        took = seconds(lambda: EXTRACTORS.build("simple-mss").extract(read_page(page.source)).text)
    else:
        took = seconds(lambda: found.kept)
    assert took < 4, f"30 MB would take {10 * took:.0f} s"


@pytest.mark.parametrize("spec", bundled.IN_SLOW_TESTS)
@pytest.mark.parametrize("piece", ["<ul><li>x", "<div><p>some words</p>", "<b>x</b><i>y</i> "])
def test_an_extractor_takes_linear_time(spec: str, piece: str) -> None:
    extractor = EXTRACTORS.build(spec)
    assert_linear(lambda times: extractor.extract(read_page(piece * times)).text, 2_000)


SMALL = (
    "\ufeff<!DOCTYPE html><html lang=fr><head><meta charset=utf-8><title>Été &amp; thé</title>"
    "<script>var a = '<p>';</script><style>p{color:red}</style></head><body><!-- c -->"
    "<nav><a href='/x?a=1&amp;b'>Un</a></nav><h1 class=\"t\">Le thé</h1><p>Où est-ce&nbsp;? 日本 🎉 <b>gras</b>"
    "<br><br>fin.</p><svg><path d='M0'/></svg>"
    "<table><tr><td>a<td>b</table><pre>x\n  y</pre><textarea>z</textarea><noscript><p>n</p></noscript></body></html>"
).encode()


@pytest.mark.parametrize("part", range(4))
def test_a_page_cut_at_any_byte(part: int) -> None:
    for at in range(part, len(SMALL), 4):
        page = read_page(SMALL[:at])
        for spec in bundled.IN_SLOW_TESTS:
            found = EXTRACTORS.build(spec).extract(page)
            assert json.loads(found.to_json())["text"] == found.text
        assert page.encoding.name == "utf-8"


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be"])
def test_a_page_in_utf16_cut_at_any_byte(encoding: str) -> None:
    data = SMALL.decode().encode(encoding)
    for at in range(0, len(data), 3):
        json.loads(extract(data[:at]).to_json())
