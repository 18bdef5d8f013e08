"""Adapters to Python libraries."""

from contextlib import suppress

import pytest

import maintext
from maintext.errors import ExtractionError, ExtractorMissing
from maintext.extractors import EXTRACTORS
from maintext.extractors.foreign.justext_library import JustextLibrary
from maintext.extractors.foreign.library import LibraryExtractor
from tests.bundled import bundled

NEWS = bundled("news-inline-ads").data


@pytest.mark.parametrize("name", ["justext-library", "readability-lxml"])
def test_a_library_finds_the_article(name: str) -> None:
    found = maintext.extract(NEWS, extractor=name)
    assert "Kestrel Point" in found.text
    assert found.raw
    assert any(found.kept)
    assert not all(found.kept)


def test_html_becomes_text_by_our_own_renderer() -> None:
    found = maintext.extract(NEWS, extractor="readability-lxml")
    assert found.media_type == "text/html"
    assert found.raw is not None
    assert "<" in found.raw
    assert "<p" not in found.text


def test_an_unknown_stop_list_is_one_clear_error() -> None:
    with pytest.raises(ExtractionError, match="Klingon"):
        maintext.extract(NEWS, extractor="justext-library(language=Klingon)")


def test_without_a_stop_list_links_still_go() -> None:
    found = maintext.extract(bundled("article-ru-windows-1251").data, extractor="justext-library(language=none)")
    assert any(found.kept)
    assert not all(found.kept)


def test_a_library_that_is_not_here_says_how_to_get_it() -> None:
    class Absent(JustextLibrary):
        module = "no_such_module_anywhere"

    assert Absent.missing() == "pip install 'maintext[peers]'"
    with pytest.raises(ExtractorMissing, match="pip install"):
        Absent().extract(maintext.read_page(NEWS))


@pytest.mark.parametrize("name", ["justext-library", "readability-lxml"])
def test_version_and_license_are_told(name: str) -> None:
    cls = EXTRACTORS.load(name)
    assert issubclass(cls, LibraryExtractor)
    assert cls.version()[0].isdigit()
    assert cls.license


@pytest.mark.parametrize("name", ["justext-library", "readability-lxml"])
def test_an_empty_page_is_no_crash(name: str) -> None:
    with suppress(ExtractionError):
        assert maintext.extract("", extractor=name).text == ""
