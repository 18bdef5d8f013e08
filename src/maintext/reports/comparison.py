"""Comparison of all extractors that ran on the same pages, from one or several runs, with their scores."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.analysis.scores import PageScore
from maintext.datasets import Dataset, Example
from maintext.metrics import Metric
from maintext.runs import Outcome, Result, Run, selected_extractors

ByPage = Mapping[str, PageScore]


@dataclass(frozen=True, eq=False)
class RunExtractor:
    """One extractor of one run, with a label that is unique in the comparison."""

    label: str
    spec: str
    scored_run: ScoredRun

    @property
    def run(self) -> Run:
        """The run that holds its results."""
        return self.scored_run.run

    @property
    def version(self) -> str:
        """The version of the extractor that ran."""
        return self.run.manifest.extractors[self.spec].version

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """The outcome of every page by page id, without raw output and HTML, which a report does not show."""
        found = self.run.results(self.spec)
        return {
            page: replace(each, raw=None, html=None) if isinstance(each, Result) else each
            for page, each in found.items()
        }

    @property
    def results(self) -> list[Result]:
        """The pages that did not fail."""
        return [each for each in self.outcomes.values() if isinstance(each, Result)]

    @property
    def mean_milliseconds(self) -> float | None:
        """Mean time per page, failed pages excluded."""
        times = [result.seconds for result in self.results]
        return 1000 * sum(times) / len(times) if times else None

    @property
    def peak_megabytes(self) -> float | None:
        """The largest peak memory of any page."""
        peaks = [each.memory for each in self.outcomes.values() if each.memory]
        return max(peaks) / 1e6 if peaks else None


@dataclass(frozen=True, eq=False)
class Comparison:
    """A dataset, the extractors that ran on it, and the metrics; extractors are ranked by the first metric."""

    dataset: Dataset
    slug: str
    run_extractors: tuple[RunExtractor, ...]
    metrics: tuple[Metric, ...]
    workers: int = 1

    @property
    def name(self) -> str:
        """The name of the dataset and of the part of it that was run."""
        return self.run_extractors[0].run.dataset.title

    @property
    def main(self) -> Metric:
        """The metric that extractors are ranked by."""
        return self.metrics[0]

    @property
    def labels(self) -> list[str]:
        """The labels of the extractors."""
        return [run_extractor.label for run_extractor in self.run_extractors]

    @property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        """The metadata of each page, such as language and page type."""
        return self.run_extractors[0].scored_run.facts

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The pages in dataset order."""
        return tuple(self.dataset)

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """The number of words in each page's gold."""
        return self.run_extractors[0].scored_run.sizes

    def scores(self, metric: Metric) -> Mapping[str, ByPage]:
        """For every extractor, the score of every page that it processed."""
        return self._scores[str(metric)]

    @cached_property
    def _scores(self) -> dict[str, dict[str, dict[str, PageScore]]]:
        return {
            str(metric): {
                each.label: {
                    score.page: score for score in each.scored_run.scores(each.spec, metric, workers=self.workers)
                }
                for each in self.run_extractors
            }
            for metric in self.metrics
        }

    def aligned(self, metric: Metric) -> dict[str, list[float]]:
        """Values per extractor on the pages that all have processed and the metric applies to, in one order."""
        values = {
            label: {page: value for page, score in pages.items() if (value := score.value_over_all) is not None}
            for label, pages in self.scores(metric).items()
        }
        shared = sorted(set.intersection(*(set(each) for each in values.values()))) if values else []
        return {label: [each[page] for page in shared] for label, each in values.items()}


def comparisons(
    runs: Sequence[Run], metrics: Sequence[Metric], *, dataset: str | Path | None = None, workers: int = 1,
    wanted: Sequence[str] = (),
) -> list[Comparison]:  # fmt: skip
    """One comparison per dataset; `wanted` restricts it to some extractors."""
    selected = selected_extractors(runs, wanted)
    together: dict[str, list[tuple[ScoredRun, str]]] = {}
    for run in runs:
        scored_run = open_scored_run(run, dataset)
        together.setdefault(run.dataset.digest, []).extend((scored_run, spec) for spec in selected[run.folder])
    slugs: set[str] = set()
    return [_comparison(inside, metrics, workers, slugs) for inside in together.values() if inside]


def slug_of(name: str) -> str:
    """A name in the form used in file names."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].rstrip("-") or "x"


def _comparison(
    inside: Sequence[tuple[ScoredRun, str]], metrics: Sequence[Metric], workers: int, slugs: set[str]
) -> Comparison:
    specs = [spec for _, spec in inside]
    labels: dict[str, RunExtractor] = {}
    for scored_run, spec in inside:
        label = spec if specs.count(spec) == 1 else f"{spec} @ {scored_run.run.folder.name}"
        while label in labels:
            label += " again"
        labels[label] = RunExtractor(label, spec, scored_run)
    dataset = inside[0][0].dataset
    slug = plain = slug_of(dataset.name)
    number = 1
    while slug in slugs:
        number += 1
        slug = f"{plain}-{number}"
    slugs.add(slug)
    return Comparison(dataset, slug, tuple(labels.values()), tuple(metrics), workers)
