"""Tokens of the source: tags, words, numbers, symbols."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page import read_page
from maintext.page.tokens import CLOSE, NUMBER, OPEN, SYMBOL, WORD, _counted, count_tokens, token_spans, tokenize
from maintext.page.words import words
from tests.bundled import SLUGS, bundled

NAMES = {OPEN: "<", CLOSE: "</", WORD: "w", NUMBER: "n", SYMBOL: "s"}


@pytest.mark.parametrize(
    ("source", "tokens"),
    [
        ("", []),
        ("<p>Hello, world!</p>", ["<p", "wHello", "s,", "wworld", "s!", "</p"]),
        ("<br/>3 1,000.5 x2", ["<br", "n3", "n1,000.5", "wx2"]),
        ("<B CLASS=x>a</B>", ["<b", "wa", "</b"]),
        ("<!-- no --><!DOCTYPE html>a", ["wa"]),
        ("<script>var a = '<p>';</script>b", ["<script", "</script", "wb"]),
        ("<style>p{}</style><title>t</title>b", ["<style", "</style", "<title", "</title", "wb"]),
        ("<textarea><p>x</textarea>b", ["<textarea", "</textarea", "wb"]),
        ("<p>a<p>b", ["<p", "wa", "<p", "wb"]),
        ("a &amp; b &lt;c&gt;", ["wa", "s&", "wb", "s<", "wc", "s>"]),
        ("中文 字", ["w中", "w文", "w字"]),
        ("</nothing>a", ["</nothing", "wa"]),
    ],
)
def test_tokens_of(source: str, tokens: list[str]) -> None:
    found = tokenize(source)
    assert [NAMES[kind] + name for kind, name in zip(found.kinds, found.names, strict=True)] == tokens
    assert len(found) == len(tokens)
    assert [found.is_tag(at) for at in range(len(found))] == [token[0] == "<" for token in tokens]


@pytest.mark.parametrize(
    "raw",
    [
        "<noscript><img src='x.gif' alt='pixel'></noscript>",
        "<noscript><div class='warning'>Enable scripts</div></noscript>",
        "<noembed><b>x</b></noembed>",
        "<noframes><b>x</b></noframes>",
        "<iframe><b>x</b></iframe>",
    ],
)
def test_markup_is_never_a_word(raw: str) -> None:
    found = tokenize(f"<p>one</p>{raw}<p>two</p>")
    text = " ".join(name for kind, name in zip(found.kinds, found.names, strict=True) if kind > CLOSE)
    assert not {"img", "src", "div", "class", "<", ">", "b"} & set(text.split())


@pytest.mark.parametrize("tag", ["title", "style", "script"])
def test_an_empty_element_of_a_drawing_does_not_swallow_the_page(tag: str) -> None:
    source = f"<p>before</p><svg><{tag}/></svg><p>one two three</p>"
    assert "one two three" in read_page(source).text
    assert "three" in tokenize(source).names


@pytest.mark.parametrize(
    ("source", "first", "last", "text"),
    [
        ("<p>Hello, world!</p>", 0, 6, "Hello, world!"),
        ("<p>Hello, world!</p>", 1, 2, "Hello"),
        ("<p>Hello, world!</p>", 1, 3, "Hello,"),
        ("<p>Hello, world!</p>", 3, 5, "world!"),
        ("<p>a</p><p>b</p>", 0, 6, "a\nb"),
        ("<p>a <b>b</b>c</p>", 0, 7, "a bc"),
        ("<p><b>a</b> <i>b</i></p>", 0, 8, "a b"),
        ("<p><b>a</b><i>b</i></p>", 0, 8, "ab"),
        ("a\nb", 0, 2, "a b"),
        ("<p>a</p>", 0, 1, ""),
        ("", 0, 0, ""),
    ],
)
def test_text_between(source: str, first: int, last: int, text: str) -> None:
    assert tokenize(source).text_between(first, last) == text


@pytest.mark.parametrize("slug", SLUGS)
def test_tokens_of_a_bundled_page_hold_the_words_of_its_blocks(slug: str) -> None:
    page = read_page(bundled(slug).data)
    tokens = page.tokens
    lengths = {len(tokens.kinds), len(tokens.names), len(tokens.runs), len(tokens.starts), len(tokens.ends)}
    assert len(lengths) == 1
    names = {name for kind, name in zip(tokens.kinds, tokens.names, strict=True) if kind > CLOSE}
    missing = {word for word in words(page.text) if not word.isdigit()} - names
    assert len(missing) <= 0.05 * len(names)  # words that tags cut in two


@given(st.text(max_size=200))
def test_places_point_at_the_words(source: str) -> None:
    page = read_page(source)
    tokens = page.tokens
    for kind, name, run, start, end in zip(
        tokens.kinds, tokens.names, tokens.runs, tokens.starts, tokens.ends, strict=True
    ):
        if kind > CLOSE:
            assert tokens.run_texts[run][start:end] == name.replace("\n", " ")
    assert "\n\n" not in tokens.text_between(0, len(tokens))


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_text_is_read_as_any_other(text: str) -> None:
    assert [found.span() for found in _counted().finditer(text)] == token_spans(text)
    assert count_tokens(text) == len(token_spans(text))
