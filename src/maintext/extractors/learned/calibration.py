"""Calibration: what turns scores into probabilities and an expected F into a confidence, fitted on held-out pages."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned.network import PAGE_TYPES, Output

if TYPE_CHECKING:
    import numpy as np

    from maintext.arrays import Float32Array, Int64Array

_ARTICLE: Final = PAGE_TYPES.index("article")


class DecisionTemperatures(NamedTuple):
    """What log odds are divided by before blocks are chosen, on articles and on other pages.

    Errors within a page are correlated, which the expected F ignores. The best temperatures for choosing a set of
    blocks are therefore not those that calibrate the probabilities of single blocks.
    """

    article: float
    other: float

    def for_page(self, output: Output) -> "np.float32":
        """The temperature for the predicted type of the page."""
        import numpy as np

        return np.float32(self.article if is_article(output) else self.other)


@dataclass(frozen=True, eq=False)
class Calibration:
    """Temperatures, and the curve of observed F."""

    temperatures: "Float32Array"
    """What the log odds of each head are divided by so that the probabilities of single blocks are calibrated."""
    guidelines: "Int64Array"
    """For each page type the guideline that `any` stands for."""
    decision_temperatures: DecisionTemperatures
    expected_f: "Float32Array"
    observed_f: "Float32Array"
    """Points of an increasing curve from expected to observed F."""

    def confidence(self, expected_f: float) -> float:
        """The F to expect, corrected by what was observed."""
        import numpy as np

        return float(np.interp(expected_f, self.expected_f, self.observed_f))


def is_article(output: Output) -> bool:
    """Whether the page is predicted to be an article."""
    return int(output.page.argmax()) == _ARTICLE
