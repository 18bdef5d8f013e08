"""The decision: the best set of blocks, each text once, with what the options ask for, and the confidence in it."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.decision import (
    NO_DUPLICATE,
    TextOptions,
    decide,
    find_duplicates,
    maximize_expected_f,
    select_blocks,
    text_probabilities,
)
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.network import PAGE_TYPES, Output
from maintext.page import read_page

PAGE = read_page(
    "<h1>The fox</h1><p>By Anna</p><div><p>It sleeps all day, it runs by night.</p><p>So it does.</p></div><p>Nice!</p>"
)
HIGH = 9.0
#          text, title, comment, byline
BLOCKS = [
    (HIGH, HIGH, -HIGH, -HIGH),
    (-HIGH, -HIGH, -HIGH, HIGH),
    (HIGH, -HIGH, -HIGH, -HIGH),
    (HIGH, -HIGH, -HIGH, -HIGH),
    (-HIGH, -HIGH, HIGH, -HIGH),
]


def kept_blocks(page_type: str, options: TextOptions) -> list[int]:
    types = np.array([float(page_type == name) for name in PAGE_TYPES], np.float32)
    output = Output(np.array(BLOCKS, np.float32), types)
    selection = select_blocks(output, PAGE.tree.block_texts, featurize(PAGE), DecisionTemperatures(1.0, 1.0), options)
    return [int(block) for block in np.nonzero(selection.kept)[0]]


@pytest.mark.parametrize(
    ("page_type", "options", "expected"),
    [
        ("article", TextOptions(), [2, 3]),
        ("product", TextOptions(), [0, 2, 3]),
        ("article", TextOptions(title=True), [0, 2, 3]),
        ("article", TextOptions(byline=True), [1, 2, 3]),
        ("article", TextOptions(comments=True), [2, 3, 4]),
        ("article", TextOptions(title=True, byline=True, comments=True), [0, 1, 2, 3, 4]),
    ],
)
def test_what_the_options_ask_for_is_kept(page_type: str, options: TextOptions, expected: list[int]) -> None:
    assert kept_blocks(page_type, options) == expected


def test_probabilities_of_text_and_comment_are_added_up_to_one() -> None:
    probabilities = np.array([[0.7, 0, 0.6, 0], [0.2, 0, 0.3, 0]], np.float32)
    assert text_probabilities(probabilities, TextOptions()).tolist() == pytest.approx([0.7, 0.2])
    assert text_probabilities(probabilities, TextOptions(comments=True)).tolist() == pytest.approx([1.0, 0.5])


@pytest.mark.parametrize(
    ("log_odds", "confidence", "kept"),
    [(HIGH, 0.4, [0, 1]), (-HIGH, 0.0, [])],
)
def test_a_short_text_halves_the_confidence_and_an_improbable_one_is_not_kept(
    log_odds: float, confidence: float, kept: list[int]
) -> None:
    page = read_page("<p>A line of text.</p><p>And another one.</p>")
    output = Output(np.full((2, 4), [log_odds, -HIGH, -HIGH, -HIGH], np.float32), np.zeros(7, np.float32))
    curve = np.array([0.0, 1.0], np.float32)
    calibration = Calibration(np.ones(4, np.float32), DecisionTemperatures(1.0, 1.0), curve, 0.8 * curve)
    decision = decide(output, page.tree.block_texts, featurize(page), calibration, TextOptions())
    assert np.nonzero(decision.kept)[0].tolist() == kept
    assert decision.confidence == pytest.approx(confidence, abs=1e-3)


LINE = "The harbor was rebuilt in the spring of that year."
OTHER = "Nobody had asked for it, and nobody minded."
WIDE_AND_NARROW = (
    f"<div><p>{LINE}</p><p>{OTHER}</p></div><section><p>{LINE}</p><p>Also this, which is new here.</p></section>"
)
REFRAIN = f"<div><p>{LINE}</p><p>{OTHER}</p><p>{LINE}</p></div><p>And so it ended for all of them.</p>"
SHORT = "<div><p>Buy now</p><p>One thing</p></div><div><p>Buy now</p><p>Another</p></div>"


def duplicates(html: str, *probabilities: float) -> list[int]:
    page = read_page(html)
    found = find_duplicates(page.tree.block_texts, np.array(probabilities, np.float32), featurize(page))
    return list(map(int, found))


@pytest.mark.parametrize(
    ("html", "probabilities", "expected"),
    [
        (WIDE_AND_NARROW, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE, NO_DUPLICATE, 0, NO_DUPLICATE]),
        (WIDE_AND_NARROW, (0.2, 0.9, 0.9, 0.9), [2, NO_DUPLICATE, NO_DUPLICATE, NO_DUPLICATE]),
        (REFRAIN, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE] * 4),
        (SHORT, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE] * 4),
    ],
)
def test_the_most_probable_of_equal_texts_is_kept(
    html: str, probabilities: tuple[float, ...], expected: list[int]
) -> None:
    assert duplicates(html, *probabilities) == expected


lines = st.lists(
    st.sampled_from([LINE, OTHER, "Short one", "Yet another line that is long enough."]), min_size=1, max_size=6
)


@given(st.lists(lines, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_no_text_is_lost_and_duplicates_point_at_what_is_kept(containers: list[list[str]], rng: Random) -> None:
    page = read_page("".join(f"<div>{''.join(f'<p>{line}</p>' for line in each)}</div>" for each in containers))
    texts = page.tree.block_texts
    probabilities = np.array([rng.random() for _ in texts], np.float32)
    found = [int(each) for each in find_duplicates(texts, probabilities, featurize(page))]
    assert {text for text, other in zip(texts, found, strict=True) if other == NO_DUPLICATE} == set(texts)
    for block, other in enumerate(found):
        if other != NO_DUPLICATE:
            assert texts[other] == texts[block]
            assert found[other] == NO_DUPLICATE


scored_blocks = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=8)


def expected_f(kept: tuple[bool, ...], pairs: list[tuple[float, int]], beta: float) -> float:
    gain = sum(p * size for keep, (p, size) in zip(kept, pairs, strict=True) if keep)
    size = sum(size for keep, (_, size) in zip(kept, pairs, strict=True) if keep)
    return (1 + beta**2) * gain / (size + beta**2 * sum(p * size for p, size in pairs))


@given(scored_blocks, st.sampled_from([0.5, 1.0, 2.0]))
def test_no_set_of_blocks_has_a_larger_expected_f(pairs: list[tuple[float, int]], beta: float) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    best = maximize_expected_f(p, sizes, beta)
    highest = max(expected_f(kept, pairs, beta) for kept in product([False, True], repeat=len(pairs)) if any(kept))
    assert abs(best.expected_f - highest) < 1e-4


@given(scored_blocks)
def test_a_larger_beta_keeps_no_less(pairs: list[tuple[float, int]]) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    kept = [maximize_expected_f(p, sizes, beta).kept for beta in (0.5, 1.0, 2.0)]
    assert (kept[0] <= kept[1]).all()
    assert (kept[1] <= kept[2]).all()
