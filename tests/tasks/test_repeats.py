"""Maximal repeats, against what trying every string finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.tasks.repeats import Repeat, maximal_repeats, one_thread

parts_of_few_letters = st.lists(st.text("abß中", max_size=12), max_size=4)


def by_trying(parts: list[str], least: int = 1) -> set[Repeat]:
    """Every string that occurs twice and is not always followed, nor always preceded, by the same character."""
    places: dict[str, list[tuple[int, int]]] = {}
    for number, part in enumerate(parts):
        for start in range(len(part)):
            for end in range(start + 1, len(part) + 1):
                places.setdefault(part[start:end], []).append((number, start))
    found = set()
    for text, occurrences in places.items():
        before = {parts[n][at - 1] if at else (n, "start") for n, at in occurrences}
        after = {parts[n][at + len(text)] if at + len(text) < len(parts[n]) else (n, "end") for n, at in occurrences}
        if len(occurrences) > 1 and len(text) >= least and len(before) > 1 and len(after) > 1:
            found.add(Repeat(text, tuple(sorted({n for n, _ in occurrences}))))
    return found


@given(parts_of_few_letters, st.integers(1, 3))
def test_they_are_those_that_trying_every_string_finds(parts: list[str], least: int) -> None:
    found = maximal_repeats(parts, least=least)
    assert set(found) == by_trying(parts, least)
    assert len(found) == len(set(found))


@given(parts_of_few_letters)
def test_spread_keeps_those_in_enough_parts(parts: list[str]) -> None:
    assert set(maximal_repeats(parts, spread=2)) == {each for each in by_trying(parts) if len(each.parts) > 1}


@pytest.mark.parametrize(
    ("parts", "texts"),
    [
        (["banana"], {"a", "ana"}),
        (["banana", "ana"], {"a", "ana"}),
        (["ab", "ab"], {"ab"}),
        (["abc"], set()),
        ([], set()),
    ],
)
def test_examples(parts: list[str], texts: set[str]) -> None:
    assert {each.text for each in maximal_repeats(parts)} == texts


def test_a_repeat_does_not_cross_from_one_part_into_the_next() -> None:
    assert maximal_repeats(["xab", "cyabc"], least=3) == []


def test_many_different_characters_and_one_thread() -> None:
    wide = "".join(chr(0x4E00 + at) for at in range(400))
    with one_thread():
        assert maximal_repeats([wide, "x" + wide + "y"], spread=2, least=5) == [Repeat(wide, (0, 1))]
