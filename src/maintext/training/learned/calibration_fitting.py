"""Fitting the calibration: temperatures and the curve from expected to observed F, from held-out pages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.network import ANY_GUIDELINE, GUIDELINES, HEADS, PAGE_TYPES
from maintext.training.learned.predictions import Predictions, held_out_result
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Float64Array, Int64Array

_TEMPERATURES = np.arange(0.6, 3.01, 0.05)
_DECISION_TEMPERATURES = (0.6, 0.75, 0.9, 1.1, 1.3, 1.6)
_START = DecisionTemperatures(1.0, 1.0)
_CLEAR = 2
"""How many standard errors a guideline must be better than any for a page type."""
_CURVE_POINTS = 12

_Pairs = Sequence[tuple[TrainingPage, Predictions]]


def fit_calibration(pages: Sequence[TrainingPage], predictions: Sequence[Predictions]) -> Calibration:
    """The guidelines, then the temperatures of the decision and of every head, then the curve of observed F."""
    pairs = list(zip(pages, predictions, strict=True))
    line = np.array([0.0, 1.0], np.float32)
    any_guideline = np.full(len(PAGE_TYPES), ANY_GUIDELINE)
    found = Calibration(np.ones(len(HEADS), np.float32), any_guideline, _START, line, line)
    found = replace(found, guidelines=_best_guidelines(pairs, found))
    found = replace(found, decision_temperatures=_best_temperatures(pairs, found))
    found = replace(found, temperatures=_head_temperatures(pairs, found))
    results = [held_out_result(page, held_out, found) for page, held_out in pairs]
    x, y = isotonic_curve([result.expected_f for result in results], [result.f1 for result in results])
    return replace(found, expected_f=x.astype(np.float32), observed_f=y.astype(np.float32))


def _best_guidelines(pairs: _Pairs, start: Calibration) -> "Int64Array":
    """For each predicted page type the guideline with the highest word F1 if it is clearly better than any."""
    gains: list[list[list[float]]] = [[] for _ in PAGE_TYPES]
    for page, held_out in pairs:
        results = [held_out_result(page, held_out, start, guideline) for guideline in range(len(GUIDELINES))]
        base = results[ANY_GUIDELINE]
        gains[base.page_type].append([result.f1 - base.f1 for result in results])
    return np.array([_clear_gain(np.array(own)) if own else ANY_GUIDELINE for own in gains])


def _clear_gain(gains: "Float64Array") -> int:
    """The guideline with the largest mean gain over any, if it is larger than so many standard errors."""
    best = int(gains.mean(0).argmax())
    error = float(gains[:, best].std()) / len(gains) ** 0.5
    return best if gains[:, best].mean() > _CLEAR * error else ANY_GUIDELINE


def _best_temperatures(pairs: _Pairs, start: Calibration) -> DecisionTemperatures:
    """The temperatures with the highest word F1, on articles and on other pages."""
    article = PAGE_TYPES.index("article")
    sums: dict[bool, dict[float, float]] = {True: {}, False: {}}
    for temperature in _DECISION_TEMPERATURES:
        both = replace(start, decision_temperatures=DecisionTemperatures(temperature, temperature))
        results = [held_out_result(page, held_out, both) for page, held_out in pairs]
        for kind, by_kind in sums.items():
            by_kind[temperature] = sum(result.f1 for result in results if (result.page_type == article) == kind)
    return DecisionTemperatures(*(max(sums[kind], key=sums[kind].__getitem__) for kind in (True, False)))


def _head_temperatures(pairs: _Pairs, start: Calibration) -> "Float32Array":
    """The temperature of every head that calibrates the probabilities of single blocks."""
    blocks = np.concatenate([held_out.output(ANY_GUIDELINE, start.guidelines).blocks for _, held_out in pairs])
    labels = np.concatenate([page.labels for page, _ in pairs])
    weights = np.concatenate([page.weights for page, _ in pairs])
    columns = [(array.astype(np.float64).T) for array in (blocks, labels, weights)]
    return np.array([fit_temperature(*head) for head in zip(*columns, strict=True)], np.float32)


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


def _cross_entropy(log_odds: "Float64Array", labels: "Float64Array", weights: "Float64Array") -> float:
    return float((weights * (np.logaddexp(0, log_odds) - labels * log_odds)).sum())
