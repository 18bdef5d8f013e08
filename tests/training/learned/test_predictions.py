"""Predictions for held-out pages, and what the extractor would do with them."""

from pathlib import Path

import numpy as np
import pytest

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.network import ANY_GUIDELINE, GUIDELINES, HEADS, PAGE_TYPES
from maintext.metrics.bag_of_words import multiset_overlap
from maintext.page.words import words
from maintext.training.learned.calibration_fitting import fit_calibration
from maintext.training.learned.page_word_counts import PageWordCounts
from maintext.training.learned.predictions import Predictions, held_out_result, write_held_out
from maintext.training.learned.training_page import TrainingPage
from tests.training.learned.pages import GOLD, training_page

TEXTS = ("The fox sleeps", "", "all day. 中文", "the fox")


def predictions(page: TrainingPage, best: str) -> Predictions:
    """Networks that are certain of the gold text by the best guideline, and of everything else by the others."""
    own = np.where(page.labels > 0.5, 9, -9).astype(np.float32)
    log_odds = np.stack([own if name == best else -own for name in GUIDELINES])
    return Predictions(log_odds[:, :, None].repeat(2, axis=2), np.eye(2, len(PAGE_TYPES), dtype=np.float32)[[0, 0]])


@pytest.mark.parametrize("kept", [(1, 1, 1, 1), (0, 0, 0, 0), (1, 0, 0, 1), (0, 1, 1, 0)])
@pytest.mark.parametrize("gold", ["the fox sleeps all day", "", "nothing in common", "中 fox fox fox"])
def test_word_f1_is_that_of_the_metric(kept: tuple[int, ...], gold: str) -> None:
    mask = np.array(kept, np.bool_)
    text = "\n".join(text for text, own in zip(TEXTS, kept, strict=True) if own)
    wanted = multiset_overlap(words(gold.lower()), words(text.lower())).f() or 0.0
    assert PageWordCounts.of(TEXTS, gold).f1(mask) == pytest.approx(wanted)


def test_the_best_guideline_of_a_page_type_is_found() -> None:
    page = training_page()
    found = fit_calibration([page] * 4, [predictions(page, "tight")] * 4)
    assert GUIDELINES[found.guidelines[PAGE_TYPES.index("article")]] == "tight"
    assert held_out_result(page, predictions(page, "tight"), found).f1 == 1
    assert held_out_result(page, predictions(page, "tight"), found, GUIDELINES.index("wide")).f1 < 0.5


def test_what_is_kept_of_held_out_pages_can_be_read_again(tmp_path: Path) -> None:
    page = training_page()
    line = np.array([0, 1], np.float32)
    guidelines = np.full(len(PAGE_TYPES), ANY_GUIDELINE)
    calibration = Calibration(np.ones(len(HEADS), np.float32), guidelines, DecisionTemperatures(1, 1), line, line)
    write_held_out([page], [predictions(page, "any")], calibration, tmp_path / "held-out.npz")
    with np.load(tmp_path / "held-out.npz", allow_pickle=False) as archive:
        (name,) = archive.files
        kept = archive[name]
    assert name == f"{page.dataset}/{page.id}"
    assert [text for text, own in zip(page.texts, kept, strict=True) if own] == [GOLD]
