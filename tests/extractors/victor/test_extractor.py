"""Victor: features, the best labels against all labels there are, and models."""

import math
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import BadParameter
from maintext.extractors.models import ModelFile, write_model
from maintext.extractors.victor.extractor import Transitions, Victor, best_labels, label_odds
from maintext.extractors.victor.features import block_features
from maintext.page import read_page
from tests.bundled import SLUGS, bundled

weights = st.integers(-4, 4).map(float)


@given(st.lists(weights, min_size=1, max_size=8), st.tuples(st.tuples(weights, weights), st.tuples(weights, weights)))
def test_the_best_labels_have_the_largest_sum_of_all(states: list[float], transitions: Transitions) -> None:
    def total(labels: tuple[bool, ...]) -> float:
        moves = sum(transitions[one][other] for one, other in pairwise(labels))
        return moves + sum(weight for weight, label in zip(states, labels, strict=True) if label)

    every = product((False, True), repeat=len(states))
    assert total(tuple(best_labels(states, transitions))) == pytest.approx(max(map(total, every)))


@given(st.lists(weights, min_size=1, max_size=7), st.tuples(st.tuples(weights, weights), st.tuples(weights, weights)))
def test_the_odds_of_a_block_are_those_over_all_labels(states: list[float], transitions: Transitions) -> None:
    content, other = [0.0] * len(states), [0.0] * len(states)
    for labels in product((False, True), repeat=len(states)):
        moves = sum(transitions[one][two] for one, two in pairwise(labels))
        chance = math.exp(moves + sum(weight for weight, label in zip(states, labels, strict=True) if label))
        for at, label in enumerate(labels):
            (content if label else other)[at] += chance
    expected = [math.log(one / two) for one, two in zip(content, other, strict=True)]
    assert label_odds(states, transitions) == pytest.approx(expected)


def test_no_blocks_have_no_labels() -> None:
    assert best_labels([], ((0, 0), (0, 0))) == []
    assert label_odds([], ((0, 0), (0, 0))) == []


def test_features_of_a_block() -> None:
    first, second, third = block_features(
        read_page("<ul><li><a>Home</a></li></ul><p>One 2. Two!</p><p>One 2. Two!</p>")
    )
    assert {"tag=a", "in=li", "in=ul", "links=1", "linked=14", "words=1", "start=0", "end=3", "repeated=1"} <= set(
        first
    )
    assert {"tag=p", "in=body", "links=0", "linked=0", "words=3", "sentences=2", "ends=!", "repeated=2"} <= set(second)
    assert len(first) > 15
    assert second != third


def test_a_model_without_its_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.model"
    write_model(ModelFile("victor"), path)
    with pytest.raises(BadParameter, match="train it again"):
        Victor(model=str(path)).extract(read_page("<p>text"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_is_taken(slug: str) -> None:
    page = read_page(bundled(slug).data)
    kept = Victor().extract(page).kept
    assert len(kept) == len(page.blocks)
    assert sum(Victor(threshold=0.01).extract(page).kept) >= sum(Victor(threshold=0.99).extract(page).kept)


def _model(folder: Path, enter: float) -> str:
    """A model in which p is weak evidence for content, h1 strong, li against it; to begin content costs `enter`."""
    words = {"own": ["tag=p", "tag=h1", "tag=li"], "before": ["x"], "after": ["x"]}
    arrays = {
        "own": np.array([0.5, 3.0, -2.0]), "before": np.zeros(1), "after": np.zeros(1),
        "transitions": np.array([[0.0, -enter], [0.0, 0.0]]),
    }  # fmt: skip
    path = folder / "tiny.model"
    write_model(ModelFile("victor", words=words, arrays=arrays), path)
    return str(path)


def test_the_default_is_the_most_likely_sequence_as_published(tmp_path: Path) -> None:
    page = read_page("<h1>A</h1><ul><li>b</li></ul><p>C</p>")
    victor = Victor(model=_model(tmp_path, enter=1.0))
    assert victor.threshold is None
    weights, transitions = [3.0, -2.0, 0.5], ((0.0, -1.0), (0.0, 0.0))
    assert victor.extract(page).kept == best_labels(weights, transitions) == [True, False, False]


def test_the_most_likely_sequence_is_not_made_of_the_most_likely_labels(tmp_path: Path) -> None:
    page = read_page("<ul><li>a</li></ul><p>B</p><p>C</p><p>D</p>")
    model = _model(tmp_path, enter=1.6)
    assert not any(Victor(model=model).extract(page).kept)
    assert any(Victor(model=model, threshold=0.5).extract(page).kept)


@pytest.mark.parametrize("threshold", [0.05, 0.15, 0.5, 0.75, 0.95])
def test_a_block_is_kept_if_its_probability_reaches_the_threshold(tmp_path: Path, threshold: float) -> None:
    page = read_page("<h1>A</h1><ul><li>b</li></ul><p>C</p>")
    odds = label_odds([3.0, -2.0, 0.5], ((0.0, -1.0), (0.0, 0.0)))
    kept = Victor(model=_model(tmp_path, enter=1.0), threshold=threshold).extract(page).kept
    assert kept == [1 / (1 + math.exp(-each)) >= threshold for each in odds]
