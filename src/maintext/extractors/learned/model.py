"""The fitted model: the weights of its networks and its calibration, read from a model file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from maintext.errors import BadParameter
from maintext.extractors.learned.choose import Sharpness
from maintext.extractors.learned.features import NAMES
from maintext.extractors.models import ModelFile, read_model, shipped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

EXTRACTOR: Final = "learned"
_SHARED: Final = ("mean", "scale")
_CALIBRATION: Final = ("temperatures", "decision", "confidence.x", "confidence.y")
_NEEDED: Final = (*_SHARED, "in.w", "out2.w", "type.w", *_CALIBRATION)
_STACKED: Final = 3


@dataclass(frozen=True, eq=False)
class Model:
    """What extraction needs of a model file."""

    members: tuple[Mapping[str, "Floats"], ...]
    """The weights of the networks; all share one mean and one scale of the features."""
    temperatures: "Floats"
    """What the log odds of each head are divided by, so that they are right as often as they say."""
    sharpness: Sharpness
    """What the log odds are divided by where blocks are chosen: errors of a page go together, which its sum of chances
    does not know, so it is not what makes single blocks right."""
    expected: "Floats"
    observed: "Floats"
    """What F to expect where the formula says so: points of a rising curve."""
    manifest: Mapping[str, object]

    def confidence(self, expected: float) -> float:
        """The F to expect, corrected by what was seen on pages that were kept back."""
        import numpy as np

        return float(np.interp(expected, self.expected, self.observed))

    @classmethod
    def from_file(cls, held: ModelFile) -> Self:
        """The model in a file, if it was made for the features of this version."""
        import numpy as np

        if held.words.get("features") != list(NAMES):
            raise BadParameter(f"{held.path} was trained for the features of another version; train it again")
        arrays: dict[str, NDArray[Any]] = {
            name: np.ascontiguousarray(array, np.float32) for name, array in held.arrays.items()
        }
        lacking = [name for name in _NEEDED if name not in arrays]
        if lacking:
            raise BadParameter(f"{held.path} lacks {', '.join(lacking)}; train it again")
        if arrays["in.w"].ndim != _STACKED or len(arrays["decision"]) != len(Sharpness._fields):
            raise BadParameter(f"{held.path} was trained for another version; train it again")
        sharpness = Sharpness(*map(float, arrays["decision"]))
        x, y = arrays["confidence.x"], arrays["confidence.y"]
        return cls(_members(arrays), arrays["temperatures"], sharpness, x, y, held.manifest)


def stack(members: "Sequence[Mapping[str, Floats]]") -> "dict[str, Floats]":
    """The networks' arrays as a model file holds them: those of all networks on top of each other."""
    import numpy as np

    own = {name: np.stack([each[name] for each in members]) for name in members[0] if name not in _SHARED}
    return own | {name: members[0][name] for name in _SHARED}


def _members(arrays: "Mapping[str, Floats]") -> "tuple[dict[str, Floats], ...]":
    """The networks in the arrays of a model file."""
    own = [name for name in arrays if name not in (*_SHARED, *_CALIBRATION)]
    shared = {name: arrays[name] for name in _SHARED}
    return tuple(shared | {name: arrays[name][at] for name in own} for at in range(len(arrays["in.w"])))


def load_model(path: str | None) -> Model:
    """The model in a file, or the one that comes with maintext."""
    held = read_model(path, EXTRACTOR) if path else shipped(EXTRACTOR, EXTRACTOR)
    return _from_file(held)


@lru_cache(maxsize=4)
def _from_file(held: ModelFile) -> Model:
    return Model.from_file(held)
