"""The source between a block's offsets contains the block, and nothing more than the markup in it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from maintext.page import Page, read_page
from maintext.page.character_references import character_offsets
from tests import bundled
from tests.clock import assert_linear
from tests.page.test_real_pages import DATASETS, pages_of
from tests.page.test_swallowed_text import BODY, SWALLOWED


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _found(page: Page, block: int) -> str:
    """The text between the offsets of a block, read from the source alone; what is not shown in it remains."""
    span = page.source_positions.of_block(block)
    assert span is not None, page.blocks[block].text
    return "\n".join(read_page(f"<div>{page.original[span.start : span.end]}</div>").tree.block_texts)


def assert_every_block_stands_there(page: Page) -> None:
    for block in range(len(page.blocks)):
        assert _squeezed(page.blocks[block].text) in _squeezed(_found(page, block))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p> One &amp; two\n</p>", ["One &amp; two"]),
        ("<p>a &notin; b &notanentity; c&ampd</p>", ["a &notin; b &notanentity; c&ampd"]),
        ("<p>&lt;b&gt; &#x41;&#66;&nbsp;</p><p>x</p>", ["&lt;b&gt; &#x41;&#66;", "x"]),
        ("<p>&NotEqualTilde;&nGt;</p>", ["&NotEqualTilde;&nGt;"]),
        (f"<p>a &#{'9' * 5000}; b</p>", [f"a &#{'9' * 5000}; b"]),
        (f"<p>&#{'0' * 5000}65;</p><p>x</p>", [f"&#{'0' * 5000}65;", "x"]),
        ("<p>a<b>b</b>c</p>\r\n<p>d\r\ne</p>", ["a<b>b</b>c", "d\r\ne"]),
        ("<p>a\r<i>b</i></p>", ["a\r<i>b"]),
        ("<title>same words here</title><p>same words here</p>", ["same words here"]),
        ("<script>'<p>one</p>'</script><!-- one --><style>one</style><p>one</p>", ["one"]),
        ("<p>a <select><option>one two</select> one</p>", ["a <select><option>one two</select> one"]),
        ("<body><noscript><p>kept?</p></noscript><p>kept</p>", ["kept"]),
        ("<pre>\n  a\n\tb &lt; c\n</pre>", ["a\n\tb &lt; c"]),
        ("<ul><li>one<li>two &eacute;</ul>", ["one", "two &eacute;"]),
        ("<p>a\0b</p>", ["a\0b"]),
        ("<svg><title/><text>drawn</text></svg><p>after</p>", ["after"]),
    ],
)
def test_offsets_of_blocks(html: str, expected: list[str]) -> None:
    page = read_page(html)
    spans = [block.source_span for block in page.blocks]
    assert [page.original[span.start : span.end] for span in spans if span] == expected


def test_text_that_the_parser_moves_out_of_a_table_is_found() -> None:
    page = read_page("<p>start</p><table><tr><td>cell one</td></tr>moved text<tr><td>cell two</td></tr></table>")
    assert [block.text for block in page.blocks][1] == "moved text"
    assert_every_block_stands_there(page)


def test_one_text_in_two_places_is_found_in_each() -> None:
    page = read_page("<p>same</p><p>between</p><p>same</p>")
    starts = [span.start for block in page.blocks if (span := block.source_span)]
    assert starts == sorted(set(starts))


@pytest.mark.parametrize("html", SWALLOWED)
def test_recovered_text_has_offsets_in_the_source_as_it_was_given(html: str) -> None:
    page = read_page(html)
    assert len(page.blocks) >= len(BODY.split("<p>"))
    assert_every_block_stands_there(page)


@pytest.mark.parametrize("slug", bundled.SLUGS)
def test_bundled_pages(slug: str) -> None:
    page = read_page((bundled.PAGES / slug / "page.html").read_bytes())
    assert_every_block_stands_there(page)
    spans = [span for block in page.blocks if (span := block.source_span)]
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize("dataset", DATASETS)
def test_real_pages(data_home: Path, dataset: str) -> None:
    for _, data in list(pages_of(data_home, dataset))[::3]:
        page = read_page(data)
        for block in page.blocks:
            span = block.source_span
            assert span is not None
            written = re.sub(r"<[^<>]*>|\s", "", page.original[span.start : span.end])
            assert len(written) >= len(_squeezed(block.text)) or "<" in block.text


@pytest.mark.parametrize(
    ("raw", "text", "offsets"),
    [
        ("abc", "abc", [0, 1, 2, 3]),
        ("&amp;", "&", [0, 5]),
        ("a&lt;b", "a<b", [0, 1, 5, 6]),
        ("&ampd", "&d", [0, 4, 5]),
        ("&bne;", "=\u20e5", [0, 0, 5]),
        ("&semi;x", ";x", [0, 6, 7]),
        ("& x &y; z", "& x &y; z", list(range(10))),
    ],
)
def test_offsets_of_characters(raw: str, text: str, offsets: list[int]) -> None:
    assert character_offsets(raw, text) == offsets


@pytest.mark.parametrize(
    "unit",
    [
        "<p>some words &amp; more</p>",
        "<td>a</td>moved",
        "<option>one<p>one",
        "&amp;",
        "<p>&#",
        "<noscript>x</noscript>",
    ],
)
def test_the_cost_is_linear(unit: str) -> None:
    assert_linear(lambda times: [block.source_span for block in read_page(unit * times).blocks], 1500)
