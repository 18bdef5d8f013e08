"""The kept part of a page as HTML of its own."""

import random

import pytest

from maintext.page import read_page
from maintext.page.subset_html import subset_html
from tests.bundled import SLUGS, bundled


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("share", [0.2, 0.7, 1.0])
def test_the_kept_blocks_and_nothing_else_come_back(slug: str, share: float) -> None:
    page = read_page(bundled(slug).data)
    chance = random.Random(slug)
    kept = [chance.random() < share for _ in page.blocks]
    again = read_page(subset_html(page, kept))
    assert again.tree.block_texts == [text for text, keep in zip(page.tree.block_texts, kept, strict=True) if keep]


def test_attributes_stay() -> None:
    page = read_page('<div class="a &quot;b&quot;"><p>x <a href="y?z&amp;w">link</a></p></div>')
    html = subset_html(page, [True])
    assert 'class="a &quot;b&quot;"' in html
    assert 'href="y?z&amp;w"' in html


def test_nothing_kept_is_nothing() -> None:
    page = read_page("<p>a<p>b")
    assert subset_html(page, [False, False]) == ""
