import random
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq, Levenshtein

from maintext.errors import MetricError
from maintext.metrics import METRICS, Counts, Gold, Retrieved
from maintext.metrics.edit_distance import edit_distance, lcs_length
from maintext.metrics.longest_substring import longest_shared_run

SMALL = st.lists(st.sampled_from("abcd"), max_size=14)


def textbook_lcs(a: Sequence[str], b: Sequence[str]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], diagonal + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


def textbook_distance(a: Sequence[str], b: Sequence[str]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def textbook_substring(a: Sequence[str], b: Sequence[str]) -> int:
    best, row = 0, [0] * (len(b) + 1)
    for x in a:
        for j in range(len(b), 0, -1):
            row[j] = row[j - 1] + 1 if x == b[j - 1] else 0
        best = max(best, *row)
    return best


@given(SMALL, SMALL)
def test_small_inputs_agree_with_the_textbook(a: list[str], b: list[str]) -> None:
    assert lcs_length(a, b) == textbook_lcs(a, b)
    assert edit_distance(a, b) == textbook_distance(a, b)
    assert longest_shared_run(a, b) == textbook_substring(a, b)


def test_large_inputs_agree_with_rapidfuzz_on_words() -> None:
    rng = random.Random(0)
    a = [f"w{rng.randrange(900)}" for _ in range(4000)]
    b = a[:1000] + [f"w{rng.randrange(900)}" for _ in range(2000)] + a[1500:]
    assert lcs_length(a, b) == LCSseq.similarity(a, b)
    assert edit_distance(a, b) == Levenshtein.distance(a, b)


def test_texts_too_long_to_compare_whole_are_cut_at_runs_they_share_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    a = [f"w{rng.randrange(5000)}" for _ in range(3000)]
    b = a[:1000] + [f"v{rng.randrange(50)}" for _ in range(40)] + a[1010:2000] + a[2030:]
    exact = lcs_length(a, b), edit_distance(a, b)
    monkeypatch.setattr("maintext.metrics.edit_distance._MOST_PAIRS", 1_000_000)
    assert (lcs_length(a, b), edit_distance(a, b)) == exact


@given(SMALL, SMALL)
def test_cutting_never_finds_too_much(a: list[str], b: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("maintext.metrics.edit_distance._MOST_PAIRS", 8)
        patch.setattr("maintext.metrics.edit_distance._LONG_RUN", 2)
        patch.setattr("maintext.metrics.edit_distance._CUT_EVERY", 1)
        assert lcs_length(a, b) <= textbook_lcs(a, b)
        assert textbook_distance(a, b) <= edit_distance(a, b) <= max(len(a), len(b))


def test_without_rapidfuzz_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    with pytest.raises(MetricError, match=r"pip install 'maintext\[bench\]'"):
        lcs_length("ab", "b")


def test_a_lying_hash_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.metrics.longest_substring._MIX", 0)
    assert longest_shared_run("abcabcx", "xabcay") == 4


@pytest.mark.parametrize(
    ("spec", "shared"), [("lcs", 5), ("lcs(unit=chars)", 22), ("substring", 4), ("substring(unit=chars)", 17)]
)
def test_the_density_papers_example(spec: str, shared: int) -> None:
    # by characters [Arias 2009] forgets the o that dog and fox share, twice
    gold, text = "the dog jumps over the brown fox", "the fox jumps over the brown dog"
    counts = METRICS.build(spec).counts(Gold(gold), Retrieved(text))
    assert counts is not None
    assert (counts.shared, counts.extra) == (shared, counts.missed)


def test_edit_similarity_is_one_minus_the_distance_over_the_longer_text() -> None:
    metric = METRICS.build("edit(unit=chars)")
    counts = metric.counts(Gold("kitten"), Retrieved("sitting"))
    assert counts == Counts(4, 1, 2)
    assert metric.score(counts)[:3] == (None, None, None)
    assert metric.score(counts).value == pytest.approx(1 - 3 / 7)
