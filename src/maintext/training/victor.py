"""Train Victor: a conditional random field over block sequences, fitted by CRFsuite and stored as plain weights."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from maintext.errors import TrainingError
from maintext.extractors.models import ModelFile
from maintext.extractors.victor.extractor import EXTRACTOR
from maintext.extractors.victor.features import block_features
from maintext.progress import Progress, no_progress
from maintext.training.align import align_blocks
from maintext.training.trainer import LabeledPage, Trainer

_MARKS = {"own": "", "before": "<", "after": ">"}
"""The prefix of a feature's name, by the block that it comes from."""


@dataclass(slots=True)
class VictorTrainer(Trainer):
    """Fits a CRF to block sequences with CRFsuite."""

    extractor: ClassVar[str] = EXTRACTOR

    share: float = 0.5
    """A block is content if at least this share of its words is gold."""
    c1: float = 0.0
    c2: float = 1.0
    """The strength of L1 and L2 regularization."""
    rounds: int = 300
    least: int = 5
    """Features that occur less often are left out."""
    blocks: int = 2000
    """Pages with more blocks are left out, because they would outweigh many others."""

    _crf: Any = field(init=False, repr=False, default=None)

    def add(self, labeled: LabeledPage) -> None:
        """Add one page."""
        page = labeled.page
        if not 0 < len(page.tree.block_texts) <= self.blocks:
            return
        content = align_blocks(page, labeled.gold).kept(self.share)
        if any(content):
            self.append_sequence(list(block_features(page)), content)

    def append_sequence(self, rows: list[list[str]], content: list[bool]) -> None:
        """Add one sequence of blocks with its labels."""
        import pycrfsuite

        if self._crf is None:
            self._crf = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
        self._crf.append(pycrfsuite.ItemSequence(with_neighbors(rows)), ["01"[kept] for kept in content])

    def finish(self, manifest: dict[str, object], progress: Progress = no_progress) -> ModelFile:
        """Fit the CRF and return its weights."""
        import pycrfsuite

        if self._crf is None:
            raise TrainingError("there is nothing to train on: no page has a block that is gold")
        limits = {"c1": self.c1, "c2": self.c2, "max_iterations": self.rounds, "feature.minfreq": self.least}
        self._crf.set_params(limits)
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "crf")
            self._crf.train(path)
            tagger = pycrfsuite.Tagger()
            tagger.open(path)
            info = tagger.info()
            tagger.close()
        return _as_file(info.state_features, info.transitions, manifest)

    @classmethod
    def missing(cls) -> str | None:
        """How to install CRFsuite, if it is missing."""
        return None if find_spec("pycrfsuite") else "pip install 'maintext[train]'"


def with_neighbors(rows: list[list[str]]) -> list[list[str]]:
    """The features of every block with those of the block before it and after it."""
    nothing: list[str] = []
    before, after = [nothing, *rows[:-1]], [*rows[1:], nothing]
    return [
        [*own, *(_MARKS["before"] + name for name in one), *(_MARKS["after"] + name for name in other)]
        for own, one, other in zip(rows, before, after, strict=True)
    ]


def _as_file(
    state: Mapping[tuple[str, str], float], moves: Mapping[tuple[str, str], float], manifest: dict[str, object]
) -> ModelFile:
    """Weights for content minus weights for the other label, by the place of the feature."""
    import numpy as np

    tables: dict[str, dict[str, float]] = {place: {} for place in _MARKS}
    places = {mark: place for place, mark in _MARKS.items() if mark}
    for (name, label), weight in sorted(state.items()):
        place = places.get(name[0], "own")
        table, key = tables[place], name[1:] if place != "own" else name
        table[key] = table.get(key, 0.0) + (weight if label == "1" else -weight)
    transitions = [[moves.get((one, other), 0.0) for other in "01"] for one in "01"]
    words = {place: list(table) for place, table in tables.items()}
    arrays = {place: np.array(list(table.values()), dtype=np.float32) for place, table in tables.items()}
    arrays["transitions"] = np.array(transitions, dtype=np.float32)
    return ModelFile(EXTRACTOR, manifest, words, arrays)
