"""A run with its dataset: outcomes next to the gold, and cached page scores.

Scores are cached in the run's folder under a key of the metric's signature and the state of the results, so that a
changed run never reads stale scores.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from maintext.analysis.cases import Case
from maintext.analysis.scores import PageOutcome, PageScore, score_pages, score_together
from maintext.data_formats import load_json
from maintext.data_shapes import checked_value
from maintext.datasets import Dataset, Example, open_dataset
from maintext.datasets.dataset import MarkupFormat
from maintext.errors import DatasetError, RunError
from maintext.files import read_file, write_atomically
from maintext.metrics import Counts, Gold, Metric, Retrieved
from maintext.page import read_page
from maintext.page.words import count_words
from maintext.runs import Failure, Result, Run
from maintext.urls import host_of


@dataclass(frozen=True)
class ScoredRun:
    """A run and the dataset it ran on."""

    run: Run
    dataset: Dataset

    def scores(self, spec: str, metric: Metric, *, beta: float = 1.0, workers: int = 1) -> list[PageScore]:
        """The scores of all pages that an extractor has processed, from the cache if possible."""
        place = self._cache_place(spec, metric, beta)
        found = _read_scores(place)
        if found is None:
            found = score_pages(metric, self.outcomes(spec, metric), workers=workers, beta=beta)
            _write_scores(place, found)
        return found

    def part_scores(
        self, spec: str, metric: Metric, *, beta: float = 1.0, workers: int = 1
    ) -> dict[str, list[PageScore]]:
        """The scores by each part of a metric, such as the kinds of document structure."""
        parts = metric.parts()
        places = {name: self._cache_place(spec, part, beta) for name, part in parts.items()}
        found = {name: scores for name, place in places.items() if (scores := _read_scores(place)) is not None}
        if len(found) < len(parts):
            scored = score_together(list(parts.values()), self.outcomes(spec, metric), workers=workers, beta=beta)
            found = dict(zip(parts, scored, strict=True))
            for name, scores in found.items():
                _write_scores(places[name], scores)
        return found

    def outcomes(self, spec: str, metric: Metric) -> list[PageOutcome]:
        """The result of an extractor on each page that it has processed, with the gold."""
        results = self.run.results(spec)
        with_page = metric.needs_page
        outcomes = []
        for example in self.dataset:
            result = results.get(example.id)
            if result is None:
                continue
            if metric.reads_markup and isinstance(result, Result) and result.lacks_markup:
                continue
            retrieved = None if isinstance(result, Failure) else retrieved_from(result, example.url)
            gold = gold_of(example, with_page, self.dataset.header.markup)
            outcomes.append(PageOutcome(example.id, gold, retrieved))
        return outcomes

    def without_markup(self, spec: str) -> int:
        """The number of pages whose markup the run did not store, as it was made by an older version of maintext."""
        results = self.run.results(spec).values()
        return sum(isinstance(result, Result) and result.lacks_markup for result in results)

    def left(self, spec: str) -> int:
        """The number of pages that the extractor has not processed yet."""
        return len(self.dataset) - len(self.run.results(spec).keys() & {example.id for example in self.dataset})

    @cached_property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        """The metadata of each page, for slices: language, page type, site, split, and the source's own fields."""
        return {
            example.id: {
                **example.facts,
                "language": example.language,
                "page_type": example.page_type,
                "split": example.split,
                "site": host_of(example.url) or None if example.url else example.facts.get("site"),
            }
            for example in self.dataset
        }

    @cached_property
    def sizes(self) -> Mapping[str, float]:
        """The number of words in each page's gold."""
        return {example.id: count_words(example.gold) for example in self.dataset}

    def _cache_place(self, spec: str, metric: Metric, beta: float) -> Path:
        name = f"{spec} with markup" if metric.reads_markup else spec  # older versions cached scores without it
        key = (metric.signature(), beta, name, self.run.dataset.digest, *self.run.results_state(spec))
        return self.run.folder / "scores" / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.json"


def open_scored_run(run: Run, dataset: str | Path | None = None) -> ScoredRun:
    """Open the dataset of a run, by the name in its manifest or as given; an error if the dataset has changed."""
    key = run.dataset
    found = key.part.of(_open(run, dataset))
    if found.digest() != key.digest:
        raise RunError(
            f"{run.folder} was run on another version of {key.name}: its pages or gold have changed since; run it again"
        )
    return ScoredRun(run, found)


def retrieved_from(result: Result, url: str | None) -> Retrieved:
    """A stored result as metrics read it."""
    markup, markup_format = result.markup or (None, "html")
    return Retrieved(result.text, markup, markup_format, url)


def gold_of(example: Example, with_page: bool = False, markup_format: MarkupFormat | None = None) -> Gold:
    """An example's gold as metrics read it."""
    return Gold(
        text=example.gold,
        markup=example.markup,
        versions=tuple(example.versions.values()),
        with_snippets=example.with_snippets,
        without_snippets=example.without_snippets,
        page_text=read_page(example.html, charset=example.charset).text if with_page else None,
        markup_format=markup_format or "cleaneval",
        url=example.url,
        weights=example.weights,
    )


def _open(run: Run, dataset: str | Path | None) -> Dataset:
    if dataset is not None:
        return open_dataset(dataset)
    try:
        return open_dataset(run.dataset.opened_as)
    except DatasetError as error:
        raise DatasetError(f"{error} (the run in {run.folder} used it; name its folder with --dataset)") from error


def _read_scores(place: Path) -> list[PageScore] | None:
    try:
        return [_page_score(*row) for row in load_json(read_file(place))]
    except (OSError, ValueError, TypeError):
        return None


def _page_score(page: object, case: str | None, counts: object, values: object) -> PageScore:
    return PageScore(
        checked_value(str, page),
        None if case is None else Case(case),
        None if counts is None else Counts(*checked_value(list[float], counts)),
        *checked_value(list[float | None], values),
    )


def _write_scores(place: Path, scores: Sequence[PageScore]) -> None:
    """Cache the scores; a folder that cannot be written is ignored."""
    rows = [
        (each.page, None if each.case is None else each.case.value, each.counts, (each.p, each.r, each.f1, each.value))
        for each in scores
    ]
    try:
        place.parent.mkdir(exist_ok=True)
        write_atomically(place, json.dumps(rows).encode())
    except OSError:
        return
