"""Clusters against tables computed by hand."""

import numpy as np
import pytest

from maintext.extractors.tag_ratio.clustering import farthest_first, k_means, mixture, nearest


def _column(*values: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(values, dtype=float).reshape(-1, 1)


def test_each_point_goes_to_the_nearest_centre_and_the_first_of_equals() -> None:
    assert nearest(_column(0, 4, 5, 6, 10), _column(0, 10)).tolist() == [0, 0, 0, 1, 1]


@pytest.mark.parametrize(("clusters", "centres"), [(1, [1]), (2, [1, 9]), (3, [1, 9, 4]), (4, [1, 9, 4, 2])])
def test_farthest_first_takes_the_point_farthest_from_all_centres(clusters: int, centres: list[float]) -> None:
    points = _column(1, 2, 4, 9)
    assert farthest_first(points, points[0], clusters)[:, 0].tolist() == centres


def test_k_means_moves_centres_to_the_mean_of_their_points() -> None:
    # Centres 0 and 3: the point 1 is nearer 0; then the means are 0.5 and 15/3 = 5; 2 goes over (1.5 < 3).
    points = _column(0, 1, 2, 3, 10)
    assert k_means(points, _column(0, 3)).tolist() == [0, 0, 0, 0, 1]


def test_a_fixed_centre_stays_at_the_origin() -> None:
    points = _column(4, 5, 6, 20)
    assert k_means(points, _column(0, 20)).tolist() == [0, 0, 0, 1]
    # Centre 0 fixed: 4, 5 and 6 are nearer 0 than 20, and 0 does not follow them.
    assert k_means(points, _column(0, 20), fixed=1).tolist() == [0, 0, 0, 1]
    # From 9 on, the free centre moves to mean(5, 6, 20) = 10.33, then mean(6, 20) = 13, then to 20 alone.
    assert k_means(points, _column(0, 9), fixed=1).tolist() == [0, 0, 0, 1]
    # A free centre would have followed, so that 4, 5 and 6 have one each way: mean(4) and mean(5, 6, 20) first.
    assert k_means(_column(4, 5, 6, 20), _column(0, 9)).tolist() == [0, 0, 0, 1]


def test_the_origin_of_a_plane_holds_what_is_low_and_steady() -> None:
    points = np.array([[1.0, 0.0], [2.0, 1.0], [80.0, 10.0], [90.0, 5.0], [10.0, 70.0]])
    labels = k_means(points, farthest_first(points, np.zeros(2), 3), fixed=1)
    assert labels.tolist() == [0, 0, 1, 1, 2]


def test_a_cluster_that_loses_its_points_keeps_its_centre() -> None:
    assert k_means(_column(0, 1), _column(0, 1, 50)).tolist() == [0, 1]


def test_a_mixture_finds_a_narrow_and_a_wide_component() -> None:
    low, high = [0.0, 1.0, 2.0, 1.0, 1.5, 0.5], [40.0, 70.0, 100.0]
    assert mixture(np.array(low + high), np.array([0.0, 100.0])).tolist() == [0] * 6 + [1] * 3


def test_a_mixture_of_equal_values_is_one_component() -> None:
    assert mixture(np.array([3.0, 3.0]), np.array([3.0])).tolist() == [0, 0]
