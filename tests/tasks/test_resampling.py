"""Intervals, paired tests and rank correlations of sums."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.analysis.statistics import kendall
from maintext.tasks.daniel import Daniel
from maintext.tasks.resampling import bootstrap_weights, contrasts, interval, resampled_values, row_kendalls, tau
from maintext.tasks.result import ALL, TaskResult
from maintext.tasks.task import Stats, TaskDocument, means, precision_recall_f1

RIGHT, WRONG, MISSED, NOTHING = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
few = st.lists(st.integers(0, 4).map(float), min_size=2, max_size=7)


def result(**extractors: Sequence[Stats]) -> TaskResult:
    size = len(next(iter(extractors.values())))
    documents = tuple(TaskDocument(str(at), "", facts={"language": "en" if at % 3 else "pl"}) for at in range(size))
    return TaskResult(Daniel(), "made", documents, [RIGHT] * size, extractors, {})


@given(few, few)
def test_tau_is_that_of_the_statistics(first: list[float], second: list[float]) -> None:
    size = min(len(first), len(second))
    expected = kendall(first[:size], second[:size])
    found = row_kendalls(np.array([first[:size]]), np.array([second[:size]]))[0]
    assert (np.isnan(found) and expected is None) or found == pytest.approx(expected)


def test_figures_of_parts_and_what_is_undefined() -> None:
    found = result(a=[RIGHT, MISSED, NOTHING, WRONG], b=[NOTHING] * 4)
    assert found.figures("a") == (0.5, 0.5, 0.5)
    assert found.figures("b") == (None, None, None)
    assert found.value("b") == 0.0
    parts = found.parts()
    assert list(parts) == ["en", "pl", ALL]
    assert found.figures("a", parts["pl"]) == (0.5, 1.0, 2 / 3)
    assert found.figures("a", parts["en"]) == (None, 0.0, None)
    assert list(found.parts(None)) == list(found.parts("unheard")) == [ALL]


def test_means_and_undefined_ones() -> None:
    assert means(np.array([3.0, 1.0, 4.0])).tolist() == [0.75, 0.25]
    assert np.isnan(means(np.array([0.0, 0.0]))).all()
    assert np.isnan(precision_recall_f1(np.array([0.0, 2.0, 0.0]))).tolist() == [True, True, True]


def test_drawing_keeps_the_number_of_documents_and_the_part() -> None:
    counts = bootstrap_weights(10, np.array([1, 3, 5]), samples=50)
    assert counts.shape == (50, 10)
    assert (counts.sum(axis=1) == 3).all()
    assert counts[:, [0, 2, 4, 6, 7, 8, 9]].sum() == 0


def test_an_interval_holds_the_figure_and_narrows_with_more_documents() -> None:
    small, large = (result(a=[RIGHT, MISSED] * size) for size in (10, 1000))
    widths = []
    for each in (small, large):
        low, high = interval(resampled_values(each, bootstrap_weights(len(each.documents)))["a"])
        assert low < each.value("a") < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 5


def test_contrasts_tell_a_difference_from_chance() -> None:
    found = result(best=[RIGHT] * 60, equal=[RIGHT] * 60, near=[RIGHT] * 59 + [MISSED], far=[RIGHT, MISSED] * 30)
    chances = {each.label: each for each in contrasts(found)}
    assert chances["equal"].p_value == 1.0
    assert chances["near"].p_value > 0.5
    assert chances["far"].p_value < 0.001
    assert chances["far"].difference == pytest.approx(1 - 2 / 3)
    assert all(each.corrected >= each.p_value for each in chances.values())


def test_contrasts_agree_with_an_exact_test() -> None:
    """Of 2**6 ways to swap six documents that differ, two give a difference as large: p is 1/32."""
    found = result(a=[RIGHT] * 6, b=[MISSED] * 6)
    (only,) = contrasts(found, samples=20_000)
    assert only.p_value == pytest.approx(1 / 32, abs=0.005)


def test_tau_with_an_interval() -> None:
    first = {"a": 3.0, "b": 2.0, "c": 1.0}
    rng = np.random.default_rng(0)
    drawn = {label: value + rng.normal(0, 0.1, 200) for label, value in first.items()}
    value, ci = tau(list(first), (first, first), (drawn, drawn))
    assert value == 1.0
    assert ci == (1.0, 1.0)
    opposite = {"a": 1.0, "b": 2.0, "c": 3.0}
    assert tau(list(first), (first, opposite), (drawn, drawn))[0] == -1.0
    assert tau(["a"], (first, first), (drawn, drawn)) == (None, None)
    same = dict.fromkeys(first, 1.0)
    assert tau(list(first), (first, same), (drawn, drawn)) == (None, None)
