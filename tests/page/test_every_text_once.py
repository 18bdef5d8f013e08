"""Every text of the source stands in one block at most, and none that is shown is lost."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from maintext.page import read_page
from maintext.page.words import words
from tests.bundled import SLUGS, bundled

UNSHOWN = "head,script,style,noscript,template,svg,iframe,object,select,textarea,title,audio,video,canvas,annotation,rp"
_TEXT = re.compile(r">([^<>]*[^\s<>][^<>]*)<")
_TOKEN = re.compile(r"qx\d+xq")


def _mark(source: str) -> str:
    """The source with a word of its own in every text."""
    count = 0

    def add(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f">{found.group(1)} qx{count}xq <"

    return _TEXT.sub(add, source)


def _in_blocks(source: str) -> Counter[str]:
    return Counter(token for block in read_page(source).blocks for token in _TOKEN.findall(block.text))


def _shown_by_lexbor(source: str) -> set[str]:
    """The marks that another parser shows."""
    tree = LexborHTMLParser(source)
    for node in tree.css(UNSHOWN):
        node.decompose()
    return set(_TOKEN.findall(tree.body.text() if tree.body else ""))


@pytest.mark.parametrize("slug", SLUGS)
def test_texts_of_a_bundled_page(slug: str) -> None:
    source = _mark(read_page(bundled(slug).data).source)
    counts = _in_blocks(source)
    assert counts, "the page has no marks"
    assert set(counts.values()) == {1}
    assert _shown_by_lexbor(source) <= set(counts)


TAGS = "p div b i a u font span ul li table tr td th caption pre h1 form button nobr section dl dd center blockquote"
tags = st.sampled_from([*TAGS.split(), "script", "svg", "select"])
pieces = st.one_of(
    tags.map(lambda tag: f"<{tag}>"), tags.map(lambda tag: f"</{tag}>"), st.just("<br>"), st.just(" qx0xq ")
)


def _number(html: str) -> str:
    count = iter(range(1, html.count("qx0xq") + 1))
    return re.sub("qx0xq", lambda _: f"qx{next(count)}xq", html)


@given(st.lists(pieces, max_size=40).map("".join).map(_number))
def test_texts_of_any_markup(source: str) -> None:
    assert set(_in_blocks(source).values()) <= {1}


@given(
    st.lists(pieces.filter(lambda piece: not re.search("script|svg|select|button", piece)), max_size=30).map("".join)
)
def test_no_text_of_any_markup_is_lost(html: str) -> None:
    source = _number(html)
    assert set(_in_blocks(source)) == set(_TOKEN.findall(source))


@pytest.mark.parametrize("slug", SLUGS)
def test_blocks_and_texts_hold_the_same_characters(slug: str) -> None:
    page = read_page(bundled(slug).data)
    assert "".join("".join(page.tree.texts).split()) == "".join("".join(page.tree.block_texts).split())


@pytest.mark.parametrize("slug", sorted(set(SLUGS) - {"js-shell-jsonld"}))  # whose text is in its scripts only
def test_gold_words_are_on_the_page(slug: str) -> None:
    page = bundled(slug)
    read = Counter(words(read_page(page.data).text.lower()))
    gold = Counter(words(page.expected.lower()))
    assert sum((gold & read).values()) >= 0.97 * sum(gold.values())
