import pytest

from maintext.analysis.cases import Case, classify, tally
from maintext.metrics import METRICS, Counts, Gold, Retrieved


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("words here", "words", Case.SUCCESS),
        ("words here", "other", Case.MISMATCH),
        ("words here", "", Case.RETRIEVED_EMPTY),
        ("words here", "-- \n", Case.RETRIEVED_EMPTY),
        ("", "words", Case.REFERENCE_EMPTY),
        ("...", " ", Case.BOTH_EMPTY),
        ("words here", None, Case.FAILED),
        ("", None, Case.FAILED),
    ],
)
def test_each_page_is_one_case(gold: str, text: str | None, expected: Case) -> None:
    metric = METRICS.build("words")
    retrieved = None if text is None else Retrieved(text)
    counts = metric.counts(Gold(gold), retrieved or Retrieved(""))
    assert counts is not None
    assert classify(metric, Gold(gold), retrieved, counts) is expected


def test_empty_is_what_the_tokenizer_leaves_empty() -> None:
    gold, retrieved = Gold("привет"), Retrieved("привет")
    assert classify(METRICS.build("words"), gold, retrieved, Counts(0, 0, 0)) is Case.BOTH_EMPTY
    assert classify(METRICS.build("words(tokens=unicode)"), gold, retrieved, Counts(1, 0, 0)) is Case.SUCCESS


def test_a_tally_names_all_six() -> None:
    assert tally([Case.FAILED, Case.FAILED]) == {
        "success": 0, "reference_empty": 0, "retrieved_empty": 0, "both_empty": 0, "mismatch": 0, "failed": 2,
    }  # fmt: skip
