"""Training pages: the labels and weights of every block."""

import pytest

from maintext.errors import TrainingError
from maintext.extractors.learned.network import HEADS
from maintext.page import read_page
from maintext.training.learned.training_page import annotation_of, read_training_page
from tests.training.learned.pages import GOLD, example, training_page


def test_the_labels_of_every_block() -> None:
    page = training_page()
    found = {
        head: [text for text, share in zip(page.texts, page.labels[:, at], strict=True) if share > 0.5]
        for at, head in enumerate(HEADS)
    }
    assert found == {
        "text": [GOLD],
        "title": ["The fox"],
        "comment": ["Reader says hello to everybody"],
        "byline": ["By Anna Fox"],
    }


def test_a_title_that_the_gold_leaves_out_is_no_error() -> None:
    page = training_page()
    assert page.weights[page.texts.index("The fox"), 0] == 0
    assert page.weights[page.texts.index(GOLD), 0] > 0


def test_a_page_without_text_makes_no_training_page() -> None:
    assert read_training_page(read_page("<p></p>"), example(), "wcxb/dev", "x") is None


def test_guidelines_belong_to_datasets() -> None:
    names = ("wcxb/dev", "dragnet", "cleaneval/dev", "newspaper", "magic-forum")
    assert [annotation_of(name).guideline for name in names] == ["wide", "tight", "plain", "tight", "wide"]
    with pytest.raises(TrainingError, match="guideline"):
        annotation_of("mine")
