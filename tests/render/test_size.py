"""Output stays a small multiple of the input, and rendering stays linear, whatever a page tries."""

import tracemalloc

import pytest

from maintext import read_page
from maintext.page.metadata import read_metadata
from maintext.render.cleaneval_output import render_cleaneval
from maintext.render.document_builder import read_document
from maintext.render.html import render_html
from maintext.render.markdown import render_markdown
from maintext.render.tei import render_tei
from tests.clock import seconds

TEN_THOUSAND = 10_000
BOMBS = {
    "colspan": "<table>" + "<tr><td colspan=9007199254740991>a<td>b" * 300 + "</table>",
    "wide spans": "<table><tr>" + "<td>x" * 500 + "<tr><td colspan=499>a<td>b" * 500 + "</table>",
    "rowspan": "<table><tr>" + "<td rowspan=65534>a" * 300 + "<tr><td>b" * 1000 + "</table>",
    "both spans": "<table>" + "<tr><td rowspan=1000 colspan=1000>a<td>b" * 300 + "</table>",
    "ragged": "<table><tr>" + "<td>x" * 1000 + "<tr><td>y" * 1000 + "</table>",
    "nested tables": "<table><tr><td>a<td>b<tr><td>" * 200 + "x",
    "nested lists": "<ul><li>x" * 500,
    "nested quotes": "<blockquote><p>x" * 500,
    "nested quotes around much": "<blockquote>" * 500 + "<p>x" * 2000,
    "nested styles": "<b><i><u><code>" * 200 + "x",
    "styles side by side": "<p>" + "<b>x</b>" * TEN_THOUSAND,
    "styles in turn": "<p>" + "<b>x</b><i>y</i>" * 5000,
    "links": "<p>" + "<a href=/x>y</a>" * TEN_THOUSAND,
    "breaks": "<p>" + "x<br>" * TEN_THOUSAND,
    "one long code": "<pre>" + "```" * TEN_THOUSAND,
    "code lines": "<pre>" + "<div>x</div>" * 5000,
    "stars": "<p>" + "*" * TEN_THOUSAND,
    "definitions": "<dl>" + "<dt>a<dd>b" * 5000,
    "notes": "<p>" + "<sup><a href=#n1>1</a></sup>" * 2000 + "<ol><li id=n1>x</ol>",
    "formulas": "<p>" + "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>" * 2000,
    "deep formula": "<math>" + "<msqrt>" * 400 + "<mi>x</mi>",
    "images": "<p>x" + "<img src=/a.png alt=b>" * 5000 + "y",
    "long address": f"<p><a href='/{'x' * 100_000}'>y</a>",
    "base repeated": "<base href='https://www.example.org/" + "x" * 3000 + "/'>" + "<p><a href=b>c</a>" * 30,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_output_is_a_small_multiple_of_the_input(name: str) -> None:
    source = BOMBS[name]
    page = read_page(source, url="https://www.example.org/")
    document = read_document(page, [True] * len(page.blocks))
    metadata = read_metadata(page)
    limit = (40 if name == "base repeated" else 12) * len(source) + 2000
    for made in (
        render_markdown(document), render_html(document), render_tei(document, metadata), render_cleaneval(document)
    ):  # fmt: skip
        assert len(made) <= limit


@pytest.mark.parametrize("name", BOMBS)
def test_no_page_stalls_the_rendering(name: str) -> None:
    page = read_page(BOMBS[name], url="https://www.example.org/")
    kept = [True] * len(page.blocks)
    assert seconds(lambda: (render_markdown(read_document(page, kept)), render_html(read_document(page, kept)))) < 3


def test_a_link_takes_little_memory_while_the_document_is_built() -> None:
    page = read_page("<p>" + '<a href="/x">word</a> ' * TEN_THOUSAND)
    tracemalloc.start()
    try:
        read_document(page, [True])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 250 * TEN_THOUSAND
