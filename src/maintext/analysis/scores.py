"""Scores of pages and their averages, always two side by side: over successes and over all pages.

The first is that of [Kovačič 2012] and favors extractors that return nothing. In the second, an empty, mismatched or
failed page counts 0, and so does text where the gold is empty; nothing found where the gold is empty counts 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from maintext.analysis.cases import Case, classify, tally
from maintext.analysis.statistics import Interval, bootstrap_interval
from maintext.metrics import Counts, Gold, Metric, Retrieved, Score, count_together, pool


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """One page of a run: the gold and the retrieved text, which is None if the extractor failed."""

    page: str
    gold: Gold
    retrieved: Retrieved | None


@dataclass(frozen=True, slots=True)
class PageScore:
    """One page scored; case and counts are None where the metric does not apply."""

    page: str
    case: Case | None
    counts: Counts | None
    p: float | None = None
    r: float | None = None
    f1: float | None = None
    value: float | None = None

    @property
    def value_over_all(self) -> float | None:
        """The value of the page in an average over all pages; None where the metric does not apply."""
        return _over_all(self, self.value)


@dataclass(frozen=True, slots=True)
class Average:
    """Means over pages; sd and ci are of `value`, which the metric ranks by; `pooled` scores the summed counts."""

    n: int
    p: float | None
    r: float | None
    f1: float | None
    value: float | None
    sd: float | None
    ci: Interval | None
    pooled: Score

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        ci = None if self.ci is None else list(self.ci)
        means = {"n": self.n, "p": self.p, "r": self.r, "f1": self.f1, "value": self.value, "sd": self.sd, "ci": ci}
        return means | {"pooled": self.pooled._asdict()}


@dataclass(frozen=True, slots=True)
class ScoreSummary:
    """The result of one extractor on one set of pages by one metric."""

    metric: str
    signature: str
    n: int
    not_applicable: int
    cases: dict[str, int]
    success: Average
    all: Average

    def to_json(self, **names: object) -> dict[str, object]:
        """Plain values, preceded by `names` such as run, extractor and dataset."""
        return names | {
            "metric": self.metric,
            "signature": self.signature,
            "n": self.n,
            "not_applicable": self.not_applicable,
            "cases": self.cases,
            "success": self.success.to_json(),
            "all": self.all.to_json(),
        }


def score_pages(
    metric: Metric, outcomes: Sequence[PageOutcome], *, workers: int = 1, beta: float = 1.0
) -> list[PageScore]:
    """Score every page, in order; a failed page counts all of its gold as missed in pooled counts."""
    return score_together([metric], outcomes, workers=workers, beta=beta)[0]


def score_together(
    metrics: Sequence[Metric], outcomes: Sequence[PageOutcome], *, workers: int = 1, beta: float = 1.0
) -> list[list[PageScore]]:
    """The scores of every page by each of several metrics."""
    nothing = Retrieved("", markup="")
    pairs = [(each.gold, nothing if each.retrieved is None else each.retrieved) for each in outcomes]
    counted = count_together(metrics, pairs, workers)
    return [
        [_page_score(metric, each, counts[at], beta) for each, counts in zip(outcomes, counted, strict=True)]
        for at, metric in enumerate(metrics)
    ]


def summarize(
    metric: Metric, scores: Sequence[PageScore], *, beta: float = 1.0, samples: int = 1000, seed: int = 0
) -> ScoreSummary:
    """Both averages of the same pages."""
    applicable = [score for score in scores if score.case is not None]

    def average(pages: Sequence[PageScore]) -> Average:
        return _average(metric, pages, beta, samples, seed)

    return ScoreSummary(
        metric=str(metric),
        signature=metric.signature(),
        n=len(applicable),
        not_applicable=len(scores) - len(applicable),
        cases=tally(score.case for score in applicable if score.case is not None),
        success=average([score for score in applicable if score.case is Case.SUCCESS]),
        all=average(applicable),
    )


def _page_score(metric: Metric, outcome: PageOutcome, counts: Counts | None, beta: float) -> PageScore:
    if counts is None:
        return PageScore(outcome.page, None, None)
    case = classify(metric, outcome.gold, outcome.retrieved, counts)
    score = metric.score(counts, beta) if case is not Case.FAILED else Score(None, None, None, None)
    return PageScore(outcome.page, case, counts, *score)


def _average(metric: Metric, pages: Sequence[PageScore], beta: float, samples: int, seed: int) -> Average:
    has = metric.score(Counts(1, 1, 1), beta)
    values = _known(_over_all(page, page.value) for page in pages)
    return Average(
        n=len(pages),
        p=None if has.p is None else _mean(_over_all(page, page.p) for page in pages),
        r=None if has.r is None else _mean(_over_all(page, page.r) for page in pages),
        f1=None if has.f1 is None else _mean(_over_all(page, page.f1) for page in pages),
        value=_mean(values),
        sd=stdev(values) if len(values) > 1 else None,
        ci=bootstrap_interval(values, samples=samples, seed=seed),
        pooled=metric.score(pool(page.counts for page in pages if page.counts is not None), beta),
    )


def _over_all(page: PageScore, number: float | None) -> float | None:
    """The value of a page in an average over all pages; for a success, the number itself."""
    if page.case is None:
        return None
    fixed = page.case.value_over_all
    return number if fixed is None else fixed


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = _known(numbers)
    return fmean(known) if known else None


def _known(numbers: Iterable[float | None]) -> list[float]:
    return [number for number in numbers if number is not None]
