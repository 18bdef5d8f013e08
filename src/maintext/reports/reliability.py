"""Confidences against the truth: how good pages are that an extractor believes to be so good."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from maintext.reports.contest import Contest, Entrant
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
    """An entrant's bins, and the mean distance between confidence and score, weighted by pages."""

    label: str
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """The expected calibration error."""
        pages = sum(each.pages for each in self.bins)
        return sum(each.pages * abs(each.confidence - each.score) for each in self.bins) / pages


def reliabilities(contest: Contest) -> list[Reliability]:
    """Every entrant that says how sure it is."""
    found = [Reliability(entrant.label, bins(_pairs(contest, entrant))) for entrant in contest.entrants]
    return [each for each in found if each.bins]


def bins(pairs: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    """Confidence and score of pages, in ten equal bins of confidence; empty ones are left out."""
    inside: dict[int, list[tuple[float, float]]] = {}
    for confidence, score in pairs:
        inside.setdefault(min(BINS - 1, int(confidence * BINS)), []).append((confidence, score))
    return tuple(
        Bin(len(pages), fmean(each for each, _ in pages), fmean(each for _, each in pages))
        for _, pages in sorted(inside.items())
    )


def reliability_table(contest: Contest, found: Sequence[Reliability]) -> Table:
    """The bins of every entrant."""
    names = ("extractor", "pages", "mean confidence", f"mean {contest.main}", "calibration error of all")
    columns = [Column(name, numeric=at > 0) for at, name in enumerate(names)]
    rows = [
        [word(each.label), count(b.pages), number(b.confidence), number(b.score), number(each.error)]
        for each in found
        for b in each.bins
    ]
    return Table(f"{contest.slug}-reliability", f"{contest.name}: confidence against score", columns, rows)


def _pairs(contest: Contest, entrant: Entrant) -> list[tuple[float, float]]:
    scores = contest.scores(contest.main)[entrant.label]
    pairs = []
    for page, outcome in entrant.outcomes.items():
        score = scores.get(page)
        value = None if score is None else score.value_over_all
        if isinstance(outcome, Result) and outcome.confidence is not None and value is not None:
            pairs.append((outcome.confidence, value))
    return pairs
