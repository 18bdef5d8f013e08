"""Property: the text is the same whether images, links, tables and formatting are on or off."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import read_page
from maintext.page import Page
from maintext.page.words import words
from maintext.render.document_builder import read_document
from maintext.render.markdown import render_markdown
from maintext.render.options import Options
from maintext.render.text import render_plain
from tests.render.golden import ALL_SLUGS, golden
from tests.render.test_every_text_once import PAGES

SWITCHES = [Options(*chosen) for chosen in product([True, False], repeat=4)]
ALONE = [Options(), Options(include_links=False), Options(include_images=False), Options(include_tables=False),
         Options(include_formatting=False), Options(*[False] * 4)]  # fmt: skip
MEDIA = (
    "<img src=/a.jpg alt=boat>",
    "<p>one <img src=/b.jpg> two</p>",
    "<figure><img src=/c.jpg><figcaption>Caption</figcaption></figure>",
    "<a href=/x>left</a><a href=/y>right</a>",
    "<a href='javascript:x'>left</a><a>right</a>",
    "<ul><li><img src=/d.jpg></li><li><a href=#z>item</a></li></ul>",
    "<iframe src='https://www.youtube.com/embed/x'></iframe>",
    "<p>seen <video src=/v.mp4></video> here</p>",
    "<table><tr><th>a</th><th>b</th></tr><tr><td><img src=/e.jpg></td><td>2</td></tr></table>",
    "<pre>x\n<img src=/f.jpg>y</pre>",
    "<p>H<sub>2</sub>O <b>bold</b>ness <q>quoted</q></p>",
    "<figure style='background-image: url(/g.jpg)'></figure>",
)
PAGES_WITH_MEDIA = st.lists(st.one_of(st.sampled_from(MEDIA), PAGES), min_size=1, max_size=6).map("".join)


def texts(page: Page, kept: list[bool], switches: list[Options]) -> set[tuple[str, ...]]:
    """The words of the document under each of the switches, without duplicates."""
    return {tuple(words(render_plain(read_document(page, kept, options)))) for options in switches}


@settings(max_examples=60, deadline=None)
@given(PAGES_WITH_MEDIA, st.lists(st.booleans(), min_size=1, max_size=8))
def test_switches_do_not_change_the_text_of_generated_pages(html: str, pattern: list[bool]) -> None:
    page = read_page(html, url="https://www.example.org/a/b.html")
    kept = [pattern[block % len(pattern)] for block in range(len(page.tree.block_texts))]
    assert len(texts(page, kept, SWITCHES)) == 1


@pytest.mark.parametrize("slug", ALL_SLUGS)
def test_switches_do_not_change_the_text_of_bundled_pages(slug: str) -> None:
    page = golden(slug)
    assert len(texts(page.page, page.kept, ALONE)) == 1
    assert len(texts(page.page, [True] * len(page.kept), ALONE)) == 1


def test_switches_do_change_what_is_shown() -> None:
    page = read_page("".join(MEDIA), url="https://www.example.org/a/b.html")
    kept = [True] * len(page.tree.block_texts)
    made = {render_markdown(read_document(page, kept, options)) for options in ALONE}
    assert len(made) == len(ALONE)
