"""Property: in every format, every text that was kept appears exactly once and in order."""

from html import escape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from maintext import read_page
from maintext.page.words import words
from maintext.render.markdown import render_markdown
from tests.render.rendered import PARSER, READERS, document_of, words_of_markdown

SIGNS = "*_`[]()<>#+-=|~!&\\.:{}$\"'“»—¿ ​ 中ñé1"
TEXTS = st.lists(
    st.one_of(st.sampled_from(["word", "Zwölf", "слово", "1.", "-", "#", ">", "a_b", "x*y", "***", "&amp;", "[x]", "http://e.x"]),
              st.text(st.sampled_from(SIGNS + "abcDEF"), min_size=1, max_size=8)),
    min_size=1, max_size=5,
).map(" ".join)  # fmt: skip
INLINE = (
    "b",
    "i",
    "em",
    "strong",
    "code",
    "s",
    "sub",
    "sup",
    "u",
    "span",
    "a href='/x(1)'",
    "mark",
    "small",
    "kbd",
    "a",
)
BLOCKS = ("p", "div", "h2", "blockquote", "section", "article", "figure", "center")


def _tag(tag: str, inner: str) -> str:
    return f"<{tag}>{inner}</{tag.split()[0]}>"


def _inline(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(st.sampled_from(INLINE), children).map(lambda made: _tag(*made)),
        st.tuples(children, st.sampled_from(["", " ", "<br>", "\n"]), children).map("".join),
    )


LINES = st.recursive(TEXTS.map(lambda text: escape(text, quote=False)), _inline, max_leaves=5)


def _list(tag: str) -> "st.Callable":  # type: ignore[name-defined]
    return lambda items: _tag(tag, "".join(_tag("li", item) for item in items))


def _rows(rows: list[list[str]]) -> str:
    return _tag("table", "".join(_tag("tr", "".join(_tag("td", cell) for cell in row)) for row in rows))


def _entries(entries: list[tuple[str, str]]) -> str:
    return _tag("dl", "".join(_tag("dt", term) + _tag("dd", definition) for term, definition in entries))


def _block(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(children, min_size=1, max_size=3)
    return st.one_of(
        st.tuples(st.sampled_from(BLOCKS), children).map(lambda made: _tag(*made)),
        st.sampled_from(["ul", "ol", "ol start=7"]).flatmap(lambda tag: several.map(_list(tag))),
        st.lists(st.lists(children, min_size=1, max_size=3), min_size=1, max_size=3).map(_rows),
        st.lists(st.tuples(LINES, children), min_size=1, max_size=2).map(_entries),
        several.map("".join),
        st.tuples(LINES, children).map("\n".join),
    )


PAGES = st.recursive(
    st.one_of(LINES.map(lambda line: _tag("p", line)), TEXTS.map(lambda text: _tag("pre", escape(text)))),
    _block,
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(PAGES)
@pytest.mark.parametrize("name", READERS)
def test_every_word_once_and_in_order(name: str, html: str) -> None:
    page, document = document_of(html)
    assert READERS[name](page, document) == words(page.text)


@settings(max_examples=300, deadline=None)
@given(LINES.filter(lambda line: "<br>" not in line or not any(bullet in line for bullet in "-*")))
def test_markdown_of_a_line_is_read_back_as_one_paragraph(line: str) -> None:
    page, document = document_of(f"<p>{line}</p>")
    markdown = render_markdown(document)
    assert words_of_markdown(markdown) == words(page.text)
    kinds = {token.type for token in PARSER.parse(markdown)}
    assert kinds <= {"paragraph_open", "inline", "paragraph_close"}, markdown


@settings(max_examples=400, deadline=None)
@example("<s>~</s>")
@given(LINES.filter(lambda line: not any(sign in line for sign in ("\\(", "\\[", "$"))))
def test_every_sign_of_a_line_is_read_back(line: str) -> None:
    page, document = document_of(f"<p>{line}</p>")
    shown = read_page(PARSER.render(render_markdown(document))).text
    assert "".join(shown.split()) == "".join(page.text.split())


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("a \n\t`~*<>&\\|"), min_size=1, max_size=40).filter(lambda text: bool(text.strip())))
def test_code_is_read_back_to_the_letter(text: str) -> None:
    page, document = document_of(f"<pre>\n{escape(text)}</pre>")
    fences = [token for token in PARSER.parse(render_markdown(document)) if token.type == "fence"]
    assert [fence.content for fence in fences] == [page.tree.block_texts[0] + "\n"]
