"""Rendering takes time in proportion to the page, whatever the page repeats.

Each page costs the square of its size, or its size times its depth, if one step looks again at what it has seen before.
"""

from collections.abc import Callable

import pytest

from maintext import Extraction, extract
from maintext.page import read_page
from maintext.render.class_hints import style_of
from maintext.render.image_sources import largest_candidate
from tests.clock import assert_linear

PAGES: dict[str, tuple[Callable[[int], str], int]] = {
    "dashes": (lambda n: "<p>" + "-" * n + "x", 5000),
    "dashes and colons": (lambda n: "<p>" + ":-" * n + "x", 2500),
    "openings of display formulas": (lambda n: "<p>" + r"\[ a " * n, 4000),
    "openings of every kind of formula": (lambda n: "<p>" + r"\( a \[ b $$ c " * n + "$", 1500),
    "one long identifier in MathML": (lambda n: "<math><mi>" + "αx" * n, 2000),
    "many identifiers in MathML": (lambda n: "<math>" + "<mi>α</mi><mi>x</mi>" * n, 2000),
    "white space in an annotation": (
        lambda n: r"<math><annotation encoding=tex>{\displaystyle" + " " * n + "x", 5000
    ),
    "preformatted words": (lambda n: "<pre>" + "a b c\n" * 6 + "a" * n + "1</pre>", 12_000),
    "blank lines in preformatted text": (lambda n: "<pre>" + "a b c\n" * 6 + " \n" * n + " </pre>", 6000),
    "lines of code": (lambda n: "<pre>" + f"<div>{'x' * 300}</div>" * n + "</pre>", 3000),
    "styles in a line": (lambda n: "<p>" + "<b>x</b><i>y</i>" * n, 3000),
    "underlined words": (lambda n: "<p>" + f"a <u>{'b' * 300}</u>" * n, 3000),
    "lists after an item": (lambda n: "<ul><li>x</li>" + "<ul><li>y</ul>" * n, 4000),
    "footnotes": (
        lambda n: (
            "<p>" + "".join(f"w<sup><a href=#n{i}>{i % 999}</a></sup> " for i in range(n))
            + "<ol>" + "".join(f"<li id=n{i}>note {i}" for i in range(n))
        ),
        2500,
    ),
    "sources of one picture": (
        lambda n: "<p>x<picture>" + "<source media=x>" * n + "<img alt=a src='data:x'>" * n + "</picture>y", 800
    ),
    "a long srcset of a picture with many images": (
        lambda n: "<p>x<picture><source srcset='" + "a, " * n + "'>" + "<img alt=a src='data:x'>" * n + "</picture>y",
        1000,
    ),
    "a long link around many images": (
        lambda n: "<a href='/" + "x" * 20 * n + "'>" + "<img alt=a src='b.png'>" * n + "</a><p>words", 1000
    ),
    "notes inside notes": (
        lambda n: (
            "<p>" + "".join(f"x<sup><a href=#n{i}>{i}</a></sup> " for i in range(n // 10))
            + "".join(f"<div id=n{i}>" for i in range(n // 10)) + "<p>x" * n
        ),
        400,
    ),
    "a class around many pictures": (
        lambda n: (
            "<p>x</p><div class='" + "x-y " * 5 * n + "'>"
            + "".join(f"<img src=/a{i}.png alt='image {i}'><p>w</p>" for i in range(n))
        ),
        500,
    ),
    "a style attribute": (lambda n: "<p><span style='" + "text-decoration:" * n + "'>y</span>", 1500),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_time_grows_linearly_with_the_page(name: str) -> None:
    build, size = PAGES[name]
    found = {n: extract(build(n), extractor="all", url="https://www.example.org/") for n in (size, 8 * size)}

    def render(n: int) -> str:
        again = Extraction(found[n].page, "all", chosen=found[n].chosen)
        return again.markdown + again.html

    assert_linear(render, size, times=8, limit=24)  # quadratic: 64


def test_pictures_of_a_figure_that_was_not_kept_take_linear_time() -> None:
    def render(n: int) -> str:
        images = "".join(f"<img src=/a{i}.png alt=b{i}>" for i in range(n))
        page = read_page(f"<p>kept</p><figure>{images}{'<p>x</p>' * n}</figure>")
        return Extraction(page, "first", chosen=[True] + [False] * (len(page.blocks) - 1)).markdown

    assert_linear(render, 500, times=8, limit=24)


def test_a_srcset_full_of_white_space_takes_linear_time() -> None:
    assert_linear(lambda n: largest_candidate("a" + " " * n + "x"), 5000, times=8, limit=24)


def test_white_space_around_a_comma_still_divides_a_srcset() -> None:
    assert largest_candidate("/a.png 1x ,/b.png 3x , /c.png 2x") == "/b.png"


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("text-decoration: line-through", "strike"),
        ("TEXT-DECORATION-LINE : underline line-through", "strike"),
        ("text-decoration: underline; x: line-through", None),
        ("line-through: text-decoration", None),
    ],
)
def test_what_strikes_words_out(style: str, expected: str | None) -> None:
    assert style_of(style) == expected


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (r"<p>a \[b\] c \(d\) e $$f$$ g \[ h", r"a $$b$$ c $d$ e $$f$$ g \\[ h"),
        (r"<p>\(\) x \)", r"$\) x$"),
        (r"<p>$$$$ a", "$$$$ a"),
        ("<pre>a\n<div>b</div><div>c</div></pre>", "```\na\nb\nc\n```"),
        ("<ul><li>x<li>y</li><ul><li>z</ul><ol><li>w</ol></ul>", "- x\n\n- y\n\n  - z\n\n  1. w"),
        ("<p>--- :|-", r"\--- :|-"),
        ("<p>--- x", "--- x"),
        ("<math><mi>α</mi><mi>x</mi><mi>β</mi><mn>2</mn></math>", r"$\alpha x\beta2$"),
    ],
)  # fmt: skip
def test_what_is_read_in_one_pass_is_read_as_before(html: str, markdown: str) -> None:
    assert extract(html, extractor="all").markdown == markdown


def test_a_picture_with_a_width_of_many_digits_is_rendered() -> None:
    page = extract(f"<p>x <img src=/a.png alt=b width={'9' * 5000}> y", extractor="all", url="https://e.org/")
    assert "![b]" in page.markdown
