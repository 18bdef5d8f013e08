"""The scores of units: the log odds of their blocks, pooled; a unit whose parts clearly differ is split into them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.network import HEADS
from maintext.extractors.learned.units import UnitKind, Units

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array, Int64Array

_TEXT: Final = HEADS.index("text")
_DIVISIBLE: Final = (UnitKind.TABLE, UnitKind.DEFINITIONS, UnitKind.LIST, UnitKind.FIGURE, UnitKind.QUOTE)


@dataclass(frozen=True, slots=True)
class UnitParameters:
    """The constants of the decision on units, chosen on held-out pages."""

    split: float = 4.0
    """A unit is split where the mean log odds before and after differ by more than this."""
    rounds: int = 2
    """How often the parts of a unit may be split again."""
    max_weight: float = 30.0
    """A block counts by its words in the log odds of its unit, at most by this number."""
    code_bias: float = 0.7
    """What is added to the log odds of code blocks, which the networks underestimate."""
    add_heading: float = -1.0
    """A heading with larger log odds is kept if its section is."""
    section_share: float = 0.5
    """The share of the words of a section that must be kept for that."""
    lone_heading: float = 0.5
    """A heading with smaller log odds is dropped if nothing of its section is kept."""


DEFAULT_PARAMETERS: Final = UnitParameters()


def split_units(
    units: Units, log_odds: "Float32Array", words: "Float32Array", parameters: UnitParameters
) -> "Int64Array":
    """For each block the part of a unit that it belongs to; most units are one part."""
    import numpy as np

    weights = _weights(words, parameters)
    divisible = np.isin(units.kinds, _DIVISIBLE)[units.of_block]
    parts = units.of_block
    for _ in range(parameters.rounds):
        begins = _best_cuts(parts, log_odds[:, _TEXT], weights, parameters.split) & divisible
        if not begins.any():
            break
        parts = np.cumsum(begins | (np.diff(parts, prepend=-1) > 0)) - 1
    return parts


def pool_log_odds(
    parts: "Int64Array", units: Units, log_odds: "Float32Array", words: "Float32Array", parameters: UnitParameters
) -> "Float32Array":
    """The mean log odds of the blocks of each part, weighted by words, for every head."""
    import numpy as np

    weights = _weights(words, parameters)[:, None]
    starts = first_blocks(parts)
    pooled = np.add.reduceat(weights * log_odds, starts) / np.add.reduceat(weights, starts)
    kinds = units.kinds[units.of_block[starts]]
    pooled[kinds == UnitKind.CODE, _TEXT] += parameters.code_bias
    return pooled.astype(np.float32)


def first_blocks(parts: "Int64Array") -> "Int64Array":
    """The first block of each part."""
    import numpy as np

    return np.nonzero(np.diff(parts, prepend=-1))[0]


def _weights(words: "Float32Array", parameters: UnitParameters) -> "Float32Array":
    import numpy as np

    return np.clip(words, 1, parameters.max_weight)


def _best_cuts(parts: "Int64Array", values: "Float32Array", weights: "Float32Array", least: float) -> "BoolArray":
    """For each block, whether its part is best divided before it, into two whose means differ by more than `least`.

    The best division is the one with the largest variance between the two.
    """
    import numpy as np

    total, weight = np.append(0, np.cumsum(weights * values)), np.append(0, np.cumsum(weights))
    starts = first_blocks(parts)
    stops = np.append(starts[1:], len(values))
    block, first, last = np.arange(len(values)), starts[parts], stops[parts]
    inside = block > first
    before, after = np.where(inside, weight[block] - weight[first], 1), weight[last] - weight[block]
    difference = (total[block] - total[first]) / before - (total[last] - total[block]) / after
    variance = np.where(inside, before * after / (before + after) * difference**2, 0)
    best = np.maximum.reduceat(variance, starts)[parts]
    cuts: BoolArray = inside & (variance == best) & (np.abs(difference) > least)
    return cuts
