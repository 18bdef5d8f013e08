from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.analysis.statistics import (
    bootstrap_interval,
    groups,
    holm,
    kendall,
    letters,
    paired_tests,
    randomization_test,
)
from maintext.errors import MetricError


def test_a_bootstrap_interval_holds_the_mean_and_is_the_same_for_the_same_seed() -> None:
    values = [0.1, 0.5, 0.9, 0.7, 0.3] * 20
    interval = bootstrap_interval(values, seed=1)
    assert interval is not None
    assert interval.low < 0.5 < interval.high
    assert interval == bootstrap_interval(values, seed=1) != bootstrap_interval(values, seed=2)
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * 0.2828 / 10, rel=0.1)
    assert bootstrap_interval([]) is None
    assert bootstrap_interval([0.4]) == pytest.approx((0.4, 0.4))


def exact_randomization(differences: list[float]) -> float:
    seen = abs(sum(differences)) - 1e-12
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in product((-1, 1), repeat=8)]
    return sum(total >= seen for total in sums) / len(sums)


def test_the_randomization_test_agrees_with_all_sign_patterns() -> None:
    differences = [0.3, 0.1, -0.05, 0.2, 0.15, -0.1, 0.25, 0.02]
    found = randomization_test(differences, [0.0] * 8, samples=20_000)
    assert found == pytest.approx(exact_randomization(differences), abs=0.01)


def test_nothing_differs_from_itself() -> None:
    values = [0.5, 0.25, 0.75]
    assert randomization_test(values, values) == 1


def test_pages_must_be_paired() -> None:
    with pytest.raises(MetricError, match="same pages"):
        randomization_test([1, 2], [1])


def test_holm_of_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_extractors_fall_into_groups_that_do_not_differ() -> None:
    good = [0.9 + 0.01 * (page % 5) for page in range(60)]
    same = [value + (0.02 if page % 2 else -0.02) for page, value in enumerate(good)]
    bad = [value - 0.4 for value in good]
    values = {"bad": bad, "good": good, "same": same}
    comparisons = paired_tests(values)
    assert {(each.first, each.second) for each in comparisons if each.corrected < 0.05} == {
        ("bad", "good"),
        ("bad", "same"),
    }
    assert [set(group) for group in groups(values, comparisons)] == [{"good", "same"}, {"bad"}]


def test_many_extractors_still_fall_apart_after_the_correction() -> None:
    noise = [((page * 37) % 101 - 50) / 5000 for page in range(80)]
    values = {f"x{rank}": [0.9 - 0.01 * rank + value * (-1) ** rank for value in noise] for rank in range(40)}
    found = groups(values, paired_tests(values))
    assert found[0][0] == "x0"
    assert max(map(len, found)) < 4
    named = letters(found)
    assert named["x0"] == "a"
    assert named["x39"].split()[-1] == "a" + chr(97 + len(found) - 27)


@pytest.mark.parametrize(
    ("x", "y", "tau"),
    [
        ([1, 2, 3], [1, 2, 3], 1),
        ([1, 2, 3], [3, 2, 1], -1),
        ([12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910317),
        ([1, 2, 3, 4], [1, 3, 2, 4], 2 / 3),
        ([1, 1, 1], [1, 2, 3], None),
        ([], [], None),
    ],
)
def test_kendall(x: list[float], y: list[float], tau: float | None) -> None:
    assert kendall(x, y) == (None if tau is None else pytest.approx(tau))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12))
def test_kendall_is_symmetric_and_bounded(pairs: list[tuple[int, int]]) -> None:
    x, y = [one for one, _ in pairs], [two for _, two in pairs]
    tau = kendall(x, y)
    assert tau == kendall(y, x)
    assert tau is None or -1 - 1e-9 <= tau <= 1 + 1e-9
