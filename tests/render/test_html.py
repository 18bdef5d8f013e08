"""HTML: nothing in it runs, and it is HTML."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from maintext import Extraction, extract, read_page
from maintext.page.parsing.tree import linearize
from maintext.render.links import SAFE_SCHEMES, Links
from tests.render.attacks import ATTACKS

ELEMENTS = frozenset(
    """
    html head body article p h1 h2 h3 h4 h5 h6 pre code ul ol li blockquote table caption thead tbody tr th td figure
    figcaption dl dt dd hr a strong em del sub sup u mark q img span br input meta title link
    """.split()
)
ATTRIBUTES = frozenset(
    """
    lang dir href src alt colspan rowspan start class id role type checked disabled charset name content rel
    """.split()
)
ADDRESSES = ("href", "src")


def assert_harmless(html: str) -> None:
    """Only known elements with known attributes, and addresses that lead to documents."""
    tree = linearize(html)
    for tag, attributes in zip(tree.tags, tree.elements, strict=True):
        assert tag in ELEMENTS, html
        for name, written in attributes:
            value = written or ""
            assert name in ATTRIBUTES, html
            if name in ADDRESSES and not value.startswith("#"):
                scheme, colon, _ = value.partition(":")
                assert not colon or scheme.lower() in SAFE_SCHEMES or not scheme.isalnum(), html
            if name == "type":
                assert value == "checkbox", html


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "around", ["{}", "<p>before {} after</p>", "<div><figure>{}<figcaption>cap</figcaption></figure></div>"]
)
def test_nothing_runs(attack: str, around: str) -> None:
    page = f"<p>Some text before it.</p>{around.format(attack)}<p>Some text after it.</p>"
    for url in (None, "https://www.example.org/a/b"):
        found = extract(page, extractor="all", url=url)
        assert_harmless(found.html)
        assert_harmless(found.render("html", with_metadata=True))
        assert_harmless(MarkdownIt("commonmark", {"html": True}).enable("table").render(found.markdown))


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_another_extractor_gives_is_cleaned_too(attack: str) -> None:
    page = read_page("<p>x</p>")
    found = Extraction(page, "mine", given="x", raw=f"<div><p>x</p>{attack}</div>", media_type="text/html")
    assert_harmless(found.html)


def test_there_are_enough_attacks() -> None:
    assert len(set(ATTACKS)) >= 100


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            "java script : \t \n &#9; data http // x vb \x00 \u200b %3A &colon; \x7f".split(" ")
        ),
        min_size=1, max_size=8,
    ).map("".join)
)  # fmt: skip
def test_no_address_runs(address: str) -> None:
    for url in (None, "https://www.example.org/"):
        assert_harmless(extract(f'<p>a <a href="{address}">b</a></p>', extractor="all", url=url).html)


@pytest.mark.parametrize(
    ("written", "resolved"),
    [
        ("x.html", "https://e.example/a/x.html"),
        ("../x y", "https://e.example/x%20y"),
        ("?q", "https://e.example/a/b?q"),
        ("//o.example/z", "https://o.example/z"),
        ("mailto:a@e.example", "mailto:a@e.example"),
        ("HTTPS://o.example/", "https://o.example/"),
        ("javascript:x", ""),
        ("  JAVASCRIPT:x", ""),
        ("http://[broken", "http://[broken"),
        ("//[broken", ""),
        ("", ""),
        ("x" * 5000, ""),
    ],
)
def test_links_are_resolved(written: str, resolved: str) -> None:
    assert Links("https://e.example/a/b").resolve(written) == resolved


def test_the_whole_page_as_html() -> None:
    found = extract('<title>T</title><meta name=author content="A B"><p>x', extractor="all", with_metadata=True)
    assert found.html.startswith("<!DOCTYPE html>")
    assert '<meta name="author" content="A B">' in found.html


def test_a_page_from_right_to_left_says_so() -> None:
    assert extract('<html lang="ar"><p>نص', extractor="all").html.startswith('<article lang="ar" dir="rtl">')
