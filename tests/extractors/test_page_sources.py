"""Extraction from files and URLs, and errors for what is no page."""

from pathlib import Path

import pytest

import maintext
from maintext.errors import FetchError, NotAPage, PageError, TooLarge
from maintext.fetch import Fetched

PAGE = "<title>Weirs</title><p>Die Mühle steht am Wehr.</p>"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "did a download fail"),
        (3, "not int"),
        ("https://mill.example/weir", r"extract_url\(url\)"),
        (" http://mill.example/ \n", r"extract_url\(url\)"),
        ("pages/weir.html", r"extract_file\(path\)"),
        ("weir.htm", r"extract_file\(path\)"),
        (Path("weir.html"), r"extract_file\(path\)"),
    ],
)
def test_what_is_no_page_is_refused_with_the_right_call(given: object, message: str) -> None:
    with pytest.raises(NotAPage, match=message):
        maintext.extract(given, extractor="all")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "a weir", "See https://mill.example/ for more", "<p>weir.html", "read weir.html"])
def test_text_without_markup_is_a_page(text: str) -> None:
    assert maintext.extract(text, extractor="all").page.source == text


def test_a_file_is_extracted_from_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "weir.html"
    file.write_bytes(PAGE.encode("utf-16"))
    found = maintext.extract_file(file, url="https://mill.example/weir", extractor="all")
    assert (found.text, found.url, found.encoding.source) == (
        "Die Mühle steht am Wehr.",
        "https://mill.example/weir",
        "bom",
    )


def test_a_file_that_is_missing_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="cannot be read"):
        maintext.extract_file(tmp_path / "none.html")
    (tmp_path / "weir.html").write_text(PAGE)
    with pytest.raises(TooLarge):
        maintext.extract_file(tmp_path / "weir.html", max_bytes=10)


def test_a_url_is_extracted_with_the_charset_and_the_address_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, **limits: object) -> Fetched:
        assert limits == {"timeout": 5, "max_bytes": 1000, "private": False}
        return Fetched(f"{url}/weir", PAGE.encode("latin-1"), "iso-8859-1", "text/html")

    monkeypatch.setattr("maintext.fetch.fetch", fetch)
    found = maintext.extract_url("https://mill.example", timeout=5, max_bytes=1000, private=False, extractor="all")
    assert (found.text, found.url) == ("Die Mühle steht am Wehr.", "https://mill.example/weir")
    assert found.encoding.source == "transport"


def test_a_url_with_a_private_address_is_refused_on_request() -> None:
    with pytest.raises(FetchError):
        maintext.extract_url("http://127.0.0.1:9/", private=False)
