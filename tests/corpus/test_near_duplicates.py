"""Near-duplicates."""

import random

import numpy as np

from maintext.corpus.near_duplicates import near_duplicates
from maintext.page.shingles import MinHash

METHOD = MinHash()


def text(seed: int, words: int = 300) -> list[str]:
    choose = random.Random(seed)
    return [f"w{choose.randrange(3000)}" for _ in range(words)]


def signatures(texts: list[list[str]]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint32]]":
    return np.array([METHOD.signature(" ".join(words)) for words in texts], np.uint32).reshape(-1, 112)


def changed(words: list[str], at: int) -> list[str]:
    return [*words[:at], "changed", *words[at + 1 :]]


def test_the_first_of_pages_that_are_alike_stays() -> None:
    a, b = text(1), text(2)
    parts = [
        signatures([a, b, changed(a, 5)]),
        signatures([text(3), changed(b, 200)]),
        signatures([]),
        signatures([a, text(4)]),
    ]
    found = near_duplicates(parts, METHOD, 0.8)
    assert [part.tolist() for part in found] == [[2], [1], [], [0]]


def test_parts_are_only_an_arrangement() -> None:
    texts = [text(number % 60) if number % 3 else changed(text(number % 60), number) for number in range(150)]
    whole = signatures(texts)
    (together,) = near_duplicates([whole], METHOD, 0.8)
    apart = near_duplicates([whole[:50], whole[50:51], whole[51:]], METHOD, 0.8)
    assert together.tolist() == [*apart[0], *(apart[1] + 50), *(apart[2] + 51)]
    assert len(together) == 90


def test_pages_that_differ_in_a_third_are_not_near() -> None:
    base = text(1)
    assert [
        part.tolist() for part in near_duplicates([signatures([base, base[:200] + text(9, 100)])], METHOD, 0.8)
    ] == [[]]


def test_pages_without_words_are_not_alike() -> None:
    assert near_duplicates([signatures([[], []])], METHOD, 0.8)[0].tolist() == []
