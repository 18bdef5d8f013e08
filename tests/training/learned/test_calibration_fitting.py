"""Fitting the calibration: temperatures and the curve of observed F."""

import numpy as np
import pytest

from maintext.training.learned.calibration_fitting import fit_temperature, isotonic_curve


def test_the_temperature_that_made_the_odds_is_found() -> None:
    rng = np.random.default_rng(0)
    true = rng.normal(0, 2, 20_000)
    labels = (rng.random(20_000) < 1 / (1 + np.exp(-true))).astype(float)
    assert fit_temperature(true * 2, labels, np.ones(20_000)) == pytest.approx(2, abs=0.15)
    assert fit_temperature(true, labels, np.ones(20_000)) == pytest.approx(1, abs=0.1)


def test_the_curve_of_confidence_rises_and_keeps_the_mean() -> None:
    rng = np.random.default_rng(1)
    expected = rng.random(2000)
    observed = np.clip(expected**2 + rng.normal(0, 0.05, 2000), 0, 1)
    x, y = isotonic_curve(expected.tolist(), observed.tolist())
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) > 0).all()
    assert np.interp(expected, x, y).mean() == pytest.approx(observed.mean(), abs=0.02)
