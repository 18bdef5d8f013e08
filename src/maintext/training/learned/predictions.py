"""Predictions of networks for training pages, and the F that is expected and observed with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.calibration import DecisionTemperatures
from maintext.extractors.learned.decision import TextOptions, select_blocks
from maintext.extractors.learned.ensemble import combine_outputs
from maintext.extractors.learned.network import ANY_GUIDELINE, GUIDELINES, Output, forward, standardize
from maintext.metrics.bag_of_words import multiset_overlap
from maintext.page.words import words
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.extractors.learned.network import Weights

_WIDE: Final = GUIDELINES.index("wide")
"""By this guideline the gold text of an article leaves out its title; by the others it has it."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """The output of each network for a page: with the guideline of its dataset, and with `any`."""

    own: tuple[Output, ...]
    any: tuple[Output, ...]

    def __add__(self, other: "Predictions") -> "Predictions":
        return Predictions(self.own + other.own, self.any + other.any)


def predict(weights: "Weights", page: TrainingPage) -> Predictions:
    """The output of one network for a page."""
    x = standardize(weights, page.features.rows)
    own = forward(weights, x, page.features, page.guideline)
    return Predictions((own,), (forward(weights, x, page.features, ANY_GUIDELINE),))


def expected_and_observed_f(
    page: TrainingPage, outputs: Sequence[Output], temperatures: DecisionTemperatures
) -> tuple[float, float]:
    """The expected F of a page and its word F1, with the title if the gold text has it."""
    options = TextOptions(title=page.guideline != _WIDE)
    output = combine_outputs(outputs, page.features.words, temperatures).output
    selection = select_blocks(output, page.texts, page.features, temperatures, options)
    text = "\n".join(text for text, kept in zip(page.texts, selection.kept, strict=True) if kept)
    return selection.expected_f, multiset_overlap(words(page.gold.lower()), words(text.lower())).f() or 0.0
