"""The learning curve: how well a trained extractor does on other sites against the number of sites it learned from."""

import importlib.util
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, pstdev

from maintext.errors import TrainingError
from maintext.extractors import EXTRACTORS
from maintext.extractors.models import write_model
from maintext.metrics import METRICS, Gold, Retrieved
from maintext.training.trainer import Labelled, Trainer


@dataclass(frozen=True, slots=True)
class Point:
    """The mean F1 over test pages after learning from so many sources, and how it varies with which they are."""

    sources: int
    pages: float
    f1: float
    spread: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How to draw one; the sources of the test pages are never learned from."""

    repeats: int = 3
    tested: float = 0.2
    """The share of the sources that is kept for testing."""
    most_tested: int = 100
    """No more test pages than this."""
    seed: int = 0

    def points(self, new_trainer: Callable[[], Trainer], labelled: Iterable[Labelled]) -> Iterator[Point]:
        """One point for 1, 2, 4, 8... sources and one for all."""
        groups: dict[str, list[Labelled]] = {}
        for item in labelled:
            groups.setdefault(item.source, []).append(item)
        lot = Random(self.seed)  # noqa: S311
        sources = sorted(groups)
        lot.shuffle(sources)
        kept = round(self.tested * len(sources))
        test, train = sources[:kept], sources[kept:]
        if not test or not train:
            raise TrainingError(f"a learning curve needs pages of several sources; there are {len(sources)}")
        pages = [item for source in test for item in groups[source]][: self.most_tested]
        for size in _sizes(len(train)):
            repeats = 1 if size == len(train) else self.repeats
            chosen = [[item for source in lot.sample(train, size) for item in groups[source]] for _ in range(repeats)]
            scores = [_score(new_trainer(), part, pages) for part in chosen]
            yield Point(size, mean(map(len, chosen)), mean(scores), pstdev(scores))


def draw(points: Sequence[Point], path: Path) -> None:
    """The curve as a picture, if matplotlib is installed."""
    if importlib.util.find_spec("matplotlib") is None:
        raise TrainingError("drawing needs matplotlib, which is not here; try: pip install matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    axes.errorbar([point.sources for point in points], [point.f1 for point in points], [p.spread for p in points])
    axes.set_xscale("log", base=2)
    axes.set_xlabel("number of training sources")
    axes.set_ylabel("F1")
    figure.savefig(path)


def _sizes(count: int) -> list[int]:
    sizes = [1 << power for power in range(count.bit_length()) if 1 << power < count]
    return [*sizes, count]


def _score(trainer: Trainer, train: Sequence[Labelled], test: Sequence[Labelled]) -> float:
    """The mean F1 of a model learned from some pages on others; a page without any shared word counts 0."""
    for item in train:
        trainer.add(item)
    metric = METRICS.build("words")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.model"
        write_model(trainer.finish({"settings": trainer.settings()}), path)
        extractor = EXTRACTORS.build(trainer.extractor, {"model": str(path)})
        found = [metric.counts(Gold(item.gold), Retrieved(extractor.extract(item.page).text)) for item in test]
    return mean((counts.f() or 0.0) if counts else 0.0 for counts in found)
