import math
from statistics import fmean

import pytest

from maintext.analysis.statistics import holm, paired_tests, randomization_test
from maintext.analysis.text_similarity import text_similarity
from maintext.metrics import METRICS, Gold, Retrieved


def test_likeness_is_the_word_f1_of_every_two_texts() -> None:
    texts = ["the dog\nbarked at the cat", "The dog\nslept", "", "语言 cat"]
    found = text_similarity(texts)
    metric = METRICS.build("bag")
    for i, one in enumerate(texts):
        for j, two in enumerate(texts):
            counts = metric.counts(Gold(one), Retrieved(two))
            assert counts is not None
            expected = metric.score(counts).value
            assert math.isnan(found[i, j]) if expected is None else found[i, j] == pytest.approx(expected)


def test_all_pairs_at_once_agree_with_one_test_after_the_other() -> None:
    values = {"a": [0.9, 0.8, 0.95, 0.7] * 10, "b": [0.85, 0.82, 0.9, 0.71] * 10, "c": [0.1, 0.2, 0.0, 0.3] * 10}
    found = paired_tests(values)
    assert [(each.first, each.second) for each in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    for each in found:
        first, second = values[each.first], values[each.second]
        assert each.difference == pytest.approx(fmean(first) - fmean(second))
        assert each.p_value == pytest.approx(randomization_test(first, second), abs=0.02)
    assert [each.corrected for each in found] == holm([each.p_value for each in found])


def test_identical_values_do_not_differ() -> None:
    (same,) = paired_tests({"a": [0.1, 0.5], "b": [0.1, 0.5]})
    assert same.p_value == 1.0
    assert paired_tests({"a": [1.0]}) == []
