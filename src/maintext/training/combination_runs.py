"""Measure combinations of extractors on a dataset: run them, score them, and compare two of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from maintext.analysis.scored_run import ScoredRun
from maintext.analysis.statistics import Interval, bootstrap_interval, randomization_test
from maintext.datasets import Dataset, open_dataset
from maintext.errors import TrainingError
from maintext.metrics import Metric
from maintext.runs import DatasetKey, DatasetPart, Run, open_session


@dataclass(frozen=True, slots=True)
class CombinationRun:
    """A run on one part of a dataset, to which extractors are added; existing results are reused."""

    name: str
    part: DatasetPart
    folder: Path
    metric: Metric
    workers: int = 1

    def dataset(self) -> Dataset:
        """The pages."""
        return self.part.of(open_dataset(self.name))

    def measure(self, specs: Sequence[str]) -> Mapping[str, float]:
        """The mean score of every extractor over all pages."""
        return {spec: fmean(values) for spec, values in self.page_values(specs).items()}

    def page_values(self, specs: Sequence[str]) -> dict[str, list[float]]:
        """The scores of every extractor on all pages, in the same order."""
        dataset = self.dataset()
        scored = ScoredRun(self._run(dataset, specs), dataset)
        found = {}
        for spec in specs:
            scores = sorted(scored.scores(spec, self.metric, workers=self.workers), key=lambda score: score.page)
            found[spec] = [value for score in scores if (value := score.value_over_all) is not None]
            if not found[spec]:
                raise TrainingError(f"{self.metric} applies to no page of {self.name}; choose another metric")
        return found

    def _run(self, dataset: Dataset, specs: Sequence[str]) -> Run:
        key = DatasetKey.of(dataset, self.name, self.part)
        with open_session(dataset, specs, self.folder, workers=self.workers, key=key) as session:
            for pending in session.pending:
                for _ in session.extract(pending):
                    pass
        return session.run


@dataclass(frozen=True, slots=True)
class ReportedCombination:
    """The score of a combination on a dataset that the search did not use, against the best single extractor."""

    spec: str
    value: float
    interval: Interval | None
    difference: float
    p_value: float | None
    """None for the single extractor itself."""


def require_trainable(name: str) -> None:
    """Raise an error if a dataset must not be used for model selection."""
    if not open_dataset(name).trainable:
        raise TrainingError(
            f"{name} must not be trained on, so nothing is chosen on it; search on another dataset, and name this one "
            "with --report"
        )


def report_combinations(run: CombinationRun, specs: Sequence[str], baseline: str) -> list[ReportedCombination]:
    """Score combinations and the best single extractor on another dataset, with paired tests."""
    values = run.page_values(list(dict.fromkeys([*specs, baseline])))
    against = values[baseline]
    return [
        ReportedCombination(
            spec, fmean(own), bootstrap_interval(own), fmean(own) - fmean(against),
            None if spec == baseline else randomization_test(own, against),
        )
        for spec, own in values.items()
    ]  # fmt: skip
