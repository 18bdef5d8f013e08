"""Opinions: several networks, fitted to the same pages from other beginnings, of which the first is asked.

What one network says depends on the lot it began with; the mean of several depends less on it. Where the first is sure
of its choice the others would say the same, so they are only asked where it is not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.choose import TEXT, Sharpness, probabilities
from maintext.extractors.learned.decide import decide
from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import Output, forward, standardize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Weights = Mapping[str, Floats]

SURE: Final = 0.85
"""The expected F from which the first network is believed."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the networks that were asked say together, and how many they were."""

    output: Output
    asked: int


def ask(members: Sequence["Weights"], features: Features, guideline: int, sharpness: Sharpness) -> Opinion:
    """What the first network says, or the mean of what all say where the first is not sure of its choice."""
    x = standardize(members[0], features.rows)
    first = forward(members[0], x, features, guideline)
    if len(members) == 1 or is_sure(first, features.words, sharpness):
        return Opinion(first, 1)
    others = [forward(weights, x, features, guideline) for weights in members[1:]]
    return Opinion(mean([first, *others]), len(members))


def is_sure(output: Output, words: "Floats", sharpness: Sharpness) -> bool:
    """Whether enough F is expected of the choice by what a network says."""
    import numpy as np

    chances = probabilities(output.blocks[:, TEXT], np.float32(sharpness.of(output)))
    return decide(chances, words).expected >= SURE


def mean(outputs: Sequence[Output]) -> Output:
    """The mean of log odds and of the page's logits."""
    import numpy as np

    blocks: Floats = np.mean([each.blocks for each in outputs], axis=0)
    return Output(blocks, np.mean([each.page for each in outputs], axis=0))
