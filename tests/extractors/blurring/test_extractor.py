"""Content code blurring: the fast blur against the pass-by-pass one, and what it keeps."""

from dataclasses import replace

import numpy as np
import pytest

from maintext import read_page
from maintext.extractors.blurring.extractor import ContentCodeBlurring, blur, blur_by_boxes, blur_by_passes, gaussian
from tests.clock import assert_linear, seconds
from tests.extractors.floors import HOSTILE, SECONDS, hostile_page, mean_word_f1

ACCB = ContentCodeBlurring(anchors=False)
TCCB = ContentCodeBlurring(unit="tokens")
MENU = '<li><a href="/somewhere/else">Home</a></li>' * 30
STORY = ("Some words stand here, and there are more of them. " * 40).strip()


def _text(html: str, extractor: ContentCodeBlurring) -> str:
    return extractor.extract(read_page(html)).text


def test_the_weights_of_a_gaussian_that_reaches_three_deviations() -> None:
    weights = gaussian(3)
    shape = np.exp(-np.array([9, 4, 1, 0, 1, 4, 9]) / 2)
    assert weights == pytest.approx(shape / shape.sum())
    assert gaussian(40).sum() == pytest.approx(1)


def test_one_pass_by_hand() -> None:
    # Weights 1/4, 1/2, 1/4; beyond its ends the page is mirrored.
    kernel = np.array([0.25, 0.5, 0.25])
    assert blur_by_passes(np.array([1.0, 0, 0, 1]), kernel, 1).tolist() == [0.75, 0.25, 0.25, 0.75]
    assert blur_by_passes(np.array([1.0, 0, 0, 1]), kernel, 2).tolist() == [0.625, 0.375, 0.375, 0.625]


@pytest.mark.parametrize("reach", [5, 25, 40])
@pytest.mark.parametrize("passes", [10, 50])
def test_one_wide_blur_agrees_with_many_narrow_ones(reach: int, passes: int) -> None:
    lengths = np.random.default_rng(7).integers(1, 400, 60)
    values = np.repeat(np.arange(60) % 2, lengths).astype(float)
    slow = blur_by_passes(values, gaussian(reach), passes)
    fast = blur(values, gaussian(reach), passes)
    assert abs(slow - fast).max() < 0.01


@pytest.mark.parametrize("length", [1, 2, 10, 300])
def test_a_page_shorter_than_the_blur_agrees_too(length: int) -> None:
    values = (np.arange(length) % 3 == 0).astype(float)
    slow = blur_by_passes(values, gaussian(40), 50)
    assert abs(slow - blur(values, gaussian(40), 50)).max() < 0.02


def test_a_constant_stays_and_nothing_leaves_zero_to_one() -> None:
    assert blur_by_boxes(np.ones(1000), 94.0) == pytest.approx(np.ones(1000))
    edge = blur_by_boxes(np.repeat([0.0, 1.0], 2000), 94.0)
    assert edge.min() > -1e-9
    assert edge.max() < 1 + 1e-9
    assert (np.diff(edge) > -1e-9).all()


def test_blurring_stops_once_nothing_changes_by_more_than_epsilon() -> None:
    values = np.repeat([0.0, 1.0], 50)
    once = blur_by_passes(values, gaussian(10), 1)
    assert (blur(values, gaussian(10), 50, epsilon=1.0) == once).all()
    more = blur(values, gaussian(10), 50, epsilon=0.02)
    assert (more != once).any()
    assert (more != blur_by_passes(values, gaussian(10), 50)).any()


@pytest.mark.parametrize("extractor", [ContentCodeBlurring(), ACCB, TCCB])
def test_the_story_stays_and_the_menu_goes(extractor: ContentCodeBlurring) -> None:
    text = _text(f"<ul>{MENU}</ul><p>{STORY}</p><ul>{MENU}</ul>", extractor)
    assert len(text.split()) > 0.8 * len(STORY.split())
    assert "Home" not in text


def test_words_are_never_cut() -> None:
    text = _text(f"<ul>{MENU}</ul><p>{STORY}</p><ul>{MENU}</ul>", ContentCodeBlurring())
    assert set(text.split()) <= set(STORY.split())


def test_links_in_the_text_hurt_only_when_anchors_count() -> None:
    wiki = "".join(f'word and <a href="/wiki/A_rather_long_address_{at}">linked</a> word ' for at in range(100))
    assert _text(f"<p>{wiki}</p>", ContentCodeBlurring()) == ""
    assert _text(f"<p>{wiki}</p>", ACCB).count("linked") == 100


def test_threshold_zero_keeps_all_and_no_pass_keeps_all() -> None:
    html = "<p>one <b>two</b></p><p>three</p>"
    assert _text(html, ContentCodeBlurring(threshold=0.0)) == "one two\nthree"
    assert _text(html, ContentCodeBlurring(passes=0)) == "one two\nthree"


@pytest.mark.parametrize(
    "parameters",
    [
        {"unit": "lines"},
        {"range": 0},
        {"threshold": 1.5},
        {"passes": -1},
        {"epsilon": -1.0},
        {"range": 1 << 62},
        {"passes": 1 << 62},
    ],
)
def test_impossible_parameters_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(parameters))):
        ContentCodeBlurring(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_finish(name: str) -> None:
    page = replace(hostile_page(name))
    for extractor in (ContentCodeBlurring(), TCCB):
        assert seconds(lambda extractor=extractor: extractor.extract(page).text) < SECONDS  # type: ignore[misc]


def test_four_times_the_page_takes_less_than_eight_times_as_long() -> None:
    pages = {size: read_page(f"<p>{STORY}</p><ul>{MENU}</ul>" * size) for size in (200, 800)}
    assert_linear(lambda size: ACCB.extract(pages[size]).text, 200)


def test_an_empty_page_has_no_text() -> None:
    assert [_text(html, ContentCodeBlurring()) for html in ("", "<p></p>", "<br>")] == ["", "", ""]


@pytest.mark.parametrize(("extractor", "floor"), [(ContentCodeBlurring(), 0.54), (ACCB, 0.56), (TCCB, 0.35)])
def test_the_floor_on_the_bundled_pages(extractor: ContentCodeBlurring, floor: float) -> None:
    assert mean_word_f1(extractor) >= floor
