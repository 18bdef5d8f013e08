"""Near-duplicates."""

import pytest

from maintext.errors import BadParameter, TaskError
from maintext.tasks import TASKS
from maintext.tasks.duplicates import Duplicates, largest_segment
from maintext.tasks.task import TaskDocument

STORY = "the ferry came late to the harbor because of the wind and its captain told nobody why she had waited so long"
OTHER = "a museum shows how doctors treated their patients two hundred years ago with bottles saws and a wooden bed"
MENU = " ".join(f"menu entry number {at} leads to another page of this site" for at in range(20))
GOLD = [STORY, STORY + " today", OTHER, "quite another text without any likeness to the rest of them", ""]
DOCUMENTS = [TaskDocument(str(at), text) for at, text in enumerate(GOLD)]


def test_texts_that_share_half_of_their_shingles_are_pairs() -> None:
    assert Duplicates().pairs(GOLD) == {(0, 1)}


def test_empty_texts_are_like_no_other() -> None:
    assert Duplicates().pairs(["", "", STORY]) == set()


def test_each_document_of_a_pair_answers_for_half() -> None:
    score_texts = Duplicates().prepare(DOCUMENTS)
    assert score_texts(GOLD) == [(0.5, 0.0, 0.0), (0.5, 0.0, 0.0), *[(0.0, 0.0, 0.0)] * 3]
    assert score_texts([STORY, "", *GOLD[2:]])[:2] == [(0.0, 0.0, 0.5), (0.0, 0.0, 0.5)]


def test_boilerplate_makes_different_pages_alike() -> None:
    score_texts = Duplicates().prepare(DOCUMENTS)
    around = [f"{MENU} {text}" for text in GOLD[:4]] + [""]
    shared, extra, missed = map(sum, zip(*score_texts(around), strict=True))
    assert (shared, missed) == (1.0, 0.0)
    assert extra == 5.0


@pytest.mark.parametrize(
    ("text", "cost", "segment"),
    [
        ("menu\none two three four\n\nfive six seven\nmenu", 2, "one two three four\n\nfive six seven"),
        ("one two three\nmenu\nmenu\nmenu\nfour five six seven", 2, "four five six seven"),
        ("one two three four\nx\nfive six seven eight", 2, "one two three four\nx\nfive six seven eight"),
        ("a\nb", 1, ""),
        ("", 5, ""),
    ],
)
def test_the_largest_segment_has_the_most_words_for_its_lines(text: str, cost: int, segment: str) -> None:
    assert largest_segment(text, cost) == segment


def test_boilerplate_around_the_largest_segment_does_not_count() -> None:
    menu = "\n".join(f"menu entry {at} of this site" for at in range(30))
    around = [f"{menu}\n{text}" for text in GOLD[:3]] + GOLD[3:]
    whole, largest = Duplicates(), Duplicates(segment=8)
    assert sum(extra for _, extra, _ in whole.prepare(DOCUMENTS)(around)) == 2.0
    assert [sum(each) for each in zip(*largest.prepare(DOCUMENTS)(around), strict=True)] == [1.0, 0.0, 0.0]


def test_without_pairs_there_is_nothing_to_find() -> None:
    with pytest.raises(TaskError, match="no duplicates to find"):
        Duplicates().prepare(DOCUMENTS[2:])


@pytest.mark.parametrize(
    "spec", ["duplicates(near=0)", "duplicates(near=1.5)", "duplicates(bands=0)", "duplicates(segment=-1)"]
)
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        TASKS.build(spec)
