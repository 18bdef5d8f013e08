"""The accuracy on unseen sites, measured by cross-validation, as the manifest of a model records it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.extractors.learned.calibration import Calibration
from maintext.extractors.learned.network import ANY_GUIDELINE, PAGE_TYPES
from maintext.training.learned.predictions import Predictions, held_out_result
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import AnyArray

_BINS = 10
_FAILED_F = 0.6
_CERTAIN = 0.8


def summarize_accuracy(
    pages: Sequence[TrainingPage], predictions: Sequence[Predictions], calibration: Calibration
) -> dict[str, object]:
    """For each dataset word F1, also by page type, page type accuracy and the calibration of the confidence."""
    pairs = list(zip(pages, predictions, strict=True))
    datasets = sorted({page.dataset for page in pages})
    return {name: _summarize([pair for pair in pairs if pair[0].dataset == name], calibration) for name in datasets}


def _summarize(pairs: Sequence[tuple[TrainingPage, Predictions]], calibration: Calibration) -> dict[str, object]:
    own = [held_out_result(page, held_out, calibration, page.guideline).f1 for page, held_out in pairs]
    results = [held_out_result(page, held_out, calibration, ANY_GUIDELINE) for page, held_out in pairs]
    f1 = np.array([result.f1 for result in results])
    summary: dict[str, object] = {"pages": len(pairs), "f1": _mean(f1), "f1_with_its_guideline": _mean(own)}
    summary |= confidence_errors(np.array([result.confidence for result in results]), f1)
    typed = [(page.page_type, result) for (page, _), result in zip(pairs, results, strict=True) if page.page_type >= 0]
    if typed:
        summary["page_type_accuracy"] = _mean([result.page_type == annotated for annotated, result in typed])
        summary["f1_by_type"] = {
            name: _mean(found)
            for page_type, name in enumerate(PAGE_TYPES)
            if (found := [result.f1 for annotated, result in typed if annotated == page_type])
        }
    return summary


def confidence_errors(confidence: "AnyArray", observed: "AnyArray") -> dict[str, object]:
    """How well the confidence predicts F: its calibration error, and how well it detects failures.

    Failures are detected if the least confident tenth of the pages has a large share of the total error, and if few
    failed pages have a high confidence.
    """
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, min(_BINS, len(order)))
    error = sum(len(part) * abs(confidence[part].mean() - observed[part].mean()) for part in bins) / len(order)
    losses = 1 - observed
    tenth = order[: max(1, len(order) // 10)]
    failed = observed < _FAILED_F
    return {
        "calibration_error": round(float(error), 4),
        "error_in_least_confident_tenth": round(float(losses[tenth].sum() / max(1e-9, losses.sum())), 4),
        "failed_pages": int(failed.sum()),
        "failed_pages_with_high_confidence": int((confidence[failed] > _CERTAIN).sum()),
    }


def _mean(values: "Sequence[Any] | AnyArray") -> float:
    return round(float(np.mean(values)), 4)
