"""Images: which of a page belong to its kept text, and which of their URLs is taken."""

from collections.abc import Callable

import pytest

from maintext import read_page
from maintext.page.parsing.tree import linearize
from maintext.render.document_builder import read_document
from maintext.render.image_sources import background_source, declared_sides, image_source, largest_candidate
from maintext.render.links import Links
from maintext.render.markdown import render_markdown
from tests.clock import assert_linear

NAMED_IMAGE = "<meta property=og:image content=https://i.example/x/a-1200x630.jpg>"
KEPT = "<p>kept one</p>{}<p>kept two</p>"


def markdown_of(html: str) -> str:
    """The Markdown of a page of which the blocks with the word "kept" are kept."""
    page = read_page(html, url="https://e.example/a/")
    return render_markdown(read_document(page, ["kept" in text for text in page.tree.block_texts]))


def has_image(html: str) -> bool:
    return "![" in markdown_of(html)


@pytest.mark.parametrize(
    "html",
    [
        KEPT.format("<img src=a.jpg>"),
        KEPT.format("<img src=/profiles/a.jpg width=640>"),
        KEPT.format("<img src=a.jpg?w=24 data-src=a.jpg?w=800>"),
        KEPT.format("<figure><a href=a-large.jpg><img src=a.jpg></a><figcaption>A caption</figcaption></figure>"),
        KEPT.format("<div><div class=image-wrapper><img src=a.jpg></div><div>Photo: someone</div></div>"),
        KEPT.format("<ul class=gallery><li><img src=a.jpg></li><li><img src=b.jpg></li></ul>"),
        KEPT.format("<table><tr><td>kept</td><td><img src=a.jpg></td></tr></table>"),
        KEPT.format("<figure class=wide><img src=icons/set.jpg></figure>"),
        "<article><header><h1>Title</h1><figure><img src=a.jpg></figure>By someone</header><p>kept</p></article>",
        "<article><div><img src=a.jpg width=800></div><p>kept</p></article>",
        "<article><img class=wp-post-image><img class=hero-image src=a.jpg><p>Dated today</p><p>kept</p></article>",
        f"{NAMED_IMAGE}<article><img src=/y/a.jpg><p>{'By a writer of note. ' * 10}</p><p>kept</p></article>",
        "<article><p>kept</p><img src=a.jpg></article><footer>Imprint</footer>",
        "<p>kept <img src=a.jpg> kept</p>",
        KEPT.format("<figure><div style='background-image: url(a.jpg)'></div></figure>"),
        KEPT.format("<div role=img aria-label=A style='background-image: url(a.jpg)'></div>"),
    ],
)  # fmt: skip
def test_images_that_belong_to_the_text(html: str) -> None:
    assert has_image(html)


@pytest.mark.parametrize(
    "html",
    [
        KEPT.format("<nav><img src=a.jpg></nav>"),
        KEPT.format("<div class=related-posts><img src=a.jpg></div>"),
        KEPT.format("<div class=c1><a href=/x><img src=a.jpg> Another story that you may want to read now</a></div>"),
        KEPT.format(f"<div><img src=a.jpg><p>{'Text that was dropped. ' * 20}</p></div>"),
        KEPT.format("<img src=a.jpg width=16 height=16>"),
        KEPT.format("<img src=a.jpg style='width: 1px; height: 1px'>"),
        KEPT.format("<img src=/static/icons/arrow.png>"),
        KEPT.format("<img src='/color/1?color=2&size=34'>"),
        KEPT.format("<img src=a.jpg alt='Site logo'>"),
        KEPT.format("<img class=avatar src=a.jpg>"),
        KEPT.format("<div class='social share'><img src=f.png></div>"),
        KEPT.format("<table><tr><td><img src=a.jpg></td><td>Dropped</td></tr></table>"),
        "<header><a href=/><img src=masthead.gif></a></header><p>kept</p>",
        "<body><div><img src=gradient.png></div><article><p>kept</p></article>",
        f"<article><p>kept</p></article><p>{'Other text. ' * 20}</p><img src=a.jpg>",
        "<article><p>kept</p><a href=/list><img src=back.gif></a></article>",
        KEPT.format("<div style='background-image: url(a.jpg)'></div>"),
        "<p>kept <img class=emoji src=smile.png> kept</p>",
        "<p>kept <img class=twemoji src=1f602.svg> kept</p>",
        "<p>kept <img alt=😂 src=1f602.svg> kept</p>",
        KEPT.format("<img src=data:image/svg+xml;x data-srcset='/writers/profiles/a.png, /b.png 2x' width=64>"),
    ],
)
def test_images_that_do_not_belong_to_the_text(html: str) -> None:
    assert not has_image(html)


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src=a.jpg srcset='a-2.jpg 640w, a-3.jpg 1280w, a-1.jpg 320w'>", "a-3.jpg"),
        ("<img src=a.jpg srcset='/w_1,h_1/a.jpg 1x,/w_2,h_2/a.jpg 2x'>", "/w_2,h_2/a.jpg"),
        ("<img src=data:image/gif;base64,R0lG data-src=a.jpg>", "a.jpg"),
        ("<img src=spacer.gif data-srcset='a.jpg 1x, b.jpg 2x'>", "b.jpg"),
        ("<img src=spacer.gif data-image-loader=/lazy/a.png data-state='{}'>", "/lazy/a.png"),
        ("<picture><source srcset='a.webp 1x, b.webp 2x'><img src=data:image/gif;base64,R0lG></picture>", "b.webp"),
        ("<amp-img src=a.jpg></amp-img>", "a.jpg"),
        ("<img src=javascript:x srcset='data:image/png;base64,x 2x'>", ""),
        ("<img src=data:image/png;base64,iVBO>", ""),
        ("<img data-src='data:text/html,x' srcset='about:blank 2x'>", ""),
        ("<img>", ""),
    ],
)
def test_the_best_source_is_taken(html: str, source: str) -> None:
    tree = linearize(html)
    element = next(element for element, tag in enumerate(tree.tags) if tag in ("img", "amp-img"))
    assert image_source(tree, element, Links("")) == source


@pytest.mark.parametrize(
    "versions",
    [
        "<img src=data:image/gif;base64,R data-src=a.jpg><noscript><img src=a.jpg></noscript>",
        "<noscript><img src=a-small.jpg></noscript><img src=a.jpg>",
        "<span><img src=a.jpg></span><noscript><img src=a-large.jpg></noscript>",
        "<img src=a.jpg?w=100><img src=a.jpg?w=200>",
        "<amp-img src=a.jpg><noscript><img src=a.jpg></noscript></amp-img>",
    ],
)
def test_versions_of_an_image_are_one_image(versions: str) -> None:
    assert markdown_of(KEPT.format(f"<div>{versions}</div>")).count("![") == 1


def test_images_of_adjacent_paragraphs_are_different_images() -> None:
    images = "<p><noscript><img src=a.jpg></noscript></p><p><img src=b.jpg></p>"
    assert markdown_of(KEPT.format(images)).count("![") == 2


def test_the_link_around_an_image_is_kept() -> None:
    made = markdown_of(KEPT.format("<a href=/full.jpg><img src=a.jpg alt=A></a>"))
    assert "[![A](https://e.example/a/a.jpg)](https://e.example/full.jpg)" in made


@pytest.mark.parametrize(
    ("html", "sides"),
    [
        ("<img width=300 height='200px'>", (300, 200)),
        ("<img width=100% height=8>", (8,)),
        ("<img style='width: 12.5px; max-width: 9px'>", (12,)),
        ("<img src=/a-150x90.jpg>", (150, 90)),
        ("<img src=/1x1/photograph.jpg>", ()),
        ("<img width=large>", ()),
    ],
)
def test_declared_sides(html: str, sides: tuple[int, ...]) -> None:
    tree = linearize(html)
    assert declared_sides(tree, tree.tags.index("img")) == sides


@pytest.mark.parametrize(
    ("style", "source"),
    [
        ("background-image: url('/a.jpg')", "/a.jpg"),
        ("color: red; background: #fff url(/a.jpg) no-repeat", "/a.jpg"),
        ("background: url(data:image/png;base64,x)", ""),
        ("background: url(javascript:x)", ""),
        ("background: red", ""),
    ],
)
def test_background_images(style: str, source: str) -> None:
    assert background_source(style, Links("")) == source


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "<p>kept</p>" + "<div class=x>" * n + "<img src=a.jpg>" * n + "</div>" * n + "<p>kept</p>",
        lambda n: "<p>kept</p>" + "<div><img src=a.jpg><b>x</b>" * n + "</div>" * n + "<p>kept</p>",
        lambda n: "<p>kept</p>" + "<table><tr><td><img src=a.jpg>x" * n,
        lambda n: "".join(f"<figure><img src=/{i}.jpg><p>x</figure><p>kept" for i in range(n)),
        lambda n: f"<p>kept</p><img src=spacer.gif data-x='{'/' * n}'><p>kept</p>",
    ],
)
def test_many_images_take_linear_time(make: Callable[[int], str]) -> None:
    assert_linear(lambda n: markdown_of(make(n)), 1000, times=8, limit=32)


def test_a_long_srcset_takes_linear_time() -> None:
    assert_linear(lambda n: largest_candidate("/a.jpg 1w," * n + "," * n), 2000, times=8, limit=24)
