"""Templates from pages that are compared with each other: RoadRunner's alignment, and a mapping of trees."""

import pytest

from maintext.extractors.controls import AllText
from maintext.extractors.site import Site
from maintext.page import read_page
from maintext.sites.compared_pages import Comparison, compare_pages, learn_by_comparison
from maintext.sites.page_tokens import TEXT, page_tokens, page_tree
from maintext.training.sites import apply_template
from tests.sites.made import PROMOTION, gold, story

BOTH: tuple[Comparison, ...] = ("alignment", "mapping")


def common(one: str, two: str, by: Comparison) -> list[str]:
    first, second = read_page(one), read_page(two)
    return [first.tree.block_texts[at] for at, _ in compare_pages(first, second, by)]


def test_tokens_are_balanced_and_hold_every_block_once() -> None:
    page = read_page("<div><p>one <b>two</b><ul><li><a href=/>three</a></ul></div>four")
    tokens = page_tokens(page)
    assert [token.block for token in tokens if token.label == TEXT] == list(range(len(page.tree.block_texts)))
    labels = [token.label for token in tokens if token.label != TEXT]
    assert sorted(label[1:] for label in labels if label[0] == "<") == sorted(
        label[1:] for label in labels if label[0] == ">"
    )
    assert not {"<b", "<a"} & set(labels)
    assert page_tree(tokens, page.tree.block_texts).blocks() == list(range(len(page.tree.block_texts)))


@pytest.mark.parametrize("by", BOTH)
def test_what_two_pages_share_in_the_same_place_is_template(by: Comparison) -> None:
    found = common(story(1), story(2), by)
    assert PROMOTION in found
    assert {"Home", "Sport"} <= set(found)
    assert not any(line in found for line in gold(1).splitlines())


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("<ul><li>a<li>b<li>c</ul><p>end", "<ul><li>x</ul><p>end"),  # an iterator
        ("<div>start</div><p>end", "<div>start</div><section><h2>more</h2></section><p>end"),  # an optional
        ("<div><h1>t</h1><img src=a></div><p>end", "<div><h1>u</h1></div><p>end"),
    ],
)
def test_repeated_and_optional_elements_do_not_break_the_comparison(by: Comparison, one: str, two: str) -> None:
    assert "end" in common(one, two, by)
    assert "end" in common(two, one, by)


@pytest.mark.parametrize("by", BOTH)
def test_the_same_text_in_another_place_is_no_template(by: Comparison) -> None:
    assert common("<h1>News</h1><p>one", "<p>two<table><tr><td>News</table>", by) == []


@pytest.mark.parametrize("by", BOTH)
def test_equal_pages_are_all_template_and_empty_pages_none(by: Comparison) -> None:
    page = read_page(story(3))
    assert len(compare_pages(page, page, by)) == len(page.tree.block_texts)
    assert common("", story(1), by) == []


@pytest.mark.parametrize("by", BOTH)
def test_large_and_deep_pages_are_compared(by: Comparison) -> None:
    deep = "<div>" * 400 + "deep" + "</div>" * 400
    wide = "".join(f"<p>{at}<table><tr><td>{at}</table>" for at in range(800))
    assert common(deep, deep + "<p>more", by) in (["deep"], [])
    assert isinstance(common(wide, wide.replace("<td>", "<td>x"), by), list)


@pytest.mark.parametrize("by", BOTH)
def test_a_template_of_two_pages_cleans_a_third(by: Comparison) -> None:
    pages = [(str(seed), read_page(story(seed))) for seed in (1, 2)]
    template = learn_by_comparison("example.org", pages, by)
    assert template.pages == 2
    text = apply_template(template, Site(then=AllText(), how="after", share=1.0), read_page(story(7))).text
    assert gold(7) in text
    assert PROMOTION not in text
    assert "Home" not in text.splitlines()
