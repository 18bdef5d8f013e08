"""Adapters to Python libraries."""

import socket
from importlib.util import find_spec

import pytest

import maintext
from maintext.errors import ExtractionError, ExtractorMissing
from maintext.extractors import EXTRACTORS
from maintext.extractors.adapters.libraries import Boilerpy3, JustextLibrary
from maintext.extractors.adapters.library import LibraryExtractor
from tests.bundled import bundled
from tests.extractors.adapters.peers import installed, needs

NEWS = bundled("news-inline-ads").data
NAMES = [
    "justext-library",
    "readability-lxml",
    "trafilatura",
    "boilerpy3",
    "goose3",
    "newspaper4k",
    "resiliparse",
    "turbohtml",
    "inscriptis",
]
VARIANTS = [
    "trafilatura-fast",
    "trafilatura-precision",
    "trafilatura-recall",
    "trafilatura(comments=False)",
    "trafilatura(output=html)",
    "resiliparse(main=False)",
    "goose3(language=de)",
    "newspaper4k(language=en)",
    *(
        f"boilerpy3(recipe={recipe})"
        for recipe in ("article-sentences", "canola", "default", "keep-everything", "num-words-rules")
    ),
]


@pytest.mark.parametrize("spec", installed([*NAMES, *VARIANTS]))
def test_a_library_finds_the_article(spec: str) -> None:
    found = maintext.extract(NEWS, extractor=spec)
    assert "The rebuilding of the Kestrel Point ferry terminal" in " ".join(found.text.split())
    assert found.raw
    assert any(found.kept)


@pytest.mark.parametrize("name", installed(name for name in NAMES if name != "inscriptis"))
def test_a_library_leaves_something_out(name: str) -> None:
    assert not all(maintext.extract(NEWS, extractor=name).kept)


@needs("trafilatura")
def test_trafilatura_gives_html_with_links_and_formatting() -> None:
    found = maintext.extract(NEWS, extractor="trafilatura(output=html)", url="http://news.example/a")
    assert found.media_type == "text/html"
    assert "<p>" in (found.raw or "")
    assert "href=" in (found.raw or "")
    assert "<p>" not in found.text


@needs("boilerpy3")
def test_every_recipe_of_boilerpy3_is_there() -> None:
    from boilerpy3 import extractors

    theirs = {name for name in dir(extractors) if name.endswith("Extractor") and name != "Extractor"}
    assert len(theirs) == 7
    for recipe in Boilerpy3.__annotations__["recipe"].__args__:
        theirs.remove("".join(word.capitalize() for word in recipe.split("-")) + "Extractor")
    assert not theirs


@needs("trafilatura")
def test_variants_of_trafilatura_differ() -> None:
    def found(slug: str, spec: str) -> str:
        return maintext.extract(bundled(slug).data, extractor=spec).text

    shop = [len(found("listing-jobs", spec)) for spec in ("trafilatura-precision", "trafilatura", "trafilatura-recall")]
    assert shop == sorted(set(shop))
    assert found("mailinglist-pre", "trafilatura-fast") != found("mailinglist-pre", "trafilatura")
    assert found("blog-long-comments", "trafilatura(comments=False)") != found("blog-long-comments", "trafilatura")


@pytest.mark.parametrize("spec", installed(NAMES))
@pytest.mark.parametrize("url", [None, "http://site.example/a/story.html"])
def test_no_library_touches_the_network(spec: str, url: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        pytest.fail(f"{spec} went to the network: {arguments}")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse, raising=False)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    page = NEWS.replace(
        b"<head>", b'<head><meta http-equiv=refresh content="0;url=http://elsewhere.example/">'
        b'<meta property="og:image" content="http://elsewhere.example/x.png">',
    )  # fmt: skip
    assert page != NEWS
    assert maintext.extract(page, extractor=spec, url=url).text


@needs("readability-lxml")
def test_html_becomes_text_by_our_own_renderer() -> None:
    found = maintext.extract(NEWS, extractor="readability-lxml")
    assert found.media_type == "text/html"
    assert found.raw is not None
    assert "<" in found.raw
    assert "<p" not in found.text


@needs("justext-library")
def test_an_unknown_stop_list_is_one_clear_error() -> None:
    with pytest.raises(ExtractionError, match="Klingon"):
        maintext.extract(NEWS, extractor="justext-library(language=Klingon)")


@needs("justext-library")
def test_without_a_stop_list_links_still_go() -> None:
    found = maintext.extract(bundled("article-ru-windows-1251").data, extractor="justext-library(language=none)")
    assert any(found.kept)
    assert not all(found.kept)


@needs("justext-library")
def test_what_a_library_raises_is_one_clear_line() -> None:
    class Broken(JustextLibrary):
        def call(self, html: str, url: str | None) -> str:
            raise RecursionError("too\ndeep")

    with pytest.raises(ExtractionError, match=r"^jusText cannot read the page: RecursionError: too deep$"):
        Broken().extract(maintext.read_page(NEWS))


def test_a_library_that_is_not_here_says_how_to_get_it() -> None:
    class Absent(JustextLibrary):
        module = "no_such_module_anywhere"

    assert Absent().missing() == "pip install 'maintext[peers]'"
    Absent.extra = "more-peers"
    assert Absent().missing() == "pip install 'maintext[more-peers]'"
    with pytest.raises(ExtractorMissing, match="pip install"):
        Absent().extract(maintext.read_page(NEWS))


@pytest.mark.parametrize("name", installed(NAMES))
def test_version_and_license_are_told(name: str) -> None:
    extractor = EXTRACTORS.build(name)
    assert isinstance(extractor, LibraryExtractor)
    assert find_spec(extractor.module or extractor.distribution)
    assert extractor.version()[0].isdigit()
    assert extractor.license


@pytest.mark.parametrize("name", installed(NAMES))
def test_an_empty_page_has_no_text_and_says_why(name: str) -> None:
    found = maintext.extract("", extractor=name)
    assert found.text == ""
    assert found.reason
