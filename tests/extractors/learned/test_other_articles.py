"""Other articles below the main one are left out, and sections of the main one are not."""

import numpy as np
import pytest

from maintext.extractors.learned.element_arrays import element_arrays
from maintext.extractors.learned.other_articles import find_article_elements, find_other_articles
from maintext.page import Page, read_page

LONG = "Many words about boats and harbors. " * 20
MAIN = f"<div class=post><h1>Ferry returns</h1><p>{LONG}</div>"


def left_out(html: str, titles: list[float]) -> list[str]:
    """The texts of the blocks in other articles, where every block is kept."""
    page: Page = read_page(html)
    texts = page.tree.block_texts
    words = np.array([len(text.split()) for text in texts], np.float32)
    kept = np.ones(len(texts), np.bool_)
    rows = find_article_elements(page, element_arrays(page))
    others = find_other_articles(rows, kept, np.array(titles, np.float32), words, texts)
    return [text[:13].strip() for text, other in zip(texts, others.tolist(), strict=True) if other]


@pytest.mark.parametrize(
    "other",
    [
        f"<div class='blog-story next'><h1>Bridge opens</h1><p>{LONG}</div>",
        f"<article><header><h1>Bridge opens</h1></header><div><p>{LONG}</div></article>",
        f"<li><div class=hentry><h1>Bridge opens</h1><p>{LONG}</div>",
    ],
)
def test_another_article_is_left_out(other: str) -> None:
    assert left_out(MAIN + other, [5, -9, 3, -9]) == ["Bridge opens", "Many words ab"]


def test_an_article_inside_the_element_of_the_main_one_is_left_out() -> None:
    html = (
        f"<article><h1>Ferry returns</h1><p>{LONG}<div class=more-story><h1>Bridge opens</h1><p>{LONG}</div></article>"
    )
    assert left_out(html, [5, -9, 3, -9]) == ["Bridge opens", "Many words ab"]


@pytest.mark.parametrize(
    ("html", "titles"),
    [
        (MAIN + f"<section><h1>Bridge opens</h1><p>{LONG}</section>", [5, -9, 3, -9]),
        (MAIN + f"<article><h1>Bridge opens</h1><p>{LONG}</article>", [5, -9, 0, -9]),
        (MAIN + f"<article><h1>Ferry returns</h1><p>{LONG}</article>", [5, -9, 3, -9]),
        (MAIN + f"<article><p>{LONG}<h1>Bridge opens</h1><p>{LONG}</article>", [5, -9, -9, 3, -9]),
        (MAIN + "<article><h1>Bridge opens</h1><p>Soon.</article>", [5, -9, 3, -9]),
        (f"<h1>News</h1><article><h1>Bridge opens</h1><p>{LONG}</article>", [5, 3, -9]),
        (f"<article><h1>Ferry returns</h1><p>{LONG}</article><article><h2>Bridge opens</h2><p>{LONG}</article>",
         [5, -9, 3, -9]),
        (MAIN, [5, -9]),
    ],
    ids=["no article", "no title", "same title", "text above it", "short", "a list of news", "a lower level", "alone"],
)  # fmt: skip
def test_what_is_no_other_article_is_kept(html: str, titles: list[float]) -> None:
    assert left_out(html, titles) == []
