"""Text fragments, and whether Chromium finds them."""

import shutil

import pytest

from maintext.render.chunks.text_fragment import fragment_url, text_fragment
from tests import bundled
from text_fragments import cited_page, missed

LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " * 3


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("A short text", "A short text", ":~:text=A%20short%20text"),
        ("a-b, c&d", "a-b, c&d", ":~:text=a%2Db%2C%20c%26d"),
        ("First line", "Last line", ":~:text=First%20line,Last%20line"),
        (
            LONG,
            LONG,
            ":~:text=one%20two%20three%20four%20five%20six,ten%20eleven%20twelve%20thirteen%20fourteen%20fifteen",
        ),
    ],
)
def test_fragments(first: str, last: str, expected: str) -> None:
    assert text_fragment(first, last) == expected


def test_phrases_of_text_without_spaces_end_with_a_clause() -> None:
    clauses = [f"第{number}条渡轮早上九点离开码头，" for number in range(20)]
    fragment = text_fragment("".join(clauses), "".join(clauses))
    assert fragment.count("%E6%B8%A1%E8%BD%AE") == 12  # six clauses at either end


def test_a_fragment_replaces_the_one_of_the_url() -> None:
    assert fragment_url("https://a.example/b#c", ":~:text=d") == "https://a.example/b#:~:text=d"


HIDDEN_WITHOUT_SCRIPTS = ("amp-custom-elements", "product-tabs-hidden-es")
WITHOUT_SCROLLING = ("login-wall",)
"""The text stands in a box with a fixed position."""
NOT_SHOWN_BY_BROWSERS = ("broken-unclosed-title", "broken-unclosed-comment", "js-shell-jsonld")


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed; make peers installs it")
def test_chromium_finds_the_chunks_of_bundled_pages() -> None:
    slugs = [
        slug
        for slug in bundled.SLUGS[::2]
        if slug not in HIDDEN_WITHOUT_SCRIPTS + WITHOUT_SCROLLING + NOT_SHOWN_BY_BROWSERS
    ]
    pages = [page for slug in slugs if (page := cited_page(slug, bundled.bundled(slug).data)) is not None]
    total = sum(len(page.chunks) for page in pages)
    assert total >= 40
    assert [(page.name, chunk.fragment) for page, chunk in missed(pages)] == []
