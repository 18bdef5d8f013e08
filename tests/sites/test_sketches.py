"""Sketches: bounded, and as right as they promise."""

import math
from collections import Counter
from random import Random

import pytest

from maintext.sites.block_keys import text_key
from maintext.sites.sketches import Distinct, Frequent, entropy


def test_what_finds_room_is_counted_exactly() -> None:
    frequent = Frequent(4)
    for value in (1, 2, 1, 3, 1, 2):
        frequent.add(value)
    assert list(frequent) == [(1, 3), (2, 2), (3, 1)]
    assert frequent.error == 0


def test_counts_of_a_long_stream_are_never_too_high_and_too_low_by_no_more_than_the_error() -> None:
    random = Random(3)
    stream = [random.randrange(20) if random.random() < 0.5 else random.randrange(10_000) for _ in range(20_000)]
    true = Counter(stream)
    frequent = Frequent(200)
    for value in stream:
        frequent.add(value)
        assert len(frequent.counts) <= 400
    assert 0 < frequent.error <= len(stream) / 200
    assert all(true[value] - frequent.error <= count <= true[value] for value, count in frequent)
    assert set(range(20)) <= set(frequent.counts)


@pytest.mark.parametrize("count", [0, 1, 63, 500, 20_000])
def test_distinct_values_are_estimated(count: int) -> None:
    distinct = Distinct(64)
    for at in range(count):
        distinct.add(text_key(f"text number {_letters(at)}"))
        distinct.add(text_key(f"text number {_letters(at // 2)}"))
    assert distinct.count == pytest.approx(count, rel=0.0 if count < 64 else 0.4)


def test_entropy_is_exact_where_everything_is_counted_and_high_where_all_is_new() -> None:
    same, even, new = Frequent(16), Frequent(16), Frequent(4)
    for at in range(64):
        same.add(1)
        even.add(at % 4)
        new.add(at)
    assert entropy(same, 1) == 0
    assert entropy(even, 4) == pytest.approx(2)
    assert entropy(new, 64) == pytest.approx(math.log2(64), rel=0.15)


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))
