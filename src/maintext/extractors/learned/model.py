"""The fitted model: the weights of its networks and its calibration, read from a model file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from maintext.errors import BadParameter
from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures
from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.lexical import LexicalModel
from maintext.extractors.learned.network import SHARED, first_networks, join_inputs
from maintext.extractors.models import ModelFile, read_model, shipped

if TYPE_CHECKING:
    from maintext.arrays import AnyArray
    from maintext.extractors.learned.network import Weights

EXTRACTOR: Final = "learned"
_CALIBRATION: Final = ("temperatures", "guidelines", "decision", "confidence.x", "confidence.y")
_LEXICAL: Final = ("lexical.weights", "lexical.step")
_REQUIRED: Final = (*SHARED, "in.w", "out2.w", "type.w", *_LEXICAL, *_CALIBRATION)
_STACKED_DIMENSIONS: Final = 3


@dataclass(frozen=True, eq=False)
class Model:
    """What extraction needs of a model file."""

    stacked: "Weights"
    """The weights of all networks."""
    lexical: LexicalModel
    calibration: Calibration
    manifest: Mapping[str, object]

    @property
    def size(self) -> int:
        """The number of networks."""
        return len(self.stacked["in.w"])

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """The model in a file, if it was trained for the features of this version."""
        import numpy as np

        if file.words.get("features") != list(NAMES):
            raise BadParameter(f"{file.path} was trained for the features of another version; train it again")
        missing = [name for name in _REQUIRED if name not in file.arrays]
        if missing:
            raise BadParameter(f"{file.path} lacks {', '.join(missing)}; train it again")
        other = (*_LEXICAL, *_CALIBRATION)
        stacked = {
            name: np.ascontiguousarray(array, np.float32) for name, array in file.arrays.items() if name not in other
        }
        temperatures, guidelines, decision, *curve = (file.arrays[name] for name in _CALIBRATION)
        if stacked["in.w"].ndim != _STACKED_DIMENSIONS or len(decision) != len(DecisionTemperatures._fields):
            raise BadParameter(f"{file.path} was trained for another version; train it again")
        calibration = Calibration(temperatures, guidelines, DecisionTemperatures(*map(float, decision)), *curve)
        weights, step = (file.arrays[name] for name in _LEXICAL)
        return cls(stacked, LexicalModel(weights, float(step)), calibration, file.manifest)

    def networks(self, count: int | None = None) -> "Weights":
        """The weights of the first networks, or of all, as `run_networks` takes them."""
        return _joined(self, count or self.size)


def model_arrays(stacked: "Weights", lexical: LexicalModel, calibration: Calibration) -> "dict[str, AnyArray]":
    """The arrays of a model file: stacked weights in half precision, the lexical model and the calibration."""
    import numpy as np

    halved = {name: array if name in SHARED else array.astype(np.float16) for name, array in stacked.items()}
    decision = np.array(calibration.decision_temperatures, np.float32)
    fitted = (
        calibration.temperatures, calibration.guidelines, decision, calibration.expected_f, calibration.observed_f,
    )  # fmt: skip
    words = (lexical.weights, np.array(lexical.step))
    return halved | dict(zip(_LEXICAL, words, strict=True)) | dict(zip(_CALIBRATION, fitted, strict=True))


def load_model(path: str | None) -> Model:
    """The model in a file, or the shipped one."""
    file = read_model(path, EXTRACTOR) if path else shipped(EXTRACTOR, EXTRACTOR)
    return _from_file(file)


@lru_cache(maxsize=4)
def _from_file(file: ModelFile) -> Model:
    return Model.from_file(file)


@lru_cache(maxsize=4)
def _joined(model: Model, count: int) -> "Weights":
    return join_inputs(first_networks(model.stacked, count))
