"""Train NCleaner: count character trigrams in blocks that are gold and in blocks that are not."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from maintext.extractors.models import ModelFile
from maintext.extractors.ncleaner import EXTRACTOR, SIZE, block_trigrams
from maintext.progress import Progress, no_progress
from maintext.training.align import align_blocks
from maintext.training.trainer import LabeledPage, Trainer


@dataclass(slots=True)
class NCleanerTrainer(Trainer):
    """Counts character trigrams of content and of boilerplate."""

    extractor: ClassVar[str] = EXTRACTOR

    lexical: bool = True
    share: float = 0.5
    """A block is content if at least this share of its words is gold."""

    _counts: Any = field(init=False, repr=False, default=None)

    def add(self, labeled: LabeledPage) -> None:
        """Count one page."""
        texts = labeled.page.tree.block_texts
        if texts:
            self.count(texts, align_blocks(labeled.page, labeled.gold).kept(self.share))

    def count(self, texts: list[str], content: list[bool]) -> None:
        """Count the trigrams of blocks, given which of them are content."""
        import numpy as np

        if self._counts is None:
            self._counts = np.zeros((2, SIZE**3), dtype=np.int64)
        places, starts = block_trigrams(texts, self.lexical)
        sides = np.repeat(np.where(content, 0, 1), np.diff(np.append(starts, len(places))))
        found, times = np.unique(sides * SIZE**3 + places, return_counts=True)
        self._counts.reshape(-1)[found] += times

    def finish(self, manifest: dict[str, object], progress: Progress = no_progress) -> ModelFile:
        """The model, after all pages were counted."""
        import numpy as np

        arrays = {}
        for side, name in enumerate(("content", "boilerplate")):
            counts = self._counts[side] if self._counts is not None else np.zeros(SIZE**3, dtype=np.int64)
            places = np.flatnonzero(counts)
            arrays[f"{name}_steps"] = np.diff(places, prepend=0).astype(np.uint32)
            arrays[f"{name}_counts"] = counts[places].astype(np.uint32)
        return ModelFile(EXTRACTOR, manifest, arrays=arrays)
