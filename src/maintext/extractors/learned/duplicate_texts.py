"""Duplicates: blocks with the same text, of which only the most probable one competes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.features import Features
from maintext.extractors.learned.units import UnitKind, Units

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Int64Array

NO_DUPLICATE: Final = -1
MIN_DUPLICATE_LENGTH: Final = 20
"""Shorter texts, in characters, repeat for other reasons and are no duplicates."""
_MIN_GAIN: Final = 1e-3
"""Of two equal texts the first is kept unless the other is more probable by this much."""


def find_duplicates(
    texts: Sequence[str], probabilities: "Float32Array", features: Features, units: Units
) -> "Int64Array":
    """For each block the most probable block with the same text, or NO_DUPLICATE.

    Pages repeat texts for wide and narrow screens or in carousels. Repetition within one container or one unit, such as
    the refrain of a song, is no duplicate, and neither is a heading of its entry in a table of contents.
    """
    import numpy as np

    unit_of = units.of_block.tolist()
    is_heading = (units.kinds == UnitKind.HEADING)[units.of_block].tolist()
    originals: dict[tuple[str, bool], int] = {}
    duplicates: list[tuple[int, tuple[str, bool]]] = []
    for block, text in enumerate(texts):
        if len(text) < MIN_DUPLICATE_LENGTH:
            continue
        key = text, is_heading[block]
        other = originals.setdefault(key, block)
        if unit_of[other] == unit_of[block] or features.starts[0, other] <= block < features.stops[0, other]:
            continue
        if probabilities[block] > probabilities[other] + _MIN_GAIN:
            originals[key], block = block, other
        duplicates.append((block, key))
    duplicate_of = np.full(len(texts), NO_DUPLICATE, np.int64)
    for block, key in duplicates:
        duplicate_of[block] = originals[key]
    return duplicate_of
