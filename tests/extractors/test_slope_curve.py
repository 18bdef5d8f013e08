"""The document slope curve against tables computed by hand."""

from dataclasses import replace

import pytest

from maintext import read_page
from maintext.extractors.slope_curve import SlopeCurve, flat_regions, read_stretches, region_texts, slope_curve
from maintext.page.tokens import tokenize
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

MENU = "<li><a href=x>Home</a></li>" * 30
STORY = "<p>" + "Some words stand here. " * 30 + "</p>"


def _curve(steps: str) -> list[int]:
    curve = [0]
    for step in steps:
        curve.append(curve[-1] + int(step))
    return curve


def test_styling_tags_count_as_text() -> None:
    #        <div> <p> one <b> two </b> </p> </div>
    curve = slope_curve(read_stretches("<div><p>one<b>two</b></p></div>"))
    assert curve.tolist() == [0, 1, 2, 2, 2, 2, 2, 3, 4]


def test_regions_of_stretches_have_the_text_of_their_tokens() -> None:
    source = "<div> one, two <b>three</b> <i>four</i><p> five 6.5 </p>seven </div>eight"
    stretches, tokens = read_stretches(source), tokenize(source)
    regions = [(first, last) for first in range(len(tokens)) for last in range(first + 1, len(tokens) + 1)]
    expected = [tokens.text_between(first, last) for first, last in regions]
    assert region_texts(stretches, regions) == expected


@pytest.mark.parametrize(
    ("steps", "window", "regions"),
    [
        # The mean slope is 1/2: a window of two is flat if it rises by less than 1/2, so by nothing.
        ("11000011", 2, [(2, 6)]),
        ("0011", 2, [(0, 2)]),
        # Mean 6/12, windows of four below 1: both flat runs, joined in neither.
        ("000011111100"[:10] + "0000", 4, [(0, 4), (10, 14)]),
        # Mean 4/12: a window of six must rise by less than 1. Seven flat tokens are two windows that touch.
        ("110000000011", 6, [(2, 10)]),
        # No window is flat.
        ("1010", 2, []),
        # A page without tags is flat, and so is one shorter than the window.
        ("000", 2, [(0, 3)]),
        ("000", 50, [(0, 3)]),
        ("010", 50, []),
        ("", 50, []),
    ],
)
def test_the_flat_regions_of(steps: str, window: int, regions: list[tuple[int, int]]) -> None:
    assert flat_regions(_curve(steps), window, 0.5) == regions


def test_a_higher_share_lets_windows_rise() -> None:
    # Mean 1/2; a share of 1.5 allows less than 1.5 in a window of two.
    assert flat_regions(_curve("1100101011"), 2, 0.5) == [(2, 4)]
    assert flat_regions(_curve("1100101011"), 2, 1.5) == [(1, 9)]


def test_the_story_between_menus_is_kept() -> None:
    found = SlopeCurve().extract(read_page(f"<ul>{MENU}</ul>{STORY}<ul>{MENU}</ul>"))
    assert found.text.count("Some words stand here.") == 30
    assert found.text.count("Home") < 6  # a window reaches a little over the edge


def test_only_the_longest_region_if_asked() -> None:
    html = f"{STORY}<ul>{MENU}</ul>{STORY}<p>The long one.</p>{STORY}<ul>{MENU}</ul>{STORY}"
    text = SlopeCurve(longest=True).extract(read_page(html)).text
    assert "The long one." in text
    assert len(SlopeCurve().extract(read_page(html)).text) > len(text)


@pytest.mark.parametrize("parameters", [{"window": 0}, {"share": -1.0}])
def test_impossible_parameters_are_refused(parameters: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(parameters))):
        SlopeCurve(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    assert seconds(lambda: SlopeCurve().extract(page).text) < SECONDS


def test_an_empty_page_has_no_text() -> None:
    assert SlopeCurve().extract(read_page("")).text == ""


def test_the_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(SlopeCurve()) >= 0.79
