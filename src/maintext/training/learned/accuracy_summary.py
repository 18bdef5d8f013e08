"""The accuracy on unseen sites, measured by cross-validation, as the manifest of a model records it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.extractors.learned.calibration import Calibration
from maintext.extractors.learned.ensemble import combine_outputs
from maintext.extractors.learned.network import GUIDELINES, PAGE_TYPES
from maintext.training.learned.predictions import Predictions, expected_and_observed_f
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import AnyArray

_BINS = 10


def summarize_accuracy(
    pages: Sequence[TrainingPage], predictions: Sequence[Predictions], calibration: Calibration
) -> dict[str, object]:
    """For each guideline word F1, also by page type, page type accuracy and the calibration of the confidence."""
    summary: dict[str, object] = {}
    for guideline, name in enumerate(GUIDELINES[:-1]):
        pairs = [(page, each) for page, each in zip(pages, predictions, strict=True) if page.guideline == guideline]
        if pairs:
            summary[name] = _summarize_guideline(pairs, calibration)
    return summary


def _summarize_guideline(
    pairs: Sequence[tuple[TrainingPage, Predictions]], calibration: Calibration
) -> dict[str, object]:
    temperatures = calibration.decision_temperatures
    own = [expected_and_observed_f(page, held_out.own, temperatures)[1] for page, held_out in pairs]
    results = [expected_and_observed_f(page, held_out.any, temperatures) for page, held_out in pairs]
    f1 = [observed for _, observed in results]
    summary: dict[str, object] = {"pages": len(pairs), "f1": _mean(f1), "f1_with_its_guideline": _mean(own)}
    confidence = np.interp([expected for expected, _ in results], calibration.expected_f, calibration.observed_f)
    summary |= confidence_errors(confidence, np.array(f1))
    typed = [(page, held_out, score) for (page, held_out), score in zip(pairs, f1, strict=True) if page.page_type >= 0]
    if typed:
        summary["page_type_accuracy"] = _mean(
            [
                combine_outputs(held_out.any, page.features.words, temperatures).output.page.argmax() == page.page_type
                for page, held_out, _ in typed
            ]
        )
        summary["f1_by_type"] = {
            name: _mean([score for page, _, score in typed if page.page_type == page_type])
            for page_type, name in enumerate(PAGE_TYPES)
            if any(page.page_type == page_type for page, _, _ in typed)
        }
    return summary


def confidence_errors(confidence: "AnyArray", observed: "AnyArray") -> dict[str, object]:
    """The expected calibration error, and the share of the total error in the least confident tenth of the pages."""
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, min(_BINS, len(order)))
    error = sum(len(part) * abs(confidence[part].mean() - observed[part].mean()) for part in bins) / len(order)
    losses = 1 - observed
    tenth = order[: max(1, len(order) // 10)]
    return {
        "calibration_error": round(float(error), 4),
        "error_in_least_confident_tenth": round(float(losses[tenth].sum() / max(1e-9, losses.sum())), 4),
    }


def _mean(values: Sequence[Any]) -> float:
    return round(float(np.mean(values)), 4)
