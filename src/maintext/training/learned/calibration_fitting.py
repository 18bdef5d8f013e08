"""Fitting the calibration: temperatures and the curve from expected to observed F, from held-out pages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures, is_article
from maintext.extractors.learned.ensemble import average_outputs, combine_outputs
from maintext.extractors.learned.network import HEADS
from maintext.training.learned.predictions import Predictions, expected_and_observed_f
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import Float64Array

_TEMPERATURES = np.arange(0.6, 3.01, 0.05)
_DECISION_TEMPERATURES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8)
_CURVE_POINTS = 12


def fit_calibration(pages: Sequence[TrainingPage], predictions: Sequence[Predictions]) -> Calibration:
    """Temperatures for every head and for the decision, and the curve of observed F."""
    pairs = list(zip(pages, predictions, strict=True))
    best = _decision_temperatures(pairs)
    blocks = [combine_outputs(held_out.any, page.features.words, best).output.blocks for page, held_out in pairs]
    temperatures = []
    for head in range(len(HEADS)):
        log_odds = np.concatenate([each[:, head] for each in blocks]).astype(np.float64)
        labels = np.concatenate([page.labels[:, head] for page in pages]).astype(np.float64)
        weights = np.concatenate([page.weights[:, head] for page in pages]).astype(np.float64)
        temperatures.append(fit_temperature(log_odds, labels, weights))
    points = [expected_and_observed_f(page, held_out.any, best) for page, held_out in pairs]
    x, y = isotonic_curve(*zip(*points, strict=True))
    return Calibration(np.array(temperatures, np.float32), best, x.astype(np.float32), y.astype(np.float32))


def fit_temperature(log_odds: "Float64Array", labels: "Float64Array", weights: "Float64Array") -> float:
    """The divisor of the log odds with the smallest cross-entropy."""
    losses = [_cross_entropy(log_odds / temperature, labels, weights) for temperature in _TEMPERATURES]
    return float(_TEMPERATURES[int(np.argmin(losses))])


def isotonic_curve(expected: Sequence[float], observed: Sequence[float]) -> "tuple[Float64Array, Float64Array]":
    """Points of an increasing curve: means of bins of equal size, merged until they increase (isotonic regression)."""
    order = np.argsort(expected, kind="stable")
    x = np.asarray(expected, np.float64)[order]
    y = np.asarray(observed, np.float64)[order]
    bins = np.array_split(np.arange(len(x)), min(_CURVE_POINTS, len(x)))
    points = [(float(x[part].mean()), float(y[part].mean()), len(part)) for part in bins if len(part)]
    merged: list[list[float]] = []
    for at, value, size in points:
        merged.append([at * size, value * size, size])
        while len(merged) > 1 and merged[-2][1] / merged[-2][2] >= merged[-1][1] / merged[-1][2]:
            last = merged.pop()
            merged[-1] = [before + after for before, after in zip(merged[-1], last, strict=True)]
    curve_x = np.array([0.0, *(total / size for total, _, size in merged)])
    curve_y = np.array([0.0, *(total / size for _, total, size in merged)])
    return curve_x, curve_y


def _decision_temperatures(pairs: Sequence[tuple[TrainingPage, Predictions]]) -> DecisionTemperatures:
    """The temperatures with the highest word F1, on articles and on other pages."""
    articles = [is_article(average_outputs(held_out.any)) for _, held_out in pairs]
    sums: dict[bool, dict[float, float]] = {True: {}, False: {}}
    for temperature in _DECISION_TEMPERATURES:
        both = DecisionTemperatures(temperature, temperature)
        scores = [expected_and_observed_f(page, held_out.any, both)[1] for page, held_out in pairs]
        for kind, by_kind in sums.items():
            by_kind[temperature] = sum(f1 for f1, article in zip(scores, articles, strict=True) if article == kind)
    return DecisionTemperatures(*(max(sums[kind], key=sums[kind].__getitem__) for kind in (True, False)))


def _cross_entropy(log_odds: "Float64Array", labels: "Float64Array", weights: "Float64Array") -> float:
    return float((weights * (np.logaddexp(0, log_odds) - labels * log_odds)).sum())
