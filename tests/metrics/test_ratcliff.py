import os
import random
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metrics import ratcliff
from maintext.metrics.ratcliff import matched_size, matching_blocks
from maintext.metrics.tokenizers import tokenize
from tests.metrics.cleaneval_pages import cleaneval_pages

Words = list[int]


def plain(a: Sequence[object], b: Sequence[object], autojunk: bool = True) -> list[tuple[int, int, int]]:
    blocks = SequenceMatcher(None, a, b, autojunk=autojunk).get_matching_blocks()
    return [(i, j, size) for i, j, size in blocks if size]


def joined(blocks: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    done: list[tuple[int, int, int]] = []
    for i, j, size in blocks:
        if done and done[-1][0] + done[-1][2] == i and done[-1][1] + done[-1][2] == j:
            done[-1] = (*done[-1][:2], done[-1][2] + size)
        else:
            done.append((i, j, size))
    return done


def edited(rng: random.Random, words: Words, vocabulary: int) -> Words:
    changed = list(words)
    for _ in range(rng.randrange(8)):
        at = rng.randrange(len(changed) + 1)
        if rng.random() < 0.5:
            del changed[at : at + rng.randrange(12)]
        else:
            changed[at:at] = [rng.randrange(vocabulary) for _ in range(rng.randrange(12))]
    return changed


@given(st.lists(st.integers(0, 5), max_size=40), st.lists(st.integers(0, 5), max_size=40), st.booleans())
def test_blocks_are_those_of_difflib(a: Words, b: Words, autojunk: bool) -> None:
    assert joined(matching_blocks(a, b, autojunk=autojunk)) == plain(a, b, autojunk)


@pytest.mark.parametrize("pairs", [200_000, 20, 0])
@pytest.mark.parametrize("vocabulary", [3, 60, 150, 400])
@pytest.mark.parametrize("autojunk", [True, False])
def test_blocks_are_those_of_difflib_with_popular_words_and_repetition(
    pairs: int, vocabulary: int, autojunk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratcliff, "_MOST_PAIRS", pairs)
    rng = random.Random(vocabulary)
    for _ in range(25):
        a = [min(rng.randrange(vocabulary), rng.randrange(vocabulary)) for _ in range(rng.randrange(150, 350))]
        b = edited(rng, a, vocabulary) if rng.random() < 0.8 else [rng.randrange(vocabulary) for _ in range(250)]
        assert joined(matching_blocks(a, b, autojunk=autojunk)) == plain(a, b, autojunk)


@pytest.mark.parametrize("pairs", [200_000, 50])
def test_blocks_of_repeated_paragraphs_are_those_of_difflib(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratcliff, "_MOST_PAIRS", pairs)
    paragraph = list(range(120))
    numbered = [word for number in range(6) for word in (1000 + number, *paragraph)]
    halved = [word for number in range(0, 6, 2) for word in (1000 + number, *paragraph)]
    other = [word for number in range(6) for word in (2000 + number, *paragraph)]
    for a, b in [(numbered, halved), (halved, numbered), (numbered, other), (paragraph * 5, paragraph * 4 + [7])]:
        assert joined(matching_blocks(a, b)) == plain(a, b)


def test_nothing_matches_an_empty_side() -> None:
    assert matched_size([], ["a"]) == matched_size(["a"], []) == matched_size([], []) == 0


def test_a_beginning_of_popular_words_still_matches() -> None:
    a, b = ["the"] * 3 + ["x"], ["the"] * 3 + ["y"] * 1 + ["the"] * 300
    assert matched_size(a, b) == sum(size for _, _, size in plain(a, b)) == 3


def test_counts_are_those_of_difflib_on_cleaneval(data_home: Path) -> None:
    pages = list(cleaneval_pages(data_home))
    assert len(pages) == 681
    for gold, text in pages if os.environ.get("MAINTEXT_STRICT") == "1" else pages[::12]:
        a, b = tokenize(gold, "ascii"), tokenize(text, "ascii")
        assert matched_size(a, b) == sum(size for _, _, size in plain(a, b))


def test_a_large_and_repetitive_page_takes_seconds() -> None:
    rng = random.Random(0)
    paragraph = [f"w{rng.randrange(3000)}" for _ in range(300)]
    page = [word for number in range(900) for word in (f"n{number}", *paragraph)]
    gold = [word for number in range(0, 900, 2) for word in (f"n{number}", *paragraph)]
    assert matched_size(gold, page) == len(gold)
