"""Text classification."""

import pytest

from maintext.errors import BadParameter, TaskError
from maintext.tasks import TASKS
from maintext.tasks.task import TaskDocument
from maintext.tasks.text_classification import Classify, document_label

WORDS = {"sport": "goal match team player coach ball", "health": "doctor nurse virus fever hospital ward"}


def documents(each: int = 10) -> list[TaskDocument]:
    """Two sections of ten pages from ten sites, and one page of a third."""
    made = [
        TaskDocument(f"{label}-{at}", f"{words} {words.split()[at % 6]}", "en", f"https://site-{at}.example/{label}/{at}.html",
                 {"section_name": label, "site": f"site-{at}.example"})
        for label, words in WORDS.items() for at in range(each)
    ]  # fmt: skip
    return [*made, TaskDocument("odd", "something", "en", "https://odd.example/odd/1.html", {"section_name": "odd"})]


TASK = Classify(label="section_name", folds=2, least=5)


def test_a_label_with_too_few_documents_is_left_out() -> None:
    assert [document.id for document in TASK.choose(documents())] == [document.id for document in documents()[:-1]]


def test_gold_is_classified_and_nothing_is_not() -> None:
    chosen = TASK.choose(documents())
    score_texts = TASK.prepare(chosen)
    assert score_texts([document.gold for document in chosen]) == [(1.0, 1.0, 1.0)] * 20
    assert sum(right for right, _, _ in score_texts([""] * 20)) <= 10


def test_a_model_of_the_extractions_learns_what_they_are_like() -> None:
    chosen = TASK.choose(documents())
    score_texts = TASK.prepare(chosen)
    renamed = [" ".join(word[::-1] for word in document.gold.split()) for document in chosen]
    right = [sum(column) for column in zip(*score_texts(renamed), strict=True)]
    assert right[1] == 20
    assert right[0] < 20


def test_the_section_is_the_first_folder_of_the_url() -> None:
    assert document_label(documents()[0], "section") == "sport"
    assert document_label(TaskDocument("x", "", url="https://a.example/index.html"), "section") is None
    assert document_label(TaskDocument("x", ""), "section") is None


@pytest.mark.parametrize(
    ("label", "said"),
    [("page_type", "try label=section_name, label=section"), ("site", "the site cannot be the label")],
)
def test_a_label_that_cannot_be_learned_is_refused(label: str, said: str) -> None:
    with pytest.raises(TaskError, match=said):
        Classify(label=label, folds=2, least=5).choose(documents())


@pytest.mark.parametrize("spec", ["classify(folds=1)", "classify(least=2)"])
def test_impossible_parameters_are_refused(spec: str) -> None:
    with pytest.raises(BadParameter):
        TASKS.build(spec)
