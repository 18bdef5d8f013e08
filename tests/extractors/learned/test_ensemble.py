"""The other networks are run if the first is not confident, and only then."""

import numpy as np
import pytest

from maintext.extractors.learned.calibration import DecisionTemperatures
from maintext.extractors.learned.ensemble import average_outputs, is_confident, run_ensemble
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.network import ANY_GUIDELINE, Output, forward, standardize
from maintext.page import read_page
from tests.bundled import SLUGS, bundled

WORDS = np.array([100.0, 50.0, 5.0], np.float32)


def make_output(*log_odds: float) -> Output:
    blocks = np.array([[each, 0, 0, 0] for each in log_odds], np.float32)
    return Output(blocks, np.zeros(7, np.float32))


@pytest.mark.parametrize(("log_odds", "confident"), [((9, 9, -9), True), ((0, 0, 0), False), ((1, 0, 0), False)])
def test_a_high_expected_f_is_confident(log_odds: tuple[float, ...], confident: bool) -> None:
    assert is_confident(make_output(*log_odds), WORDS, DecisionTemperatures(1.0, 1.0)) is confident


def test_the_mean_is_that_of_log_odds() -> None:
    both = average_outputs([make_output(1, 2, 3), make_output(3, 2, -3)])
    assert both.blocks[:, 0].tolist() == [2, 2, 0]


def test_all_are_run_if_the_first_is_not_confident() -> None:
    model = load_model(None)
    run = set()
    for slug in SLUGS:
        page = read_page(bundled(slug).data)
        if not page.tree.block_texts:
            continue
        features = featurize(page)
        x = standardize(model.networks[0], features.rows)
        ensemble = run_ensemble(model.networks, features, ANY_GUIDELINE, model.calibration.decision_temperatures)
        first = forward(model.networks[0], x, features, ANY_GUIDELINE)
        count = (
            1 if is_confident(first, features.words, model.calibration.decision_temperatures) else len(model.networks)
        )
        assert ensemble.networks_run == count
        wanted = average_outputs([forward(weights, x, features, ANY_GUIDELINE) for weights in model.networks[:count]])
        assert np.allclose(ensemble.output.blocks, wanted.blocks, atol=1e-5)
        run.add(count)
    assert run == {1, len(model.networks)}


def test_a_model_may_have_one_network() -> None:
    model = load_model(None)
    features = featurize(read_page("<p>Short.</p><p>Shorter</p>"))
    assert (
        run_ensemble(model.networks[:1], features, ANY_GUIDELINE, model.calibration.decision_temperatures).networks_run
        == 1
    )
