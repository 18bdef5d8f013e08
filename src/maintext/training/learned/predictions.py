"""Predictions of networks for training pages, and the decisions of the extractor based on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.extractors.learned.calibration import Calibration
from maintext.extractors.learned.decision import Decision, TextOptions, decide
from maintext.extractors.learned.ensemble import choose_guideline
from maintext.extractors.learned.network import (
    ANY_GUIDELINE,
    GUIDELINES,
    Output,
    block_log_odds,
    run_networks,
    standardize,
)
from maintext.training.learned.training_page import TrainingPage, annotation_of

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Int64Array
    from maintext.extractors.learned.network import Weights


@dataclass(frozen=True, eq=False)
class Predictions:
    """The outputs of an ensemble for a page, with every guideline."""

    log_odds: "Float32Array"
    """By guideline, block, network and head."""
    page_types: "Float32Array"
    """The page type logits by network."""

    def output(self, guideline: int, preferred: "Int64Array") -> Output:
        """The output with a guideline, as the extractor computes it."""
        page = self.page_types.mean(0)
        return Output(self.log_odds[choose_guideline(guideline, page, preferred)].mean(1), page)


def predict(weights: "Weights", page: TrainingPage) -> Predictions:
    """The outputs of one network or of several for a page; the weights are stacked and joined."""
    hidden = run_networks(weights, standardize(weights, page.features.rows), page.features)
    log_odds = [block_log_odds(weights, hidden, guideline) for guideline in range(len(GUIDELINES))]
    return Predictions(np.stack(log_odds), hidden.page_types)


def join_predictions(by_network: Sequence[Predictions]) -> Predictions:
    """The predictions of several networks for one page as those of an ensemble."""
    log_odds = np.concatenate([each.log_odds for each in by_network], 2)
    return Predictions(log_odds, np.concatenate([each.page_types for each in by_network]))


class HeldOutResult(NamedTuple):
    """The result of the extractor on a held-out page: the word F1 of its text, its confidence and its page type."""

    f1: float
    expected_f: float
    confidence: float
    page_type: int


def held_out_result(
    page: TrainingPage, predictions: Predictions, calibration: Calibration, guideline: int = ANY_GUIDELINE
) -> HeldOutResult:
    """Decide on a held-out page, and score the kept text."""
    decision = decide_held_out(page, predictions, calibration, guideline)
    page_type = int(predictions.page_types.mean(0).argmax())
    return HeldOutResult(
        page.word_counts.f1(decision.kept), decision.selection.expected_f, decision.confidence, page_type
    )


def decide_held_out(
    page: TrainingPage, predictions: Predictions, calibration: Calibration, guideline: int = ANY_GUIDELINE
) -> Decision:
    """The decision on a held-out page, with the title of articles if the gold texts of its dataset have it."""
    output = predictions.output(guideline, calibration.guidelines)
    options = TextOptions(title=annotation_of(page.dataset).titles)
    return decide(output, page.texts, page.features, page.units, calibration, options)


def write_held_out(
    pages: Sequence[TrainingPage], predictions: Sequence[Predictions], calibration: Calibration, path: Path
) -> None:
    """Write the kept blocks of every held-out page, as one array per dataset and page id."""
    kept = {
        f"{page.dataset}/{page.id}": decide_held_out(page, held_out, calibration).kept
        for page, held_out in zip(pages, predictions, strict=True)
    }
    np.savez_compressed(path, allow_pickle=False, **kept)
