"""CETR against tables computed by hand."""

from dataclasses import replace
from math import exp

import pytest

from maintext import read_page
from maintext.extractors.tag_ratio.cetr import Cetr, changes, gaussian_mean, off_origin
from maintext.extractors.tag_ratio.extractor import outside_lowest
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

MENU = "<ul><li><a href=1>Home</a></li></ul>\n" * 6
TEXT = ("word " * 40).strip()
STORY = f"<p>{TEXT}</p>\n" * 4


def test_a_gaussian_of_sigma_one_weighs_neighbours() -> None:
    side = [exp(-(step**2) / 2) for step in (1, 2, 3)]
    whole = 1 + 2 * sum(side)
    peak = [0.0] * 3 + [1.0] + [0.0] * 3
    smoothed = gaussian_mean(peak, 1.0)
    assert smoothed[3] == pytest.approx(1 / whole)
    assert smoothed[2] == smoothed[4] == pytest.approx(side[0] / (whole - side[2]))
    assert gaussian_mean([7.0, 7.0, 7.0], 1.0) == pytest.approx([7.0] * 3)
    assert gaussian_mean([1.0, 5.0], 0.0) == [1.0, 5.0]


def test_a_change_is_the_mean_of_the_next_lines_less_the_line() -> None:
    # 0: mean(0, 6, 6) - 0; 1: mean(6, 6, 0) - 0; 2: mean(6, 0) - 6; 3: 0 - 6; 4: nothing follows.
    assert changes([0.0, 0.0, 6.0, 6.0, 0.0], 3, 0.0) == [4.0, 4.0, 3.0, 6.0, 0.0]


def test_the_cluster_at_the_origin_is_noise() -> None:
    ratios = [1.0, 2.0, 80.0, 90.0, 10.0]
    assert off_origin(ratios, [0.0, 1.0, 10.0, 5.0, 70.0], 3) == [False, False, True, True, True]
    assert off_origin([], [], 3) == []


def test_a_page_without_noise_has_nothing_at_the_origin() -> None:
    # The free centre starts at 30 and gets 16, 30, 30; from their mean, 25.3, it is nearer to 14 than the origin is.
    ratios = [14.0, 16.0, 30.0, 30.0]
    assert off_origin(ratios, [0.0] * 4, 2) == [True] * 4
    # Without a fixed centre the lower half would be noise.
    assert outside_lowest(ratios, "k-means", 2) == [False, False, True, True]


@pytest.mark.parametrize("method", ["plane", "k-means", "threshold"])
def test_every_method_finds_the_story_between_menus(method: str) -> None:
    html = MENU + STORY + MENU
    text = Cetr(method=method).extract(read_page(html)).text  # type: ignore[arg-type]
    assert text.count(TEXT) == 4
    assert text.count("Home") < 6


@pytest.mark.parametrize(
    "parameters",
    [
        {"sigma": -1.0},
        {"sigma": 1e308},
        {"sigma": 1e-320},
        {"spread": -0.1},
        {"clusters": 1},
        {"clusters": 10**6},
        {"wrap": 0},
        {"method": "guess"},
        {"ahead": 0},
    ],
)
def test_impossible_parameters_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(parameters))):
        Cetr(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    assert seconds(lambda: Cetr().extract(page).text) < SECONDS


def test_an_empty_page_has_no_text() -> None:
    assert Cetr().extract(read_page("")).text == ""


def test_the_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(Cetr()) >= 0.84
