"""Training the default extractor: networks for cross-validation and calibration, then the networks of the model."""

from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from maintext.errors import TrainingError
from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.model import EXTRACTOR, model_arrays
from maintext.extractors.learned.network import stack_networks
from maintext.extractors.models import ModelFile
from maintext.progress import Progress, no_progress
from maintext.sandbox.cpus import available_cpus
from maintext.training.learned.training_page import TrainingPage, read_training_page
from maintext.training.trainer import LabeledPage, Trainer

if TYPE_CHECKING:
    from maintext.training.learned.network_fitting import Hyperparameters


@dataclass(slots=True)
class LearnedTrainer(Trainer):
    """Collects training pages, then fits, cross-validates and calibrates."""

    extractor: ClassVar[str] = EXTRACTOR

    width: int = 32
    epochs: int = 12
    dropout: float = 0.25
    seed: int = 0
    networks: int = 3
    """The size of the ensemble."""
    folds: int = 4
    """The number of folds that the sites are divided into for cross-validation and calibration."""
    processes: int = 0
    """How many networks are fitted in parallel; 0 for one per CPU."""
    held_out: str | None = None
    """A file for the predictions on held-out pages; `benchmarks/errors.py` reads it."""

    _pages: list[TrainingPage] = field(init=False, repr=False, default_factory=list)

    def add(self, labeled: LabeledPage) -> None:
        """Compute the features and labels of one page."""
        if labeled.example is None:
            raise TrainingError("the default extractor learns from datasets, not from wrappers")
        page = read_training_page(labeled.page, labeled.example, labeled.dataset, labeled.source)
        if page is not None:
            self._pages.append(page)

    def finish(self, manifest: dict[str, object], progress: Progress = no_progress) -> ModelFile:
        """Fit and calibrate; the manifest records the accuracy on unseen sites."""
        from maintext.training.learned.accuracy_summary import summarize_accuracy
        from maintext.training.learned.calibration_fitting import fit_calibration
        from maintext.training.learned.cross_validation import cross_validate
        from maintext.training.learned.lexical_fitting import add_lexical_scores
        from maintext.training.learned.predictions import write_held_out

        if len({page.site for page in self._pages}) < self.folds:
            raise TrainingError(f"cross-validation needs pages of at least {self.folds} sites")
        processes = self.processes or available_cpus()
        pages, lexical = add_lexical_scores(self._pages, self.folds, progress)
        predictions, networks = cross_validate(pages, self._hyperparameters(), self.folds, processes, progress)
        calibration = fit_calibration(pages, predictions)
        if self.held_out is not None:
            write_held_out(pages, predictions, calibration, Path(self.held_out))
        accuracy = {"cross_validation": summarize_accuracy(pages, predictions, calibration)}
        arrays = model_arrays(stack_networks(networks), lexical, calibration)
        return ModelFile(EXTRACTOR, manifest | accuracy, {"features": list(NAMES)}, arrays)

    def settings(self) -> dict[str, object]:
        """The constants."""
        return asdict(self._hyperparameters()) | {"folds": self.folds}

    @classmethod
    def missing(cls) -> str | None:
        """How to install torch, if it is missing."""
        return None if find_spec("torch") else "pip install 'maintext[network]'"

    def _hyperparameters(self) -> "Hyperparameters":
        from maintext.training.learned.network_fitting import Hyperparameters

        return Hyperparameters(
            width=self.width, epochs=self.epochs, dropout=self.dropout, seed=self.seed, networks=self.networks
        )
