"""Hard-wrapped texts and others."""

import textwrap

import pytest

from maintext.metrics import METRICS, Counts, Gold, Retrieved
from maintext.metrics.hard_wraps import unwrap_lines

FIRST = (
    "The ferry left the harbor late because of the wind, and nobody on the quay could say when the next would sail. "
)
SECOND = "Its captain told the passengers that the storm would pass by noon, but the sky over the island stayed dark. "
PARAGRAPHS = [(FIRST * 3).strip(), (SECOND * 2).strip(), "A short last paragraph."]


@pytest.mark.parametrize("width", [40, 60, 72, 80, 100])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_wrapped_text_has_the_blocks_of_the_unwrapped_one(width: int, between: str) -> None:
    wrapped = between.join(textwrap.fill(paragraph, width) for paragraph in PARAGRAPHS)
    if between == "\n\n":
        assert [line for line in unwrap_lines(wrapped) if line] == PARAGRAPHS
    counts = METRICS.build("blocks").counts(Gold("\n\n".join(textwrap.fill(p, width) for p in PARAGRAPHS)),
                                            Retrieved("\n".join(PARAGRAPHS)))  # fmt: skip
    assert counts == Counts(3, 0, 0)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["one line"],
        PARAGRAPHS,
        ["Home", "News", "Contact", "Imprint"],
        ["a title of some words", "an item", "another item that is longer", "the last", "x" * 30],
        [
            "To be or not to be,",
            "that is the question:",
            "Whether it is nobler",
            "in the mind to suffer",
            "",
            "The end",
        ],
    ],
)
def test_other_lines_stay(lines: list[str]) -> None:
    assert unwrap_lines("\n".join(lines)) == lines


def test_time_is_linear() -> None:
    assert len(unwrap_lines("word\n" * 200_000)) in (1, 200_000)
