"""In-order alignment of two word sequences."""

import difflib
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from maintext.page.word_alignment import align, aligned_words
from tests.clock import assert_linear

few = st.lists(st.sampled_from("abcd"), max_size=40)
many = st.lists(st.integers(0, 60).map(str), max_size=120)


def _assert_runs(first: Sequence[str], second: Sequence[str]) -> int:
    """Check that the runs are in order, apart and equal; how many words they hold."""
    end_first = end_second = total = 0
    for start, other, length in align(first, second):
        assert length > 0
        assert start >= end_first
        assert other >= end_second
        assert list(first[start : start + length]) == list(second[other : other + length])
        end_first, end_second = start + length, other + length
        total += length
    assert end_first <= len(first)
    assert end_second <= len(second)
    return total


@given(few, few)
def test_runs_over_few_words(first: list[str], second: list[str]) -> None:
    assert _assert_runs(first, second) <= LCSseq.similarity(first, second)


@given(many, many)
def test_runs_over_many_words(first: list[str], second: list[str]) -> None:
    assert _assert_runs(first, second) <= LCSseq.similarity(first, second)


@given(many)
def test_the_same_words_match_perfectly(words: list[str]) -> None:
    assert align(words, list(words)) == ([(0, 0, len(words))] if words else [])
    assert all(aligned_words(words, words))


@given(many, many, many)
def test_a_part_is_found_whole(before: list[str], part: list[str], after: list[str]) -> None:
    fresh = [f"w{number}" for number in range(30)]
    assert _assert_runs(before + fresh + part + after, fresh) == 30


@given(few, few)
def test_aligned_says_which_words_have_a_partner(first: list[str], second: list[str]) -> None:
    found = aligned_words(first, second)
    assert len(found) == len(first)
    assert sum(found) == _assert_runs(first, second)


@pytest.mark.parametrize(
    ("first", "second", "runs"),
    [
        ("", "", []),
        ("a b", "", []),
        ("", "a b", []),
        ("a b c", "a b c", [(0, 0, 3)]),
        ("a b c d", "a b d", [(0, 0, 2), (3, 2, 1)]),
        ("a b", "c d", []),
        ("x a b y", "a b", [(1, 0, 2)]),
        ("a b c", "b c a", [(1, 0, 2)]),
    ],
)
def test_runs_of(first: str, second: str, runs: list[tuple[int, int, int]]) -> None:
    assert align(first.split(), second.split()) == runs


def _text(source: random.Random, size: int, vocabulary: int = 3000) -> list[str]:
    """Words as texts have them: some often, most rarely."""
    return [f"w{int(vocabulary * source.random() ** 3)}" for _ in range(size)]


def _edit(source: random.Random, words: list[str]) -> list[str]:
    """What an extractor does to a page: passages dropped, a few added, single words changed."""
    edited: list[str] = []
    at = 0
    while at < len(words):
        step = source.randrange(5, 80)
        passage = words[at : at + step]
        at += step
        luck = source.random()
        if luck < 0.25:
            continue
        if luck < 0.35:
            edited += _text(source, source.randrange(1, 40))
        edited += [word if source.random() > 0.02 else "changed" for word in passage]
    return edited


@pytest.mark.parametrize("size", [50, 300, 1000, 3000, 10_000])
def test_typical_edits_are_aligned_nearly_as_well_as_possible(size: int) -> None:
    source = random.Random(size)
    for _ in range(4):
        first = _text(source, size)
        second = _edit(source, first)
        best = LCSseq.similarity(first, second)
        assert _assert_runs(first, second) >= 0.95 * best
        assert _assert_runs(second, first) >= 0.95 * best


@pytest.mark.parametrize("vocabulary", [20, 100, 400])
def test_typical_edits_of_monotonous_texts_are_aligned_well(vocabulary: int) -> None:
    """Scripts that go by character have few different words."""
    source = random.Random(vocabulary)
    for size in (300, 3000):
        first = _text(source, size, vocabulary)
        second = _edit(source, first)
        assert _assert_runs(first, second) >= 0.9 * LCSseq.similarity(first, second)


def test_typical_edits_are_aligned_as_well_as_difflib_does() -> None:
    source = random.Random(5)
    ours = theirs = 0
    for _ in range(20):
        first = _text(source, 400)
        second = _edit(source, first)
        matcher = difflib.SequenceMatcher(None, first, second, autojunk=False)
        ours += _assert_runs(first, second)
        theirs += sum(block.size for block in matcher.get_matching_blocks())
    assert ours >= 0.98 * theirs


@pytest.mark.parametrize("kind", ["edited", "foreign", "monotonous", "repeated", "reversed", "gaps"])
def test_aligning_takes_nearly_linear_time(kind: str) -> None:
    def work(size: int) -> object:
        source = random.Random(1)
        first = _text(source, size)
        if kind == "edited":
            return align(first, _edit(source, first))
        if kind == "foreign":
            return align(first, _text(source, size, 50_000))
        if kind == "monotonous":
            return align(_text(source, size, 30), _text(source, size, 30))
        if kind == "repeated":
            return align(["a", "b"] * (size // 2), ["b", "a", "a"] * (size // 3))
        if kind == "reversed":
            return align([str(number) for number in range(size)], [str(number) for number in range(size, 0, -1)])
        gaps = [[f"u{number}", *source.choices("abc", k=50)] for number in range(size // 50)]
        return align(
            [word for gap in gaps for word in gap],
            [word for gap in gaps for word in (gap[0], *source.choices("abc", k=50))],
        )

    assert_linear(work, 15_000)
