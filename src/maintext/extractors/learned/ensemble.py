"""The ensemble: networks trained on the same pages with different random seeds.

The mean of several networks varies less with the seed than one network does. If the expected F of the first network is
high, the others would choose the same blocks, so they are run only if it is not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.calibration import DecisionTemperatures
from maintext.extractors.learned.decision import TEXT, maximize_expected_f, sigmoid
from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import Output, forward, standardize

if TYPE_CHECKING:
    from maintext.arrays import Float32Array
    from maintext.extractors.learned.network import Weights

CONFIDENT_F: Final = 0.85
"""The expected F from which the first network decides alone."""


@dataclass(frozen=True, slots=True)
class EnsembleOutput:
    """The output of the networks that were run, and their number."""

    output: Output
    networks_run: int


def run_ensemble(
    networks: Sequence["Weights"], features: Features, guideline: int, temperatures: DecisionTemperatures
) -> EnsembleOutput:
    """Run the first network, and the others if it is not confident."""
    x = standardize(networks[0], features.rows)
    outputs = (forward(weights, x, features, guideline) for weights in networks)
    return combine_outputs(outputs, features.words, temperatures)


def combine_outputs(
    outputs: Iterable[Output], words: "Float32Array", temperatures: DecisionTemperatures
) -> EnsembleOutput:
    """The first output if it is confident, else the mean of all; later outputs are read only if needed."""
    remaining = iter(outputs)
    first = next(remaining)
    if is_confident(first, words, temperatures):
        return EnsembleOutput(first, 1)
    combined = [first, *remaining]
    return EnsembleOutput(average_outputs(combined), len(combined))


def is_confident(output: Output, words: "Float32Array", temperatures: DecisionTemperatures) -> bool:
    """Whether the best set of blocks by this output has a high expected F."""
    probabilities = sigmoid(output.blocks[:, TEXT], temperatures.for_page(output))
    return maximize_expected_f(probabilities, words).expected_f >= CONFIDENT_F


def average_outputs(outputs: Sequence[Output]) -> Output:
    """The mean of log odds and of page type logits."""
    import numpy as np

    blocks: Float32Array = np.mean([output.blocks for output in outputs], axis=0)
    return Output(blocks, np.mean([output.page for output in outputs], axis=0))
