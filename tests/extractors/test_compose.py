"""Chains, fallbacks and votes."""

from dataclasses import dataclass

import pytest

import maintext
from maintext.errors import BadParameter
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.extractors.compose import Chain
from maintext.page import Page, read_page
from tests.bundled import SLUGS, bundled
from tests.extractors.adapters.peers import needs

PAGE = "<nav>" + "<a>Home</a><br><br>" * 5 + "</nav>" + "<p>The ferry is late again today, they say.</p>" * 3


def test_a_chain_keeps_no_more_than_its_first_part() -> None:
    for slug in SLUGS[:20]:
        page = read_page(bundled(slug).data)
        first = EXTRACTORS.build("longest-cell").extract(page)
        both = EXTRACTORS.build("longest-cell|density").extract(page)
        assert len(both.text) <= len(first.text)


def test_a_chain_of_extractors_that_keep_everything_changes_nothing() -> None:
    page = read_page(PAGE)
    assert EXTRACTORS.build("all|all|all").extract(page).text == page.text


def test_a_chain_stops_where_nothing_is_left() -> None:
    found = maintext.extract(PAGE, extractor="nothing|density")
    assert found.text == ""
    assert found.reason


def test_the_second_of_a_chain_sees_the_markup_of_what_the_first_kept() -> None:
    page = "<h2>The harbor</h2><ul><li>The ferry is late.</li></ul><p>The <a href=/a>timetable</a> is new.</p>"
    found = maintext.extract(page, extractor=Chain((EXTRACTORS.build("all"), Markup())))
    assert found.text.split() == ["h2", "ul", "li", "p", "a"]


def test_the_second_of_a_chain_sees_the_html_that_the_first_returns() -> None:
    found = maintext.extract(PAGE, extractor=Chain((ReturnsHtml(), Markup())))
    assert found.text.split() == ["blockquote", "p"]


@dataclass(frozen=True, slots=True)
class Markup(Extractor):
    """Return the tags of the page."""

    def extract(self, page: Page) -> Extraction:
        tags = [tag for tag in page.tree.tags if tag not in ("html", "head", "body", "br")]
        return Extraction(page, str(self), given=" ".join(tags))


@dataclass(frozen=True, slots=True)
class ReturnsHtml(Extractor):
    """Return HTML of its own, as libraries do."""

    def extract(self, page: Page) -> Extraction:
        html = "<blockquote><p>The ferry.</p></blockquote>"
        return Extraction(page, str(self), given="The ferry.", raw=html, media_type="text/html")


@needs("readability-lxml")
def test_a_chain_runs_on_a_library_s_html() -> None:
    found = maintext.extract(bundled("news-inline-ads").data, extractor="readability-lxml|density")
    assert "Kestrel Point" in found.text


def test_a_fallback_is_taken_only_where_there_is_nothing() -> None:
    assert maintext.extract(PAGE, extractor="nothing||all").text == read_page(PAGE).text
    assert maintext.extract(PAGE, extractor="density||all").text == maintext.extract(PAGE, extractor="density").text


def test_a_fallback_says_why_all_gave_nothing() -> None:
    assert maintext.extract("", extractor="density||all").reason == "the page has no text"


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        ("vote(all, all, nothing)", True),
        ("vote(all, nothing, nothing)", False),
        ("vote(all, nothing)", False),
        ("vote(all, nothing, share=0.4)", True),
        ("vote(all)", True),
    ],
)
def test_a_vote_needs_more_than_its_share(spec: str, kept: bool) -> None:
    assert all(keep is kept for keep in maintext.extract(PAGE, extractor=spec).kept)


@pytest.mark.parametrize("spec", ["vote", "chain(all)", "fallback(all)", "vote(all, share=1.5)"])
def test_too_few_parts_or_a_wrong_share_are_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        EXTRACTORS.build(spec)


@pytest.mark.parametrize(
    "spec",
    ["density|all", "density|all||nothing", "vote(density, all|simple-mss, share=0.9)", "(all||nothing)|density"],
)
def test_what_is_composed_prints_and_parses_back(spec: str) -> None:
    built = EXTRACTORS.build(spec)
    assert str(built) == spec
    assert EXTRACTORS.build(str(built)) == built
