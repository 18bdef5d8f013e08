"""What cross-validation says: calibration of the model, and a summary of how good it is on sites it has not seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.extractors.learned.choose import Sharpness, Wishes, choose, is_article
from maintext.extractors.learned.network import GUIDELINES, HEADS, PAGE_TYPES, Output
from maintext.extractors.learned.opinions import is_sure, mean
from maintext.metrics.bags import bag_counts
from maintext.page.words import words
from maintext.training.learned.calibrate import rising_curve, temperature
from maintext.training.learned.crossvalidate import Judged
from maintext.training.learned.sheet import Sheet

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDE = GUIDELINES.index("wide")
"""The guideline by which an article's title is no part of its text; the others keep it."""
_BINS = 10
_DECISIONS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8)


@dataclass(frozen=True, eq=False)
class Calibration:
    """What log odds are divided by, for chances and for the choice, and what F to expect where the formula says so."""

    temperatures: "NDArray[np.float32]"
    sharpness: Sharpness
    expected: "NDArray[np.float32]"
    observed: "NDArray[np.float32]"

    def arrays(self) -> dict[str, Any]:
        """As a model file holds it."""
        chosen = np.array(self.sharpness, np.float32)
        curve = {"confidence.x": self.expected, "confidence.y": self.observed}
        return {"temperatures": self.temperatures, "decision": chosen, **curve}


def calibrated(sheets: Sequence[Sheet], judged: Sequence[Judged]) -> Calibration:
    """Temperatures for every head and for the choice, and the curve of expected F."""
    pairs = list(zip(sheets, judged, strict=True))
    best = _sharpest(pairs)
    blocks = [agreed(sheet, told.any, best).blocks for sheet, told in pairs]
    temperatures = []
    for head in range(len(HEADS)):
        told = np.concatenate([each[:, head] for each in blocks]).astype(np.float64)
        right = np.concatenate([sheet.right[:, head] for sheet in sheets]).astype(np.float64)
        weights = np.concatenate([sheet.weights[:, head] for sheet in sheets]).astype(np.float64)
        temperatures.append(temperature(told, right, weights))
    x, y = rising_curve(*zip(*(outcome(sheet, told.any, best) for sheet, told in pairs), strict=True))
    return Calibration(np.array(temperatures, np.float32), best, x.astype(np.float32), y.astype(np.float32))


def _sharpest(pairs: Sequence[tuple[Sheet, Judged]]) -> Sharpness:
    """What log odds are best divided by, on articles and on other pages."""
    articles = [is_article(mean(told.any)) for _, told in pairs]
    sums: dict[bool, dict[float, float]] = {True: {}, False: {}}
    for each in _DECISIONS:
        found = [outcome(sheet, told.any, Sharpness(each, each))[1] for sheet, told in pairs]
        for kind, by_kind in sums.items():
            by_kind[each] = sum(f1 for f1, article in zip(found, articles, strict=True) if article == kind)
    return Sharpness(*(max(sums[kind], key=sums[kind].__getitem__) for kind in (True, False)))


def outcome(sheet: Sheet, outputs: Sequence[Output], sharpness: Sharpness) -> tuple[float, float]:
    """The F that is expected of a page, and the F that comes true, with the title where the gold has it."""
    wishes = Wishes(title=sheet.guideline != WIDE)
    choice = choose(agreed(sheet, outputs, sharpness), sheet.texts, sheet.features, sharpness, wishes)
    text = "\n".join(text for text, kept in zip(sheet.texts, choice.kept, strict=True) if kept)
    return choice.expected, word_f1(text, sheet.gold)


def agreed(sheet: Sheet, outputs: Sequence[Output], sharpness: Sharpness) -> Output:
    """What the first network says where it is sure, else what all say together."""
    return outputs[0] if is_sure(outputs[0], sheet.features.words, sharpness) else mean(outputs)


def word_f1(text: str, gold: str) -> float:
    """F1 on bags of lower-cased Unicode words; 0 where one side is empty."""
    return bag_counts(words(gold.lower()), words(text.lower())).f() or 0.0


def summary(sheets: Sequence[Sheet], judged: Sequence[Judged], calibration: Calibration) -> dict[str, object]:
    """Word F1 by dataset and by page type, the page type's accuracy, and how honest the confidence is."""
    heat = calibration.sharpness
    told: dict[str, object] = {}
    for guideline, name in enumerate(GUIDELINES[:-1]):
        pairs = [(sheet, each) for sheet, each in zip(sheets, judged, strict=True) if sheet.guideline == guideline]
        if not pairs:
            continue
        own = [outcome(sheet, each.own, heat)[1] for sheet, each in pairs]
        free = [outcome(sheet, each.any, heat) for sheet, each in pairs]
        found: dict[str, object] = {
            "pages": len(pairs), "f1": _mean([f1 for _, f1 in free]), "f1_with_its_guideline": _mean(own),
        }  # fmt: skip
        confidence = np.interp([expected for expected, _ in free], calibration.expected, calibration.observed)
        found |= honesty(confidence, np.array([f1 for _, f1 in free]))
        typed = [(sheet, each, f1) for (sheet, each), (_, f1) in zip(pairs, free, strict=True) if sheet.page_type >= 0]
        if typed:
            rightly = [agreed(sheet, each.any, heat).page.argmax() == sheet.page_type for sheet, each, _ in typed]
            found["page_type_accuracy"] = _mean(rightly)
            found["f1_by_type"] = {
                kind: _mean([f1 for sheet, _, f1 in typed if sheet.page_type == at])
                for at, kind in enumerate(PAGE_TYPES)
                if any(sheet.page_type == at for sheet, _, _ in typed)
            }
        told[name] = found
    return told


def honesty(confidence: "NDArray[Any]", observed: "NDArray[Any]") -> dict[str, object]:
    """The expected calibration error, and the share of all error that the least confident tenth of pages holds."""
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, min(_BINS, len(order)))
    error = sum(len(part) * abs(confidence[part].mean() - observed[part].mean()) for part in bins) / len(order)
    lost = 1 - observed
    tenth = order[: max(1, len(order) // 10)]
    return {
        "calibration_error": round(float(error), 4),
        "error_in_least_confident_tenth": round(float(lost[tenth].sum() / max(1e-9, lost.sum())), 4),
    }


def _mean(values: Sequence[Any]) -> float:
    return round(float(np.mean(values)), 4)
