"""A contest: all extractors that were run over the same pages, whichever runs they come from, with their scores."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from maintext.analysis.joined import Joined, join
from maintext.analysis.scores import PageScore
from maintext.datasets import Dataset, Example
from maintext.errors import RunError
from maintext.metrics import Metric
from maintext.runs import Outcome, Result, Run

ByPage = Mapping[str, PageScore]


@dataclass(frozen=True, eq=False)
class Entrant:
    """One extractor of one run; its label is unlike any other's in the contest."""

    label: str
    spec: str
    joined: Joined

    @property
    def run(self) -> Run:
        """The run it comes from."""
        return self.joined.run

    @property
    def version(self) -> str:
        """The version of what did the work."""
        return self.run.manifest.extractors[self.spec].version

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """What came of every page, by its id, without raw output, of which a report shows nothing."""
        found = self.run.results(self.spec)
        return {page: replace(each, raw=None) if isinstance(each, Result) else each for page, each in found.items()}

    @property
    def results(self) -> list[Result]:
        """The pages that did not fail."""
        return [each for each in self.outcomes.values() if isinstance(each, Result)]

    @property
    def mean_milliseconds(self) -> float | None:
        """Time per page, of those that did not fail."""
        times = [result.seconds for result in self.results]
        return 1000 * sum(times) / len(times) if times else None

    @property
    def peak_megabytes(self) -> float | None:
        """The most memory that any page took."""
        peaks = [each.memory for each in self.outcomes.values() if each.memory]
        return max(peaks) / 1e6 if peaks else None


@dataclass(frozen=True, eq=False)
class Contest:
    """A dataset, everybody who ran on it, and the metrics to judge by; the first metric is the one that ranks."""

    dataset: Dataset
    slug: str
    entrants: tuple[Entrant, ...]
    metrics: tuple[Metric, ...]
    workers: int = 1

    @property
    def name(self) -> str:
        """What the dataset is called, and which part of it."""
        key = self.entrants[0].run.dataset
        parts = [f"split {key.split}"] if key.split else []
        parts += [f"first {key.limit}"] if key.limit else []
        return f"{key.name} ({', '.join(parts)})" if parts else key.name

    @property
    def main(self) -> Metric:
        """The metric that ranks."""
        return self.metrics[0]

    @property
    def labels(self) -> list[str]:
        """The entrants' labels."""
        return [entrant.label for entrant in self.entrants]

    @property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        """What is known about each page."""
        return self.entrants[0].joined.facts

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The pages in their order."""
        return tuple(self.dataset)

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """The number of words in each page's gold."""
        return self.entrants[0].joined.sizes

    def scores(self, metric: Metric) -> Mapping[str, ByPage]:
        """For every entrant the score of every page it has done."""
        return self._scores[str(metric)]

    @cached_property
    def _scores(self) -> dict[str, dict[str, dict[str, PageScore]]]:
        return {
            str(metric): {
                each.label: {score.page: score for score in each.joined.scores(each.spec, metric, workers=self.workers)}
                for each in self.entrants
            }
            for metric in self.metrics
        }

    def aligned(self, metric: Metric) -> dict[str, list[float]]:
        """Every entrant's values on the pages that all have done and the metric applies to, in the same order."""
        values = {
            label: {page: value for page, score in pages.items() if (value := score.value_over_all) is not None}
            for label, pages in self.scores(metric).items()
        }
        shared = sorted(set.intersection(*(set(each) for each in values.values()))) if values else []
        return {label: [each[page] for page in shared] for label, each in values.items()}


def contests(
    runs: Iterable[Run], metrics: Sequence[Metric], *, dataset: str | Path | None = None, workers: int = 1,
    wanted: Sequence[str] = (),
) -> list[Contest]:  # fmt: skip
    """Runs over the same pages come together; with `wanted`, only these extractors."""
    together: dict[str, list[tuple[Joined, str]]] = {}
    for run in runs:
        joined = join(run, dataset)
        specs = [spec for spec in run.extractors if not wanted or spec in wanted]
        together.setdefault(run.dataset.digest, []).extend((joined, spec) for spec in specs)
    if not any(together.values()):
        raise RunError("these runs have no such extractor; name those that maintext run printed")
    slugs: set[str] = set()
    return [_contest(inside, metrics, workers, slugs) for inside in together.values() if inside]


def slug_of(name: str) -> str:
    """A name as it may stand in a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].rstrip("-") or "x"


def _contest(inside: Sequence[tuple[Joined, str]], metrics: Sequence[Metric], workers: int, slugs: set[str]) -> Contest:
    specs = [spec for _, spec in inside]
    labels: dict[str, Entrant] = {}
    for joined, spec in inside:
        label = spec if specs.count(spec) == 1 else f"{spec} @ {joined.run.folder.name}"
        while label in labels:
            label += " again"
        labels[label] = Entrant(label, spec, joined)
    dataset = inside[0][0].dataset
    slug = plain = slug_of(dataset.name)
    number = 1
    while slug in slugs:
        number += 1
        slug = f"{plain}-{number}"
    slugs.add(slug)
    return Contest(dataset, slug, tuple(labels.values()), tuple(metrics), workers)
