"""Training the default extractor: sheets of all pages, networks for cross-validation and calibration, one for use."""

from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from maintext.errors import TrainingError
from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.model import EXTRACTOR, stack
from maintext.extractors.models import ModelFile
from maintext.sandbox.cpus import available_cpus
from maintext.training.learned.sheet import Sheet, read_sheet
from maintext.training.trainer import Labelled, Trainer

if TYPE_CHECKING:
    from maintext.training.learned.learner import Recipe


@dataclass(slots=True)
class LearnedTrainer(Trainer):
    """Collects sheets, then fits, cross-validates and calibrates."""

    extractor: ClassVar[str] = EXTRACTOR

    width: int = 32
    rounds: int = 18
    dropout: float = 0.25
    seed: int = 0
    members: int = 3
    """How many networks the model holds; all but the first are asked only where that one is not sure."""
    folds: int = 5
    """How many parts the sites are divided into for cross-validation and calibration."""
    processes: int = 0
    """How many networks are fitted at once; 0 for as many as there are cores."""

    _sheets: list[Sheet] = field(init=False, repr=False, default_factory=list)

    def add(self, labelled: Labelled) -> None:
        """Turn one page into numbers."""
        if labelled.example is None:
            raise TrainingError("the default extractor learns from datasets, not from wrappers")
        sheet = read_sheet(labelled.page, labelled.example, labelled.dataset, labelled.source)
        if sheet is not None:
            self._sheets.append(sheet)

    def finish(self, manifest: dict[str, object]) -> ModelFile:
        """Fit and calibrate; the manifest says how good the networks were on sites they had not seen."""
        from maintext.training.learned.crossvalidate import cross_validate
        from maintext.training.learned.report import calibrated, summary

        if len({sheet.site for sheet in self._sheets}) < self.folds:
            raise TrainingError(f"cross-validation needs pages of at least {self.folds} sites")
        recipe = self.recipe()
        processes = self.processes or available_cpus()
        judged, fitted = cross_validate(self._sheets, recipe, self.folds, processes)
        calibration = calibrated(self._sheets, judged)
        told = {"cross_validation": summary(self._sheets, judged, calibration)}
        words = {"features": list(NAMES)}
        return ModelFile(EXTRACTOR, manifest | told, words, _small(stack(fitted)) | calibration.arrays())

    def recipe(self) -> "Recipe":
        """The constants of fitting."""
        from maintext.training.learned.learner import Recipe

        return Recipe(width=self.width, rounds=self.rounds, dropout=self.dropout, seed=self.seed, members=self.members)

    def settings(self) -> dict[str, object]:
        """The constants."""
        return asdict(self.recipe()) | {"folds": self.folds}

    @classmethod
    def missing(cls) -> str | None:
        """Torch, if it is not here."""
        return None if find_spec("torch") else "pip install 'maintext[network]'"


def _small(weights: dict[str, Any]) -> dict[str, Any]:
    """Weights in half precision, which is more than enough."""
    import numpy as np

    return {name: array.astype(np.float16) if array.ndim > 1 else array for name, array in weights.items()}
