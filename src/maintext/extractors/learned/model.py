"""The fitted model: the weights of its networks and its calibration, read from a model file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from maintext.errors import BadParameter
from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.features import NAMES
from maintext.extractors.models import ModelFile, read_model, shipped

if TYPE_CHECKING:
    from maintext.arrays import Float32Array
    from maintext.extractors.learned.network import Weights

EXTRACTOR: Final = "learned"
_SHARED: Final = ("mean", "scale")
_CALIBRATION: Final = ("temperatures", "decision", "confidence.x", "confidence.y")
_REQUIRED: Final = (*_SHARED, "in.w", "out2.w", "type.w", *_CALIBRATION)
_STACKED_DIMENSIONS: Final = 3


@dataclass(frozen=True, eq=False)
class Model:
    """What extraction needs of a model file."""

    networks: "tuple[Weights, ...]"
    """The weights of each network; all share the mean and the scale of the features."""
    calibration: Calibration
    manifest: Mapping[str, object]

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """The model in a file, if it was trained for the features of this version."""
        import numpy as np

        if file.words.get("features") != list(NAMES):
            raise BadParameter(f"{file.path} was trained for the features of another version; train it again")
        arrays: dict[str, Float32Array] = {
            name: np.ascontiguousarray(array, np.float32) for name, array in file.arrays.items()
        }
        missing = [name for name in _REQUIRED if name not in arrays]
        if missing:
            raise BadParameter(f"{file.path} lacks {', '.join(missing)}; train it again")
        decision = arrays["decision"]
        if arrays["in.w"].ndim != _STACKED_DIMENSIONS or len(decision) != len(DecisionTemperatures._fields):
            raise BadParameter(f"{file.path} was trained for another version; train it again")
        temperatures = DecisionTemperatures(*map(float, decision))
        curve = arrays["confidence.x"], arrays["confidence.y"]
        calibration = Calibration(arrays["temperatures"], temperatures, *curve)
        return cls(_split_networks(arrays), calibration, file.manifest)


def model_arrays(networks: "Sequence[Weights]", calibration: Calibration) -> "dict[str, Float32Array]":
    """The arrays of a model file: the weights of all networks, stacked, and the calibration."""
    import numpy as np

    own = {name: np.stack([weights[name] for weights in networks]) for name in networks[0] if name not in _SHARED}
    shared = {name: networks[0][name] for name in _SHARED}
    decision = np.array(calibration.decision_temperatures, np.float32)
    fitted = (calibration.temperatures, decision, calibration.expected_f, calibration.observed_f)
    return own | shared | dict(zip(_CALIBRATION, fitted, strict=True))


def load_model(path: str | None) -> Model:
    """The model in a file, or the shipped one."""
    file = read_model(path, EXTRACTOR) if path else shipped(EXTRACTOR, EXTRACTOR)
    return _from_file(file)


@lru_cache(maxsize=4)
def _from_file(file: ModelFile) -> Model:
    return Model.from_file(file)


def _split_networks(arrays: "Weights") -> "tuple[Weights, ...]":
    """The weights of each network in the arrays of a model file."""
    own = [name for name in arrays if name not in (*_SHARED, *_CALIBRATION)]
    shared = {name: arrays[name] for name in _SHARED}
    return tuple(shared | {name: arrays[name][index] for name in own} for index in range(len(arrays["in.w"])))
