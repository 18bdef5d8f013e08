import json

import pytest

from maintext.analysis.cases import Case
from maintext.analysis.scores import PageOutcome, score_pages, summarize
from maintext.metrics import METRICS, Counts, Gold, Retrieved

PAGES = [
    ("right", "a b c d", "a b c d"),
    ("half", "a b c d", "a b"),
    ("mismatch", "a b", "x y"),
    ("nothing", "a b", ""),
    ("too much", "", "a b"),
    ("rightly nothing", "", ""),
    ("failed", "a b c", None),
]


def outcomes() -> list[PageOutcome]:
    return [PageOutcome(page, Gold(gold), None if text is None else Retrieved(text)) for page, gold, text in PAGES]


def test_pages_are_scored_with_their_case() -> None:
    scores = {score.page: score for score in score_pages(METRICS.build("words"), outcomes())}
    assert (scores["half"].p, scores["half"].r, scores["half"].f1) == pytest.approx((1, 0.5, 2 / 3))
    assert scores["nothing"].case is Case.RETRIEVED_EMPTY
    assert (scores["nothing"].p, scores["nothing"].r, scores["nothing"].f1) == (None, 0, None)
    assert (scores["failed"].value, scores["failed"].counts) == (None, Counts(0, 0, 3))
    assert [score.value_over_all for score in scores.values()] == [1, pytest.approx(2 / 3), 0, 0, 0, 1, 0]


def test_both_averages_stand_side_by_side() -> None:
    metric = METRICS.build("words")
    summary = summarize(metric, score_pages(metric, outcomes()))
    assert (summary.n, summary.success.n, summary.all.n) == (7, 2, 7)
    assert (summary.success.p, summary.success.r) == (1, 0.75)
    assert summary.success.f1 == pytest.approx((1 + 2 / 3) / 2)
    assert summary.all.f1 == pytest.approx((1 + 2 / 3 + 1) / 7)
    assert summary.cases == dict.fromkeys(summary.cases, 1) | {"success": 2}
    assert summary.success.sd == pytest.approx(0.2357, abs=1e-4)
    assert summary.success.ci is not None
    assert summary.success.ci == pytest.approx((2 / 3, 1))


def test_pooled_counts_include_what_a_failure_missed() -> None:
    metric = METRICS.build("words")
    summary = summarize(metric, score_pages(metric, outcomes()))
    assert summary.success.pooled.r == pytest.approx(6 / 8)
    assert (summary.all.pooled.p, summary.all.pooled.r) == pytest.approx((6 / 10, 6 / 15))


def test_the_json_has_the_promised_shape() -> None:
    metric = METRICS.build("words")
    summary = summarize(metric, score_pages(metric, outcomes()))
    found = json.loads(json.dumps(summary.to_json(run="runs/x", extractor="density", dataset="d")))
    assert list(found)[:4] == ["run", "extractor", "dataset", "metric"]
    assert {"n", "cases", "success", "all", "signature", "not_applicable"} <= found.keys()
    assert {"p", "r", "f1", "sd", "ci", "n", "pooled"} <= found["success"].keys() == found["all"].keys()


def test_pages_a_metric_does_not_apply_to_are_counted_apart() -> None:
    metric = METRICS.build("snippets")
    pages = [
        PageOutcome("one", Gold("", with_snippets=("a",)), Retrieved("a b")),
        PageOutcome("two", Gold("x"), Retrieved("x")),
    ]
    scores = score_pages(metric, pages)
    assert (scores[1].case, scores[1].value_over_all) == (None, None)
    summary = summarize(metric, scores)
    assert (summary.n, summary.not_applicable, summary.all.value) == (1, 1, 1)


def test_a_similarity_has_no_precision_even_among_failures() -> None:
    metric = METRICS.build("edit")
    summary = summarize(metric, score_pages(metric, outcomes()))
    assert (summary.all.p, summary.all.f1, summary.all.pooled.p) == (None, None, None)
    assert summary.all.value == pytest.approx((1 + 0.5 + 1) / 7)


def test_no_pages_have_no_average() -> None:
    summary = summarize(METRICS.build("words"), [])
    assert (summary.n, summary.all.f1, summary.all.sd, summary.all.ci, summary.all.pooled.f1) == (
        0,
        None,
        None,
        None,
        None,
    )


def test_beta_favours_precision_or_recall() -> None:
    metric = METRICS.build("words")
    precise = summarize(metric, score_pages(metric, outcomes(), beta=0.5), beta=0.5)
    even = summarize(metric, score_pages(metric, outcomes()))
    assert (precise.success.f1 or 0) > (even.success.f1 or 0)
    assert (precise.success.pooled.f1 or 0) > (even.success.pooled.f1 or 0)
