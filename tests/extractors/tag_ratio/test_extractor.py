"""Text-to-tag ratio against tables computed by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import read_page
from maintext.extractors.tag_ratio.extractor import TagRatio, above, jumps, line_ratios, moving_mean, outside_lowest
from maintext.page.source_lines import split_lines
from tests.clock import seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

MENU = "<ul><li><a href=1>Home</a></li></ul>\n" * 6
TEXT = ("word " * 40).strip()
STORY = f"<p>{TEXT}</p>\n" * 4


def _text(html: str, extractor: TagRatio) -> str:
    return extractor.extract(read_page(html)).text


@pytest.mark.parametrize(
    ("line", "ratio"),
    [
        ("no tags at all", 14.0),
        ("<p>twelve chars", 12.0),
        ("<p>twelve chars</p>", 6.0),
        ("<li><a href=x>Home</a></li>", 1.0),
        ("<br>", 0.0),
        ("<b>a  b</b>", 1.5),
    ],
)
def test_the_ratio_of(line: str, ratio: float) -> None:
    assert line_ratios(split_lines(line)) == [ratio]


@pytest.mark.parametrize(
    ("radius", "smoothed"),
    [
        (0, [0.0, 0.0, 10.0, 0.0, 5.0]),
        (1, [0.0, 10 / 3, 10 / 3, 5.0, 2.5]),
        (2, [10 / 3, 2.5, 3.0, 3.75, 5.0]),
        (9, [3.0] * 5),
    ],
)
def test_the_mean_over_a_radius_uses_the_lines_there_are(radius: int, smoothed: list[float]) -> None:
    assert moving_mean([0.0, 0.0, 10.0, 0.0, 5.0], radius) == pytest.approx(smoothed)


def test_the_threshold_is_the_standard_deviation() -> None:
    # Mean 4, deviations -4 -4 0 8 0, variance 96/5 = 19.2, standard deviation 4.38.
    ratios = [0.0, 0.0, 4.0, 12.0, 4.0]
    assert above(ratios, 1.0) == [False, False, False, True, False]
    assert above(ratios, 0.9) == [False, False, True, True, True]
    assert above([], 1.0) == []


def test_a_prediction_fails_where_ratios_jump_and_drop() -> None:
    # Standard deviation 43.6: 90 is far above the 0.7 before it; 1 is far below the 85 of the run before it.
    ratios = [1.0, 0.0, 1.0, 90.0, 80.0, 85.0, 1.0, 2.0]
    assert jumps(ratios, 1.0) == [False] * 3 + [True] * 3 + [False] * 2


@pytest.mark.parametrize("method", ["k-means", "em", "farthest-first"])
def test_all_but_the_lowest_cluster_is_content(method: str) -> None:
    ratios = [1.0, 2.0, 1.5, 1.0, 50.0, 55.0, 120.0, 1.2, 0.8]
    kept = [False] * 4 + [True] * 3 + [False] * 2
    assert outside_lowest(ratios, method, 3) == kept


@pytest.mark.parametrize("method", ["k-means", "em", "farthest-first"])
def test_equal_lines_are_one_cluster(method: str) -> None:
    assert outside_lowest([3.0, 3.0], method, 3) == [False, False]
    assert outside_lowest([], method, 3) == []


@pytest.mark.parametrize("method", ["threshold", "k-means", "em", "farthest-first"])
def test_every_method_finds_the_story_between_menus(method: str) -> None:
    extractor = TagRatio(radius=0, method=method, clusters=2)  # type: ignore[arg-type]
    assert _text(MENU + STORY + MENU, extractor) == "\n".join([TEXT] * 4)


def test_smoothing_keeps_a_short_line_inside_the_story() -> None:
    html = MENU + STORY + "<p>So.</p>\n" + STORY + MENU
    assert "So." in _text(html, TagRatio())
    assert "So." not in _text(html, TagRatio(radius=0))


def test_a_page_on_one_line_is_wrapped() -> None:
    html = (MENU * 5 + STORY * 3 + MENU * 5).replace("\n", "")
    assert "Home" in _text(html, TagRatio(radius=0, wrap=None, spread=0.0))
    assert "Home" not in _text(html, TagRatio(radius=0, wrap=50))


@given(st.lists(st.floats(0, 1000), max_size=30), st.integers(0, 5))
def test_smoothed_values_stay_within_the_values(values: list[float], radius: int) -> None:
    smoothed = moving_mean(values, radius)
    assert len(smoothed) == len(values)
    assert all(min(values) - 1e-6 <= value <= max(values) + 1e-6 for value in smoothed)


@pytest.mark.parametrize(
    "parameters",
    [{"radius": -1}, {"spread": -0.1}, {"clusters": 1}, {"wrap": 0}, {"method": "guess"}],
)
def test_impossible_parameters_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(parameters))):
        TagRatio(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("method", ["threshold", "k-means", "em"])
def test_hostile_pages_finish(name: str, method: str) -> None:
    page = replace(hostile_page(name))
    extractor = TagRatio(method=method)  # type: ignore[arg-type]
    assert seconds(lambda: extractor.extract(page).text) < SECONDS


def test_an_empty_page_has_no_text() -> None:
    assert _text("", TagRatio()) == ""


def test_the_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(TagRatio()) >= 0.85
