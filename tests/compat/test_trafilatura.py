"""trafilatura's functions by maintext: the examples of its README and documentation with the import replaced."""

import csv
import importlib.util
import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maintext.compat.trafilatura import Document, bare_extraction, extract, extract_metadata, fetch_url, html2txt
from maintext.errors import BadParameter
from tests.bundled import bundled
from tests.fetch.server import ANSWERS, serving

NEWS = bundled("news-inline-ads").data
COMMENTS = bundled("blog-long-comments").data
TITLE = "Ferry terminal rebuild delayed until autumn after piles fail inspection"
URL = "https://www.harbor-gazette.example/news/2024/03/ferry-terminal-rebuild-delayed"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setitem(ANSWERS, "/news", lambda handler: handler.reply(body=NEWS))
    with serving() as address:
        yield address


def test_the_readme(site: str) -> None:
    downloaded = fetch_url(f"{site}/news")
    text = extract(downloaded)
    assert text is not None
    assert text.startswith("The rebuilding of the Kestrel Point ferry terminal")
    values = json.loads(extract(downloaded, output_format="json", with_metadata=True) or "")
    assert (values["title"], values["author"], values["text"]) == (TITLE, "Maren Oduya", text)


def test_the_package_under_its_own_name(site: str) -> None:
    code = f"""
import maintext.compat.trafilatura as trafilatura
downloaded = trafilatura.fetch_url({f"{site}/news"!r})
print(trafilatura.extract(downloaded, include_comments=False, include_tables=True, no_fallback=True) is not None)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@pytest.mark.parametrize("path", ["/missing", "/pdf", "/hang-up"])
def test_a_url_without_a_page_is_none_and_a_message(site: str, path: str, caplog: pytest.LogCaptureFixture) -> None:
    assert fetch_url(site + path) is None
    assert site in caplog.text or "not a web page" in caplog.text


@pytest.mark.parametrize("content", [None, "", b"", b"%PDF-1.7\n", "https://page.example/", "<p>"])
def test_what_is_no_page_is_none(content: Any) -> None:
    assert extract(content) is None
    assert bare_extraction(content) is None


def test_formats() -> None:
    text = extract(NEWS)
    assert text is not None
    assert extract(NEWS, output_format="txt") == text
    assert "## What happens now" in (extract(NEWS, output_format="markdown") or "")
    assert "<h2>What happens now</h2>" in (extract(NEWS, output_format="html") or "")
    assert json.loads(extract(NEWS, output_format="json") or "") == {"text": text, "comments": ""}
    document = ET.fromstring(extract(NEWS, URL, output_format="xml", with_metadata=True) or "")
    assert (document.tag, document.get("title"), document.get("url")) == ("doc", TITLE, URL)
    headings = document.findall("main/head[@rend='h2']")
    assert headings[0].text == "What happens now"
    assert "<teiHeader>" in (extract(NEWS, output_format="xmltei") or "")
    (row,) = csv.reader(io.StringIO(extract(NEWS, URL, "id 7", output_format="csv") or ""), delimiter="\t")
    assert (len(row), row[0], row[1], row[4], row[7]) == (11, URL, "id 7", TITLE, text)
    with pytest.raises(BadParameter, match="docx"):
        extract(NEWS, output_format="docx")


def test_text_is_plain_unless_formatting_links_or_images_are_included() -> None:
    html = "<p>A paragraph about <b>ferries</b> and <a href=https://a.example/x>harbors</a> that has enough words.</p>"
    assert extract(html) == "A paragraph about ferries and harbors that has enough words."
    assert extract(html, include_formatting=True) == "A paragraph about **ferries** and harbors that has enough words."
    assert "[harbors](https://a.example/x)" in (extract(html, include_links=True) or "")


def test_comments_stand_after_the_text_or_not_at_all() -> None:
    whole, text = extract(COMMENTS), extract(COMMENTS, include_comments=False)
    assert whole is not None
    assert text is not None
    document = bare_extraction(COMMENTS)
    assert document is not None
    assert whole == f"{document.text}\n{document.comments}"
    assert document.text == text
    assert "The wheel was fine, the phone was not." in (document.comments or "")


def test_bare_extraction_gives_text_and_metadata() -> None:
    document = bare_extraction(NEWS, url=URL, with_metadata=True)
    assert isinstance(document, Document)
    assert (document.title, document.author, document.date) == (TITLE, "Maren Oduya", "2024-03-14")
    assert (document.url, document.hostname, document.sitename) == (URL, "harbor-gazette.example", "Harbor Gazette")
    values = bare_extraction(NEWS, url=URL, as_dict=True)
    assert values == document.as_dict()
    assert document.extraction is not None
    assert document.extraction.markdown


def test_metadata() -> None:
    document = extract_metadata(NEWS, default_url=URL)
    assert (document.title, document.author, document.date, document.text) == (TITLE, "Maren Oduya", "2024-03-14", None)
    assert extract_metadata(NEWS, author_blacklist={"maren oduya"}).author is None
    assert extract_metadata("").title is None
    assert extract_metadata(None) == Document()


def test_pages_that_are_not_wanted_are_none() -> None:
    assert extract(NEWS, target_language="en") is not None
    assert extract(NEWS, target_language="de") is None
    assert extract(NEWS, only_with_metadata=True) is not None
    assert extract("<p>words " * 30, only_with_metadata=True) is None
    assert extract(NEWS, URL, url_blacklist={URL}) is None


def test_precision_and_recall() -> None:
    precise, complete = extract(NEWS, favor_precision=True), extract(NEWS, favor_recall=True)
    assert len(precise or "") <= len(extract(NEWS) or "") <= len(complete or "")


def test_all_text() -> None:
    assert html2txt("<body><p>Here</p> and  there<p hidden>x</p></body>") == "Here and there"
    assert html2txt("<body><p>Here<p hidden>x</p></body>", clean=False) == "Here x"


def test_settings_without_effect_bring_a_warning() -> None:
    with pytest.warns(UserWarning, match="deduplicate has no effect in maintext: maintext corpus"):
        assert extract(NEWS, deduplicate=True)
    with pytest.warns(UserWarning, match="tei_validation"):
        assert extract(NEWS, output_format="xmltei", tei_validation=True)


def test_settings_that_would_change_the_text_are_an_error() -> None:
    with pytest.raises(BadParameter, match="prune_xpath"):
        extract(NEWS, prune_xpath="//aside")
    with pytest.raises(TypeError, match="include_everything"):
        extract(NEWS, include_everything=True)  # type: ignore[call-arg]


def test_a_tree_and_a_response_are_pages() -> None:
    lxml_html = pytest.importorskip("lxml.html")

    class Response:
        data = NEWS

    assert extract(Response()) == extract(NEWS)
    assert extract(lxml_html.fromstring(NEWS)) == extract(NEWS)
    with pytest.raises(TypeError, match="not PosixPath"):
        extract(Path("page.html"))


@pytest.mark.skipif(importlib.util.find_spec("trafilatura") is None, reason="trafilatura is not installed")
def test_json_has_the_keys_of_trafilatura() -> None:
    import trafilatura

    for with_metadata in (False, True):
        theirs = trafilatura.extract(NEWS.decode(), output_format="json", with_metadata=with_metadata)
        ours = extract(NEWS, output_format="json", with_metadata=with_metadata)
        assert json.loads(ours or "").keys() == json.loads(theirs or "").keys()
    names = set(trafilatura.settings.Document.__slots__) - {"body", "commentsbody"}
    assert names == (bare_extraction(NEWS, as_dict=True) or {}).keys()
