"""Calibration: probabilities and expected F that come true on pages the network has not seen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TEMPERATURES = np.arange(0.6, 3.01, 0.05)
_KNOTS = 12


def temperature(log_odds: "Floats", right: "Floats", weights: "Floats") -> float:
    """What to divide log odds by so that the answers are as likely as can be."""
    losses = [_entropy(log_odds / each, right, weights) for each in _TEMPERATURES]
    return float(_TEMPERATURES[int(np.argmin(losses))])


def rising_curve(expected: Sequence[float], observed: Sequence[float]) -> "tuple[Floats, Floats]":
    """Points of a rising curve from what was expected to what came true: means of equal parts, made to rise."""
    order = np.argsort(expected, kind="stable")
    x = np.asarray(expected, np.float64)[order]
    y = np.asarray(observed, np.float64)[order]
    parts = np.array_split(np.arange(len(x)), min(_KNOTS, len(x)))
    knots = [(float(x[part].mean()), float(y[part].mean()), len(part)) for part in parts if len(part)]
    risen: list[list[float]] = []
    for at, value, size in knots:
        risen.append([at * size, value * size, size])
        while len(risen) > 1 and risen[-2][1] / risen[-2][2] >= risen[-1][1] / risen[-1][2]:
            last = risen.pop()
            risen[-1] = [before + after for before, after in zip(risen[-1], last, strict=True)]
    curve_x = np.array([0.0, *(total / size for total, _, size in risen)])
    curve_y = np.array([0.0, *(total / size for _, total, size in risen)])
    return curve_x, curve_y


def _entropy(log_odds: "Floats", right: "Floats", weights: "Floats") -> float:
    return float((weights * (np.logaddexp(0, log_odds) - right * log_odds)).sum())
