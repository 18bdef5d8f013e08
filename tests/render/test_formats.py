"""Formats and switches, from Python: every one of them, and what other tools call them."""

import json
from typing import Any

import pytest
import yaml

from maintext import EXTRACTORS, Extraction, MaintextError, extract, read_page
from maintext.extractors.formats import FORMATS, SYNONYMS
from tests.bundled import bundled

HTML = """<title>Weir</title><meta name=author content="Ada Quill"><article><h2>One</h2>
<p>See <a href="/x">this</a> and <b>that</b>. <img src="/i.png" alt="a boat" width=300></p>
<table><tr><th>a<th>b<tr><td>1<td>2</table></article>"""


def test_every_format_is_made() -> None:
    page = extract(HTML, extractor="all", url="https://e.example/a/")
    assert page.markdown.startswith(
        "## One\n\nSee [this](https://e.example/x) and **that**. ![a boat](https://e.example/i.png)"
    )
    assert page.html.startswith("<article>\n<h2>One</h2>\n")
    assert json.loads(page.to_json())["metadata"]["authors"] == ["Ada Quill"]
    assert "<author>Ada Quill</author>" in page.to_tei()
    assert page.render("cleaneval").splitlines()[0] == "<h>One"
    assert page.render("text") == page.text
    assert all(page.render(name) for name in FORMATS)


def test_the_format_of_cleaneval_holds_visible_text_only() -> None:
    html = '<h2>A <img src=1.png alt="blue boat"></h2><p>See <b><img src=2.png alt="red boat"> this</b>.</p>'
    assert extract(html, extractor="all").render("cleaneval") == "<h>A\n\n<p>See this."


@pytest.mark.parametrize(
    ("switch", "gone", "stays"),
    [
        ("include_links", "e.example/x", "See this and"),
        ("include_images", "boat", "that"),
        ("include_tables", "| 1 |", "that"),
        ("include_formatting", "**", "and that"),
    ],
)
def test_switches(switch: str, gone: str, stays: str) -> None:
    with_it = extract(HTML, extractor="all", url="https://e.example/").markdown
    off: dict[str, Any] = {switch: False}
    without = extract(HTML, extractor="all", url="https://e.example/", **off).markdown
    assert gone in with_it
    assert gone not in without
    assert stays in without
    assert without == extract(HTML, extractor="all", url="https://e.example/").render("markdown", **off)


def test_cells_are_paragraphs_without_tables() -> None:
    assert extract(HTML, extractor="all", include_tables=False).markdown.endswith("\n\na\n\nb\n\n1\n\n2")


@pytest.mark.parametrize(("name", "meant"), SYNONYMS.items())
def test_other_tools_names_for_formats(name: str, meant: str) -> None:
    assert extract(HTML, extractor="all", output_format=name).output == extract(HTML, extractor="all").render(meant)


def test_a_format_that_does_not_exist() -> None:
    with pytest.raises(MaintextError, match="did you mean markdown"):
        extract(HTML, output_format="markdwn")


def test_a_switch_is_true_or_false() -> None:
    with pytest.raises(MaintextError, match="include_links is True or False"):
        extract(HTML, include_links="yes")


def test_metadata_over_markdown() -> None:
    made = extract(HTML, extractor="all", with_metadata=True).markdown
    _, header, text = made.split("---\n", 2)
    assert yaml.safe_load(header)["author"] == "Ada Quill"
    assert text.strip().startswith("## One")


def test_an_extractor_that_gives_html_is_rendered_from_it() -> None:
    page = read_page("<p>x</p>", url="https://e.example/")
    found = Extraction(page, "mine", given="A b", raw="<h2>A</h2><p><a href='/q'>b</a>", media_type="text/html")
    assert found.markdown == "## A\n\n[b](https://e.example/q)"


def test_an_extractor_that_gives_text_is_rendered_from_it() -> None:
    page = read_page("<h2>One two</h2><ul><li>three four<li>five six</ul><p>seven</p>")
    of_blocks = Extraction(page, "mine", given="One two\nthree four\nfive six")
    assert of_blocks.markdown == "## One two\n\n- three four\n- five six"
    of_its_own = Extraction(page, "mine", given="* Something\nelse")
    assert of_its_own.markdown == "\\* Something\n\nelse"
    assert of_its_own.html == "<article>\n<p>* Something</p>\n<p>else</p>\n</article>"


def test_markdown_that_was_given_stays_as_it_is() -> None:
    found = Extraction(read_page("<p>x"), "mine", given="A b", raw="## A\n\nb\n", media_type="text/markdown")
    assert found.markdown == "## A\n\nb"


@pytest.mark.parametrize("spec", ["all", "density", "readability", "longest-cell", "boilerpipe", "nothing"])
@pytest.mark.parametrize("slug", ["qa-code-answers", "wiki-infobox", "login-wall"])
def test_every_format_of_every_kind_of_extractor(slug: str, spec: str) -> None:
    found = EXTRACTORS.build(spec).extract(read_page(bundled(slug).data))
    for name in FORMATS:
        assert isinstance(found.render(name), str)
    assert bool(found.markdown) == bool(found.text)
