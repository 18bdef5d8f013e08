"""The growth exponent: found again where it is known, whatever the fixed costs."""

import pytest

from fuzzing.growth import FACTORS, LIMIT, Cost, Growth, exponent


@pytest.mark.parametrize("fixed", [0.0, 0.01, 1.0])
@pytest.mark.parametrize(("power", "low", "high"), [(0.5, 0.3, 0.8), (1, 0.99, 1.01), (1.2, 1.1, 1.25), (2, 1.7, 2.1)])
def test_the_exponent_of_a_known_function(power: float, low: float, high: float, fixed: float) -> None:
    found = exponent(FACTORS, [fixed + 0.1 * factor**power for factor in FACTORS], 0.02)
    assert found is not None
    assert low < found < high


def test_noise_of_a_few_percent_does_not_flag_a_linear_function() -> None:
    noisy = [0.05 * factor * (1 + 0.05 * (-1) ** at) for at, factor in enumerate(FACTORS)]
    found = exponent(FACTORS, noisy, 0.02)
    assert found is not None
    assert found < LIMIT


def test_costs_too_small_to_tell_have_no_exponent() -> None:
    assert exponent(FACTORS, [1e-5 * factor**2 for factor in FACTORS], 0.02) is None


def test_what_a_second_measurement_does_not_confirm_is_not_flagged() -> None:
    first, second = (Growth("family", "target", *both, Cost(1, 1)) for both in ((1.4, 1.0), (1.0, 1.3)))
    assert first.flagged
    assert second.flagged
    assert not first.confirmed(second).flagged
    assert first.confirmed(first).flagged


def test_few_sizes_have_no_exponent() -> None:
    assert exponent(FACTORS[:2], [1, 4], 0.02) is None


@pytest.mark.parametrize(
    ("time", "memory", "unfinished", "flagged"),
    [(1.0, 1.0, False, False), (None, None, False, False), (1.2, None, False, True), (None, 1.2, False, True),
     (None, None, True, True)],
)  # fmt: skip
def test_what_is_flagged(time: float | None, memory: float | None, unfinished: bool, flagged: bool) -> None:
    assert Growth("family", "target", time, memory, Cost(1, 1), unfinished).flagged == flagged
