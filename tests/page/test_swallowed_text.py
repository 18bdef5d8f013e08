"""The second look: text that a strict parser swallows is found, and what an author hid stays hidden."""

import pytest

from maintext.page import Page, read_page
from tests.clock import assert_linear

SENTENCES = [f"This is sentence number {number} of the story about the ferry and its pier." for number in range(12)]
BODY = "<div><h1>The ferry</h1>\n" + "\n".join(f"<p>{sentence}</p>" for sentence in SENTENCES) + "\n</div>"

SWALLOWED = (
    f"<html><head><title>The ferry\n<link rel=x></head><body>{BODY}</body></html>",
    f"<html><head><title>The ferry<meta name=a></head><body>{BODY}</body></html>",
    f"<html><head><title>The ferry</titel></head><body>{BODY}</body></html>",
    f"<html><head><script>\nvar a = 1;\n</head>\n<body>\n{BODY}\n</body></html>",
    f"<html><head><script>var a = 1;\n<link rel=x>\n<meta name=a>\n</head>\n<body>{BODY}</body></html>",
    f"<html><body><!-- a comment {BODY}</body></html>",
    f"<html><body><!-- a comment ->{BODY}</body></html>",
    f"<html><body><!-- a comment --!->{BODY}</body></html>",
    f"<html><body><textarea>{BODY}</body></html>",
    f"<html><body><form><textarea name=q></form>{BODY}</body></html>",
    f"<html><body><iframe src=ad>{BODY}</body></html>",
    f"<html><body><iframe src=ad />{BODY}</body></html>",
    f"<html><head><style>p {{ color: red }}\n</head><body>{BODY}</body></html>",
    f"<html><frameset cols=2><frame src=a></frameset><noframes><body>{BODY}</body></noframes></html>",
    f"<html><frameset cols=2><frame src=a><noframes>{BODY}</noframes></frameset></html>",
    f"<html><body><noscript>{BODY}</noscript></body></html>",
    f"<html><body><div id=app></div><noscript>{BODY}</noscript><script>start()</script></body></html>",
    f"<html><body><object>{BODY}</object></body></html>",
    f"<html><body><template>{BODY}</template></body></html>",
    f"<html><head><noscript>{BODY}</noscript></head><body>{BODY}</body></html>",
)


def _assert_whole(page: Page) -> None:
    assert all(sentence in page.text for sentence in SENTENCES)


@pytest.mark.parametrize("html", SWALLOWED)
def test_swallowed_text_is_found(html: str) -> None:
    _assert_whole(read_page(html))


def test_the_title_ends_where_the_markup_starts() -> None:
    assert read_page(f"<title>The ferry\n<link rel=x></head><body>{BODY}").title == "The ferry"


@pytest.mark.parametrize(
    "unseen",
    [
        f"<!-- {BODY.replace('sentence', 'secret')} -->",
        f"<textarea>{BODY.replace('sentence', 'secret')}</textarea>",
        f"<template>{BODY.replace('sentence', 'secret')}</template>",
        f"<script type=text/html>{BODY.replace('sentence', 'secret')}</script>",
        f"<script>var html = '{BODY.replace('sentence', 'secret')}';</script>",
        f"<noscript>{BODY.replace('sentence', 'secret')}</noscript>",
        f"<iframe srcdoc='x'>{BODY.replace('sentence', 'secret')[:600]}</iframe>",
        f"<style>/* {BODY.replace('sentence', 'secret')} */</style>",
    ],
)
def test_what_the_author_closed_stays_unseen(unseen: str) -> None:
    page = read_page(f"<html><body>{unseen}{BODY}</body></html>")
    _assert_whole(page)
    assert "secret" not in page.text


@pytest.mark.parametrize(
    "html", [f"<html><body><p>Short.</p><!-- {BODY} --></body></html>", f"<body><textarea>{BODY}</textarea></body>"]
)
def test_a_closed_comment_or_textarea_is_never_opened(html: str) -> None:
    assert "sentence" not in read_page(html).text


def test_a_sound_page_is_left_as_it_is() -> None:
    html = f"<title>x</title><body>{BODY}"
    assert read_page(html).source == html


@pytest.mark.parametrize(
    ("before", "piece", "after"),
    [
        ("<title>" + "x" * 300 + "</b></p></a></li></title>", "<title ", ""),
        ("<script>", "\n", "x</body></div></p></a></li>"),
        ("<script>", " \n", "x</body></div></p></a></li>"),
        ("<script>x</body></div></p></a></li>", "\n<script", ""),
        ("<textarea>", "<textarea>", "</p></p></p>"),
        ("", "<!--", "</p></p></p>"),
        ("", "<title>x</p></p></p></title>", ""),
        ("<title>", "</title", ""),
        ("<iframe>", "<p></p>", ""),
        ("", "<noscript>x", ""),
        ("", "<template>x y z", ""),
    ],
)
def test_the_second_look_takes_linear_time(before: str, piece: str, after: str) -> None:
    assert_linear(lambda times: read_page(before + piece * times + after), 4000)
