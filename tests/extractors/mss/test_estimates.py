"""How right a prediction looks, by the estimates of [Pasternack 2009]."""

import numpy as np
import pytest

from maintext.extractors.mss.classify import estimate

PROBABILITIES = np.array([0.1, 0.2, 0.9, 0.8, 0.3])


def test_estimates_are_geometric_means_over_different_tokens() -> None:
    inside, outside = [0.9, 0.8], [0.9, 0.8, 0.7]
    assert estimate("all", PROBABILITIES, 2, 4) == pytest.approx(np.prod(inside + outside) ** (1 / 5))
    assert estimate("inside", PROBABILITIES, 2, 4) == pytest.approx(np.prod(inside) ** (1 / 2))
    # the window of one token: before, first, last, after
    assert estimate("window", PROBABILITIES, 2, 4, window=1) == pytest.approx((0.8 * 0.9 * 0.8 * 0.7) ** (1 / 4))


@pytest.mark.parametrize("how", ["window", "all", "inside"])
def test_an_empty_prediction_is_never_right(how: str) -> None:
    assert estimate(how, PROBABILITIES, 3, 3) == 0.0  # type: ignore[arg-type]


def test_a_certain_classifier_that_is_overruled_does_not_make_everything_zero() -> None:
    assert 0 < estimate("all", np.array([1.0, 1.0, 0.0]), 1, 2) < 0.5
