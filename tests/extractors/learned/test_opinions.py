"""The other networks are asked where the first is not sure of its choice, and only there."""

import numpy as np
import pytest

from maintext.extractors.learned.choose import Sharpness
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import ANY, Output, forward, standardize
from maintext.extractors.learned.opinions import ask, is_sure, mean
from maintext.page import read_page
from tests.bundled import SLUGS, bundled

WORDS = np.array([100.0, 50.0, 5.0], np.float32)


def said(*log_odds: float) -> Output:
    blocks = np.array([[each, 0, 0, 0] for each in log_odds], np.float32)
    return Output(blocks, np.zeros(7, np.float32))


@pytest.mark.parametrize(("log_odds", "sure"), [((9, 9, -9), True), ((0, 0, 0), False), ((1, 0, 0), False)])
def test_who_expects_much_of_the_choice_is_sure(log_odds: tuple[float, ...], sure: bool) -> None:
    assert is_sure(said(*log_odds), WORDS, Sharpness(1.0, 1.0)) is sure


def test_the_mean_is_that_of_log_odds() -> None:
    both = mean([said(1, 2, 3), said(3, 2, -3)])
    assert both.blocks[:, 0].tolist() == [2, 2, 0]


def test_all_are_asked_where_the_first_is_not_sure() -> None:
    model = load_model(None)
    asked = set()
    for slug in SLUGS:
        page = read_page(bundled(slug).data)
        if not page.tree.block_texts:
            continue
        features = featurize(page)
        x = standardize(model.members[0], features.rows)
        opinion = ask(model.members, features, ANY, model.sharpness)
        first = forward(model.members[0], x, features, ANY)
        count = 1 if is_sure(first, features.words, model.sharpness) else len(model.members)
        assert opinion.asked == count
        wanted = mean([forward(weights, x, features, ANY) for weights in model.members[:count]])
        assert np.allclose(opinion.output.blocks, wanted.blocks, atol=1e-5)
        asked.add(count)
    assert asked == {1, len(model.members)}


def test_a_model_of_one_network_asks_nobody_else() -> None:
    model = load_model(None)
    features = featurize(read_page("<p>Short.</p><p>Shorter</p>"))
    assert ask(model.members[:1], features, ANY, model.sharpness).asked == 1
