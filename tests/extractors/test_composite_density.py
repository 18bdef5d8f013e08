"""Composite text density: the formula by hand, zero divisors, density sums, and what is marked."""

from dataclasses import replace
from math import e, log

import pytest

from maintext import read_page
from maintext.extractors.composite_density import CompositeDensity, composite_density, count, descend, fullest, lowest
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

TEXT = "A sentence of some length stands here, and it has no links in it. "
MENU = "<ul>" + "<li><a href=x>Menu entry</a></li>" * 10 + "</ul>"
STORY = "<div id=story>" + f"<p>{TEXT * 3}</p>" * 5 + "</div>"


@pytest.mark.parametrize(
    ("amounts", "whole", "density"),
    [
        # C/T * ln(C/LC * T/LT) / ln(ln(C/(C-LC) * LC + LB/CB * C + e))
        ((100, 4, 20, 2), 0.5, 25 * log(5 * 2) / log(log(100 / 80 * 20 + 50 + e))),
        ((100, 10, 50, 5), 0.1, 10 * log(2 * 2) / log(log(100 / 50 * 50 + 10 + e))),
        # T = 0: taken as 1.
        ((100, 0, 0, 0), 0.5, 100 * log(100 * 1) / log(log(50 + e))),
        # LC = 0 and LT = 0: taken as 1.
        ((100, 4, 0, 0), 0.5, 25 * log(100 * 4) / log(log(50 + e))),
        # C - LC = 0: taken as 1. All is link, so the logarithm is that of T/LT.
        ((100, 4, 100, 2), 0.5, 25 * log(1 * 2) / log(log(100 * 100 + 50 + e))),
        ((100, 4, 100, 4), 0.5, 0.0),
        # No links on the page: the base is 1, whose logarithm, a divisor, is 0 and taken as 1.
        ((100, 4, 0, 0), 0.0, 25 * log(100 * 4)),
        # No characters.
        ((0, 4, 0, 0), 0.5, 0.0),
        ((0, 0, 0, 0), 0.0, 0.0),
    ],
)
def test_the_density_of(amounts: tuple[int, int, int, int], whole: float, density: float) -> None:
    assert composite_density(*amounts, whole) == pytest.approx(density)


def test_what_a_subtree_holds() -> None:
    tree = read_page("<div>ab<p>cd <a href=x>ef<b>g</b></a></p><script>no()</script></div>").tree
    amounts = count(tree)
    rows = dict(zip(tree.tags, zip(*amounts[:4], strict=True), strict=True))
    # characters, tags, link characters, link tags; the script is no tag.
    assert rows["div"] == (7, 3, 3, 1)
    assert rows["p"] == (5, 2, 3, 1)
    assert rows["a"] == (3, 1, 3, 0)
    assert rows["b"] == (1, 0, 1, 0)
    assert rows["body"] == (7, 4, 3, 1)


#    0
#   1   4
#  2 3   5
PARENTS = [-1, 0, 1, 1, 0, 4]


def test_the_fullest_element_of_each_subtree() -> None:
    assert fullest(PARENTS, [1.0, 5.0, 0.0, 7.0, 6.0, 2.0]) == [3, 3, 2, 3, 4, 5]


def test_of_equal_sums_the_outermost_and_then_the_first_wins() -> None:
    assert fullest(PARENTS, [1.0, 7.0, 0.0, 7.0, 7.0, 2.0]) == [1, 1, 2, 3, 4, 5]
    assert fullest(PARENTS, [0.0] * 6) == [0, 1, 2, 3, 4, 5]


def test_the_lowest_density_on_the_way_up() -> None:
    assert lowest(PARENTS, [4.0, 3.0, 1.0, 9.0, 2.0, 8.0], 3, 0) == 3.0
    assert lowest(PARENTS, [4.0, 3.0, 1.0, 9.0, 2.0, 8.0], 0, 0) == 4.0


def test_only_dense_elements_lead_down() -> None:
    best = [3, 3, 2, 3, 4, 5]
    # 0 marks 3; 1 is dense and marks 3 again; 4 is below the threshold, so 5 is never reached.
    assert descend(PARENTS, [4.0, 5.0, 1.0, 9.0, 2.0, 8.0], best, 0, 4.0) == [False, False, False, True, False, False]
    # With 4 dense it marks itself, and 5 with it.
    assert descend(PARENTS, [4.0, 5.0, 1.0, 9.0, 6.0, 8.0], best, 0, 4.0) == [False, False, False, True, True, True]


@pytest.mark.parametrize(
    "extractor", [CompositeDensity(), CompositeDensity(threshold="path"), CompositeDensity(composite=False)]
)
def test_the_story_stays_and_the_menu_goes(extractor: CompositeDensity) -> None:
    text = extractor.extract(read_page(f"<body>{MENU}{STORY}{MENU}")).text
    assert text.count("A sentence") == 15
    assert "Menu entry" not in text


def test_own_text_counts_in_the_sum_of_a_path() -> None:
    html = f"<body>{MENU}<div id=story>{(TEXT * 3 + '<br>') * 5}</div>{MENU}"
    assert CompositeDensity(threshold="path").extract(read_page(html)).text.count("A sentence") == 15


def test_a_threshold_of_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="threshold"):
        CompositeDensity(threshold="mean")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    assert seconds(lambda: CompositeDensity(threshold="path").extract(page).text) < SECONDS


@pytest.mark.parametrize("html", ["", "<frameset><frame></frameset>", "text", "<p>"])
def test_pages_without_a_body_of_text_are_no_trouble(html: str) -> None:
    assert CompositeDensity().extract(read_page(html)).text == html.removesuffix("<p>").replace(
        "<frameset><frame></frameset>", ""
    )


@pytest.mark.parametrize("threshold", ["body", "path"])
def test_the_floor_on_the_bundled_pages(threshold: str) -> None:
    assert mean_word_f1(CompositeDensity(threshold=threshold)) >= 0.82  # type: ignore[arg-type]
