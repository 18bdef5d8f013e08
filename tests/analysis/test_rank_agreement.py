import pytest

from maintext.analysis.rank_agreement import rank_agreement, rank_agreements
from maintext.errors import MetricError

GOOD = {"a": [0.9, 0.8, 0.9, 0.85], "b": [0.6, 0.5, 0.55, 0.6], "c": [0.1, 0.2, 0.15, 0.1]}
REVERSED = {"a": GOOD["c"], "b": GOOD["b"], "c": GOOD["a"]}


def test_metrics_that_rank_alike_agree_and_metrics_that_rank_the_other_way_do_not() -> None:
    found = rank_agreements({"one": GOOD, "two": GOOD, "three": REVERSED}, samples=50)
    assert [(each.first, each.second, each.tau, each.ci) for each in found] == [
        ("one", "two", 1, (1, 1)),
        ("one", "three", -1, (-1, -1)),
        ("two", "three", -1, (-1, -1)),
    ]


def test_one_extractor_has_no_ranking() -> None:
    assert rank_agreement({"a": [1.0]}, {"a": [1.0]}) == (None, None)
    assert rank_agreement({"a": [], "b": []}, {"a": [], "b": []}) == (None, None)


def test_equal_extractors_have_no_ranking() -> None:
    assert rank_agreement({"a": [1.0], "b": [1.0]}, {"a": [1.0], "b": [0.0]}, samples=5) == (None, None)


def test_rankings_need_the_same_pages() -> None:
    with pytest.raises(MetricError, match="different pages"):
        rank_agreement({"a": [1.0], "b": [1.0]}, {"a": [1.0, 0.5], "b": [1.0, 0.2]})
