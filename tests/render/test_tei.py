"""TEI: valid by the schema we ship, and read back."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from lxml import etree

import maintext.render
from maintext import Extraction, extract
from maintext.page.metadata import read_metadata
from maintext.render.document_builder import read_document
from maintext.render.tei import NAMESPACE, render_tei
from maintext.render.text import render_plain
from tests.render.golden import ALL_SLUGS, golden
from tests.render.rendered import document_of
from tests.render.test_every_text_once import PAGES

TEI = f"{{{NAMESPACE}}}"


@cache
def schema() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(Path(maintext.render.__file__).parent / "schema" / "tei.rng"))


def check(tei: str) -> etree._Element:
    root = etree.fromstring(tei.encode("utf-8"))
    assert schema().validate(root), f"{schema().error_log}\n{tei}"
    return root


@pytest.mark.parametrize("slug", ALL_SLUGS)
def test_golden_pages_are_valid(slug: str) -> None:
    page = golden(slug)
    for kept in (page.kept, [True] * len(page.kept)):
        check(render_tei(read_document(page.page, kept), read_metadata(page.page)))


@settings(max_examples=150, deadline=None)
@given(PAGES)
def test_any_page_is_valid(html: str) -> None:
    page, document = document_of(html)
    check(render_tei(document, read_metadata(page)))


def test_signs_that_xml_forbids_are_left_out() -> None:
    found = extract("<title>a\x0bb</title><p>one\x00two\x1fthree \ufffe &#xD800; four</p>", extractor="all")
    root = check(found.to_tei())
    assert "four" in "".join(root.itertext())


def test_an_empty_page_is_a_valid_file() -> None:
    check(extract("", extractor="all").to_tei())


@pytest.mark.parametrize(
    "slug", ["nested-lists", "table-spans", "poem-and-address", "qa-code-answers", "legal-nested-terms"]
)
def test_a_tei_library_reads_every_word(slug: str) -> None:
    tei_reader = pytest.importorskip("tei_reader")
    page = golden(slug)
    document = read_document(page.page, page.kept)
    read = tei_reader.TeiReader().read_string(render_tei(document, read_metadata(page.page))).text
    # The library puts what follows a line break before it, so the order is not compared.
    assert Counter("".join(read.split())) == Counter("".join(render_plain(document).split()))


class Reader:
    """A reader of TEI that knows nothing of maintext: title, authors, date, and the text by divisions."""

    def __init__(self, tei: str) -> None:
        self.root = etree.fromstring(tei.encode("utf-8"))

    def one(self, path: str) -> str:
        return self.root.xpath(f"string(//t:{path})", namespaces={"t": NAMESPACE})  # type: ignore[no-any-return]

    def heads(self) -> list[str]:
        return [" ".join("".join(head.itertext()).split()) for head in self.root.iter(f"{TEI}head")]

    def outline(self) -> list[int]:
        """How deep each division is nested."""
        return [len(list(division.iterancestors(f"{TEI}div"))) for division in self.root.iter(f"{TEI}div")]


def test_a_reader_gets_everything_back() -> None:
    html = (
        '<html lang="en"><head><title>Weir</title><meta name="author" content="Ada Quill">'
        '<meta property="article:published_time" content="2024-03-05"></head><body>'
        "<h1>Weir</h1><p>One <b>bold</b> word.</p><h2>Parts</h2><ul><li>gate<li>sill</ul><h3>Gate</h3><p>x<h2>Use</h2>"
        "<table><tr><th>a<th>b<tr><td>1<td>2</table><pre>  two\n lines</pre></body>"
    )
    found = extract(html, extractor="all", url="https://e.example/weir")
    assert isinstance(found, Extraction)
    reader = Reader(found.to_tei())
    assert reader.one("titleStmt/t:title") == "Weir"
    assert reader.one("titleStmt/t:author") == "Ada Quill"
    assert reader.one("bibl/t:date/@when") == "2024-03-05"
    assert reader.one("bibl/t:ptr/@target") == "https://e.example/weir"
    assert reader.heads() == ["Weir", "Parts", "Gate", "Use"]
    assert reader.outline() == [0, 1, 2, 1]
    assert reader.one("hi[@rend='bold']") == "bold"
    assert [cell.text for cell in reader.root.iter(f"{TEI}cell")] == ["a", "b", "1", "2"]
    assert reader.one("ab[@type='code']") == "  two\n lines"
