"""Salient positions and folding."""

import pytest

from maintext.tasks.salience import folded, salient_positions, thirds


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(4, [1, 1, 1, 1]), (5, [1, 1, 2, 1]), (10, [1, 1, 7, 1]), (11, [1, 2, 6, 2]), (20, [1, 2, 15, 2])],
)
def test_a_text_has_a_title_a_beginning_a_body_and_an_end(count: int, sizes: list[int]) -> None:
    paragraphs = [f"paragraph {at}" for at in range(count)]
    positions = salient_positions("\n\n".join(paragraphs))
    assert [position.count("paragraph") for position in positions] == sizes
    assert " ".join(positions).split() == " ".join(paragraphs).split()


@pytest.mark.parametrize("text", ["one two three four five six", "one two\nthree four five six", "一二三四五六七八九"])
def test_a_text_with_too_few_paragraphs_is_cut_into_thirds_and_nothing_is_lost(text: str) -> None:
    positions = salient_positions(text)
    assert len(positions) == 3
    assert "".join("".join(positions).split()) == "".join(text.split())


def test_a_cut_falls_between_words() -> None:
    assert [part.split() for part in thirds("alpha beta gamma delta")] == [["alpha", "beta"], ["gamma"], ["delta"]]


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_text_has_no_positions(text: str) -> None:
    assert salient_positions(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E. coli, H5N1-virus!", " e coli h5n1 virus "), ("Η ΓΡΊΠΗ", " η γριπη "),
        ("Żółta gorączka", " zołta goraczka "),
        ("Грипп (ОРВИ)", " грипп орви "), ("禽流感。", " 禽流感 "), ("", "  "), ("ΧΟΛΕΡΑΣ", " χολερασ "),
    ],
)  # fmt: skip
def test_folding(text: str, expected: str) -> None:
    assert folded(text) == expected
