"""Calibration of confidences: mean score of pages by the confidence that the extractor reports."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from maintext.reports.comparison import Comparison, RunExtractor
from maintext.reports.tables import Column, Table, count, number, word
from maintext.runs import Result

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Pages of about the same confidence: how many, their mean confidence and their mean score."""

    pages: int
    confidence: float
    score: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The bins of one extractor."""

    label: str
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """The expected calibration error."""
        pages = sum(each.pages for each in self.bins)
        return sum(each.pages * abs(each.confidence - each.score) for each in self.bins) / pages


def reliabilities(comparison: Comparison) -> list[Reliability]:
    """The reliability of every extractor that reports a confidence."""
    found = [
        Reliability(run_extractor.label, bins(_pairs(comparison, run_extractor)))
        for run_extractor in comparison.run_extractors
    ]
    return [each for each in found if each.bins]


def bins(pairs: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    """Pages in ten equal bins of confidence, without empty bins."""
    inside: dict[int, list[tuple[float, float]]] = {}
    for confidence, score in pairs:
        inside.setdefault(min(BINS - 1, int(confidence * BINS)), []).append((confidence, score))
    return tuple(
        Bin(len(pages), fmean(each for each, _ in pages), fmean(each for _, each in pages))
        for _, pages in sorted(inside.items())
    )


def reliability_table(comparison: Comparison, found: Sequence[Reliability]) -> Table:
    """A table of the bins of every extractor."""
    names = ("extractor", "pages", "mean confidence", f"mean {comparison.main}", "calibration error of all")
    columns = [Column(name, numeric=at > 0) for at, name in enumerate(names)]
    rows = [
        [word(each.label), count(b.pages), number(b.confidence), number(b.score), number(each.error)]
        for each in found
        for b in each.bins
    ]
    return Table(f"{comparison.slug}-reliability", f"{comparison.name}: confidence against score", columns, rows)


def _pairs(comparison: Comparison, run_extractor: RunExtractor) -> list[tuple[float, float]]:
    scores = comparison.scores(comparison.main)[run_extractor.label]
    pairs = []
    for page, outcome in run_extractor.outcomes.items():
        score = scores.get(page)
        value = None if score is None else score.value_over_all
        if isinstance(outcome, Result) and outcome.confidence is not None and value is not None:
            pairs.append((outcome.confidence, value))
    return pairs
