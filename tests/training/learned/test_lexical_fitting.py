"""Fitting lexical scores: they learn what is said on several sites, and a page's own site does not count."""

from dataclasses import replace

import numpy as np

from maintext.extractors.learned.features import LEXICAL_COLUMN
from maintext.training.learned.folds import assign_fold
from maintext.training.learned.lexical_fitting import add_lexical_scores
from maintext.training.learned.training_page import TrainingPage
from tests.training.learned.pages import GOLD, training_page

FOLDS = 3


def pages(count: int) -> list[TrainingPage]:
    return [replace(training_page(), site=f"{number}.org") for number in range(count)]


def score(page: TrainingPage, text: str) -> float:
    return float(page.features.rows[page.texts.index(text), LEXICAL_COLUMN])


def test_main_text_scores_above_navigation() -> None:
    scored, model = add_lexical_scores(pages(30), FOLDS)
    assert all(score(page, GOLD) > 0 > score(page, "Home") for page in scored)
    sizes = np.array([10, 1], np.float32)
    text, navigation = model.scores([GOLD, "Home"], sizes).tolist()
    assert text > 0 > navigation


def test_what_only_one_fold_says_counts_nothing_there() -> None:
    plain = pages(30)
    fold = assign_fold(plain[0].site, FOLDS)
    changed = [
        replace(page, texts=tuple(text.replace("Home", "Wxyz") for text in page.texts))
        if assign_fold(page.site, FOLDS) == fold
        else page
        for page in plain
    ]
    scored, model = add_lexical_scores(changed, FOLDS)
    assert score(scored[0], "Wxyz") == 0
    assert model.scores(["Wxyz"], np.ones(1, np.float32))[0] < 0


def test_augmented_pages_have_no_scores() -> None:
    scored, _ = add_lexical_scores(pages(6), FOLDS)
    assert all(page.augmented is not None and not page.augmented.rows[:, LEXICAL_COLUMN].any() for page in scored)


def test_it_is_deterministic() -> None:
    (_, one), (_, other) = (add_lexical_scores(pages(10), FOLDS) for _ in range(2))
    assert (one.weights == other.weights).all()
    assert one.step == other.step
