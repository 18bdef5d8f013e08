"""Copies: pages say some things twice, once for wide screens and once for narrow ones, or in a slide shown again.

Of blocks that say the same, the likeliest is enough. What repeats within one container, such as the refrain of a song,
is no copy.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.features import Features

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

LEAST: Final = 20
"""Shorter texts, in characters, repeat for other reasons."""
NONE: Final = -1
_SURELY: Final = 1e-3
"""Of two blocks, the first is taken unless the other is likelier by this much."""


def find_copies(texts: Sequence[str], chances: "Floats", features: Features) -> "Ints":
    """For every block the block that says the same and is taken instead of it; NONE for a block that is no copy."""
    import numpy as np

    copies: list[int] = []
    taken: dict[str, int] = {}
    for block, text in enumerate(texts):
        if len(text) < LEAST:
            continue
        other = taken.setdefault(text, block)
        if other == block or features.starts[0, other] <= block < features.stops[0, other]:
            continue
        if chances[block] > chances[other] + _SURELY:
            taken[text], block = block, other
        copies.append(block)
    instead = np.full(len(texts), NONE, np.int64)
    instead[copies] = [taken[texts[block]] for block in copies]
    return instead


def without(copies: "Ints", chances: "Floats") -> "Floats":
    """The chances of all blocks, with none for copies."""
    import numpy as np

    return np.where(copies == NONE, chances, np.float32(0))
