"""Shingles and MinHash."""

import random
import subprocess
import sys

import numpy as np
import pytest

from maintext.page.shingles import MinHash, resemblance, shingles
from maintext.page.words import words


def _text(count: int, seed: int) -> list[str]:
    choose = random.Random(seed)
    return [f"word{choose.randrange(5000)}" for _ in range(count)]


def _plain(text: str, size: int) -> set[tuple[str, ...]]:
    """Shingles by the book."""
    found = words(text.lower())
    run = min(size, len(found))
    return {tuple(found[at : at + run]) for at in range(len(found) - run + 1)} if found else set()


@pytest.mark.parametrize(
    ("text", "size", "count"),
    [
        ("", 5, 0),
        ("... !", 5, 0),
        ("one two", 5, 1),
        ("one two three", 3, 1),
        ("one two three four", 3, 2),
        ("a a a a a a", 2, 1),
        ("One two. One, TWO!", 2, 2),
        ("我们今天", 2, 3),
    ],
)
def test_how_many_shingles_a_text_has(text: str, size: int, count: int) -> None:
    assert len(shingles(text, size)) == count == len(_plain(text, size))


@pytest.mark.parametrize("size", [1, 2, 5])
def test_as_many_different_numbers_as_different_runs(size: int) -> None:
    text = " ".join(_text(3000, 1)) + " " + "κόσμε мир 世界 \ud800 x" * 20
    assert len(shingles(text, size)) == len(_plain(text, size))


def test_where_a_run_stands_does_not_matter() -> None:
    front, back = shingles("one two three four", 4), shingles("zero and so on one TWO, three: four", 4)
    assert front[0] in back


def test_the_order_of_words_and_their_borders_matter() -> None:
    kinds = ["ab c", "a bc", "c ab", "abc", "a b c"]
    assert len({int(shingles(kind, 5)[0]) for kind in kinds}) == len(kinds)


def test_resemblance_is_jaccards() -> None:
    a, b = "a b c d e f", "c d e f g h"
    assert resemblance(shingles(a, 2), shingles(b, 2)) == 3 / 7
    assert resemblance(shingles("", 2), shingles("", 2)) == 1.0
    assert resemblance(shingles(a, 2), shingles("", 2)) == 0.0


def test_the_estimate_is_near_the_truth_and_unbiased() -> None:
    errors = []
    method = MinHash(size=1, bands=32, rows=8)
    for seed in range(30):
        base = _text(400, seed)
        other = base[: 40 + 11 * seed] + _text(360 - 11 * seed, seed + 1000)
        a, b = " ".join(base), " ".join(other)
        truth = resemblance(shingles(a, 1), shingles(b, 1))
        errors.append(float((method.signature(a) == method.signature(b)).mean()) - truth)
    assert max(map(abs, errors)) < 0.12  # the standard deviation is at most 0.5 / sqrt(256)
    assert abs(sum(errors) / len(errors)) < 0.02


def test_texts_alike_meet_in_a_band_and_others_do_not() -> None:
    method = MinHash()
    met = {0.9: 0, 0.3: 0}
    for seed in range(40):
        base = _text(1000, seed)
        for share in met:
            same = round(2 * share / (1 + share) * 1000)
            other = base[:same] + _text(1000 - same, seed + 500)
            keys = method.keys(method.signature(" ".join(base)))
            met[share] += bool(np.isin(method.keys(method.signature(" ".join(other))), keys).any())
    assert met[0.9] == 40
    assert met[0.3] <= 2


def test_equal_bands_at_different_places_are_different_keys() -> None:
    keys = MinHash().keys(np.zeros(14 * 8, np.uint32))
    assert len(set(keys.tolist())) == 14


def test_long_texts_are_the_same_in_parts() -> None:
    text = " ".join(_text(20_000, 3))
    hashes = shingles(text, 3)
    method = MinHash(size=3)
    whole = np.minimum(method.signature_of(hashes[:7000]), method.signature_of(hashes[7000:]))
    assert np.array_equal(method.signature(text), whole)


def test_every_process_gets_the_same_numbers() -> None:
    code = (
        "from maintext.page.shingles import *; m = MinHash(); print(m.keys(m.signature('déjà vu, so to say')).tolist())"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    method = MinHash()
    assert shown == {f"{method.keys(method.signature('déjà vu, so to say')).tolist()}\n"}


def test_nothing_below_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        MinHash(rows=0)
