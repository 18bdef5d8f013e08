"""The smooth variant of text density: the fitted curve and the region read off it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract
from maintext.extractors.density import between_steepest, fit

values = st.lists(st.integers(0, 500), max_size=60)


def _dense(lengths: list[int], smooth: float) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Whittaker's smoother with a full matrix."""
    second = np.diff(np.eye(len(lengths)), n=2, axis=0)
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = np.linalg.solve(
        np.eye(len(lengths)) + smooth * second.T @ second, np.array(lengths, float)
    )
    return found


@given(st.lists(st.integers(0, 500), min_size=3, max_size=60), st.sampled_from([0.0, 0.1, 1.0, 10.0, 1000.0, 1e5]))
def test_the_fit_solves_the_equations(lengths: list[int], smooth: float) -> None:
    np.testing.assert_allclose(fit(lengths, smooth), _dense(lengths, smooth), rtol=1e-6, atol=1e-5)


@given(values)
def test_without_smoothing_the_fit_is_the_values(lengths: list[int]) -> None:
    assert fit(lengths, 0.0) == pytest.approx(lengths)


@given(values, st.floats(0, 1000))
def test_the_fit_keeps_the_sum(lengths: list[int], smooth: float) -> None:
    assert sum(fit(lengths, smooth)) == pytest.approx(sum(lengths), rel=1e-6, abs=1e-5)


@pytest.mark.parametrize("lengths", [[], [1], [1, 2]])
def test_the_fit_of_too_few_values_is_the_values(lengths: list[int]) -> None:
    assert fit(lengths, 5.0) == lengths


@given(values, st.floats(0, 1e4))
def test_the_region_lies_in_the_page_and_is_not_empty(lengths: list[int], smooth: float) -> None:
    first, last = between_steepest(lengths, smooth)
    assert 0 <= first <= last <= len(lengths)
    assert first < last or not lengths


@pytest.mark.parametrize("smooth", [0.5, 1.0, 5.0, 20.0])
def test_a_plateau_is_found(smooth: float) -> None:
    lengths = [5] * 20 + [200] * 15 + [5] * 20
    first, last = between_steepest(lengths, smooth)
    assert abs(first - 20) <= 1
    assert abs(last - 35) <= 1


@pytest.mark.parametrize("smooth", ["0", "1e-9", "1e6", "1e12", "1e18", "1e100", "1e300"])
def test_any_smoothness_gives_a_text(smooth: str) -> None:
    html = "".join(f"<p>{'word ' * (1 + at % 9)}</p>" for at in range(40))
    assert extract(html, extractor=f"density(smooth={smooth})").text
