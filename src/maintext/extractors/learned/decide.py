"""The decision: the set of blocks with the largest expected F-beta, and that expectation as the page's confidence.

Sort blocks by their probability, weigh them by their words, and take the prefix whose expected F is largest. One
formula gives both the precision/recall knob (beta) and the confidence.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Decision:
    """Which blocks are kept, and the F that is expected of them."""

    kept: "NDArray[np.bool_]"
    expected: float


def decide(probabilities: "Floats", words: "Floats", beta: float = 1.0) -> Decision:
    """The best prefix of blocks by falling probability; ties keep the order of the page."""
    import numpy as np

    order = np.argsort(-probabilities, kind="stable")
    weights = np.maximum(words, 0.1)[order]
    gains = np.cumsum(probabilities[order] * weights)
    sizes = np.cumsum(weights)
    expected = (1 + beta**2) * gains / (sizes + beta**2 * gains[-1] + 1e-9)
    best = int(np.argmax(expected))
    kept = np.zeros(len(words), np.bool_)
    kept[order[: best + 1]] = True
    return Decision(kept, float(expected[best]))
