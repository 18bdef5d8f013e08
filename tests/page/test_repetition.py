"""Reading a page takes time in proportion to the page, whatever it repeats and however deep it nests."""

from collections.abc import Callable

import pytest

from maintext import extract, read_page
from maintext.page.decode import decode
from maintext.page.embedded_text import embedded_text
from maintext.page.metadata import read_metadata
from maintext.page.posts import comment_blocks, read_posts
from maintext.page.subset_html import subset_html
from tests.clock import assert_linear, seconds

BYTES: dict[str, tuple[Callable[[int], bytes], int]] = {
    "a tag name": (lambda n: b"<" + b"a" * n, 8000),
    "end tags with quotes": (lambda n: b'</a ">"' * n, 1000),
    "white space after charset": (
        lambda n: b"<meta http-equiv=content-type content='charset=" + b" " * n + b";'>", 8000
    ),
    "openings of tags": (lambda n: b"<a " * n, 8000),
    "attributes": (lambda n: b"<meta " + b"a = " * n + b">", 8000),
}  # fmt: skip
PAGES: dict[str, tuple[Callable[[int], str], Callable[[str], object], int]] = {
    "scripts that are not closed": (lambda n: "<script " * n, lambda html: embedded_text(read_page(html)), 4000),
    "white space after a comment in JSON-LD": (
        lambda n: "<script type=application/ld+json>{}]]>" + " " * n + "x</script><p>x",
        lambda html: read_metadata(read_page(html)).to_dict(), 8000,
    ),
    "numbers in JSON-LD": (
        lambda n: "<script type=application/ld+json>[" + "1," * n + "2]</script><p>x",
        lambda html: read_metadata(read_page(html)).to_dict(), 60_000,
    ),
    "authors by one long name": (
        lambda n: (
            '<script type=application/ld+json>[{"@id":"z","name":"' + "a b" * 200 * n + '"},'
            + ",".join('{"@type":"Article","author":{"@id":"z"}}' for _ in range(n)) + "]</script><p>x"
        ),
        lambda html: read_metadata(read_page(html)).to_dict(), 200,
    ),
    "white space in a heading": (
        lambda n: (
            "<title>News today</title><meta property=og:site_name content=x><pre><h1>News today"
            + "\u2003" * n + "x</h1></pre>"
        ),
        lambda html: read_metadata(read_page(html)).title, 8000,
    ),
    "posts in one row": (
        lambda n: "<table><tr><td>" + "<div class=post><p>words here</p></div>" * n,
        lambda html: read_posts(read_page(html)), 250,
    ),
    "texts of a post": (
        lambda n: "<div class=post>x</div><div class=post><p>asked " + "<i>x</i> " * n,
        lambda html: read_posts(read_page(html)), 1000,
    ),
    "attributes of one element": (
        lambda n: "<p " + " ".join(f"a{i}=1" for i in range(n)) + ">x",
        lambda html: subset_html(read_page(html), [True]), 6000,
    ),
}  # fmt: skip
DEEP: dict[str, tuple[Callable[[int], str], Callable[[str], object]]] = {
    "blocks": (
        lambda depth: "<ul><li>" * depth + "<li>words here" * 4000,
        lambda html: extract(html, extractor="all").blocks,
    ),
    "levels": (
        lambda depth: "<div>" * depth + "<p>words here" * 8000,
        lambda html: [block.level for block in read_page(html).blocks],
    ),
    "restricted": (
        lambda depth: "<div>" * depth + "<p>words here" * 8000,
        lambda html: subset_html(read_page(html), [True] * 8000),
    ),
    "comments": (
        lambda depth: "<div class=comment>" * depth + "<p>words here" * 4000, lambda html: read_posts(read_page(html))
    ),
    "comment areas": (
        lambda depth: "<div class=comments>" * depth + "<p>words here" * 4000,
        lambda html: comment_blocks(read_page(html)),
    ),
    "authors": (
        lambda depth: "<div itemprop=author>" * depth + "<b>words</b>" * 8000,
        lambda html: read_metadata(read_page(html)).authors,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BYTES)
def test_decoding_takes_linear_time(name: str) -> None:
    build, size = BYTES[name]
    assert_linear(lambda n: decode(build(n)), size, times=8, limit=24)


@pytest.mark.parametrize("name", PAGES)
def test_reading_takes_linear_time(name: str) -> None:
    build, work, size = PAGES[name]
    assert_linear(lambda n: work(build(n)), size, times=8, limit=24)


@pytest.mark.parametrize("name", DEEP)
def test_depth_does_not_multiply_the_time(name: str) -> None:
    build, work = DEEP[name]
    flat, deep = build(2), build(200)
    work(flat)
    assert seconds(lambda: work(deep), rounds=3) < 3 * seconds(lambda: work(flat), rounds=3) + 0.1


def test_the_paths_of_deep_blocks_are_short() -> None:
    page = read_page("<ul><li>words " * 5000)
    assert max(len(block.xpath) for block in page.blocks) < 2000


def test_the_name_of_an_element_is_no_pattern() -> None:
    assert read_page("<svg><a(x+x+)+y>" + "&lt;/p&gt;" * 200 + "<p>words").text.endswith("words")


@pytest.mark.parametrize("written", ["&#" + "1" * 5000 + ";", "&#x" + "F" * 5000 + ";"])
def test_a_reference_of_many_digits_is_no_character(written: str) -> None:
    body = f'{{"@type":"Article","headline":"a {written} b","articleBody":"{written} {"words " * 100}"}}'
    found = extract(f"<script type=application/ld+json>{body}</script><p>x")
    assert found.metadata.title == "a \ufffd b"
    assert "words" in found.text


def test_a_headline_in_many_lists_is_read() -> None:
    body = '{"@type":"Article","headline":' + "[" * 800 + '"Head"' + "]" * 800 + "}"
    assert extract(f"<script type=application/ld+json>{body}</script><p>x").title == "Head"
