"""The leaderboard: both averages, intervals, significance groups, time and memory of every extractor, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from maintext.analysis.cases import Case
from maintext.analysis.scores import ScoreSummary, summarize
from maintext.analysis.statistics import groups, letters, paired_tests
from maintext.metrics import Metric
from maintext.reports.comparison import Comparison, RunExtractor, slug_of
from maintext.reports.tables import Cell, Column, Table, count, number, word

CASES = {
    Case.SUCCESS: "success",
    Case.REFERENCE_EMPTY: "no gold",
    Case.RETRIEVED_EMPTY: "nothing found",
    Case.BOTH_EMPTY: "both empty",
    Case.MISMATCH: "mismatch",
    Case.FAILED: "failed",
}
"""Display name of each boundary case."""
_COLUMNS = (
    Column("extractor", "The extractor's spec; leads to its worst pages", numeric=False),
    Column("group", "Extractors that share a letter do not differ significantly: paired randomization test on the "
           "pages all have done, Holm's correction, level 0.05", numeric=False),
    Column("score, all", "Mean over all pages: failed, empty and mismatched pages count 0"),
    Column("95 % all", "Bootstrapped interval of the mean over all pages", numeric=False),
    Column("P all", "Mean precision over all pages"),
    Column("R all", "Mean recall over all pages"),
    Column("score", "Mean over successes, as the literature does it: flatters an extractor that gives up"),
    Column("95 %", "Bootstrapped interval of the mean over successes", numeric=False),
    Column("P", "Mean precision over successes"),
    Column("R", "Mean recall over successes"),
    Column("sd", "Standard deviation over successes"),
    Column("ms/page", "Mean time per page in milliseconds, from bytes to text"),
    Column("peak MB", "The most memory that the worker held during any page, in megabytes"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One extractor by one metric."""

    run_extractor: RunExtractor
    group: str
    summary: ScoreSummary

    @property
    def value(self) -> float:
        """The value to rank by; an undefined value ranks last."""
        value = self.summary.all.value
        return -1.0 if value is None else value


def leaderboard_rows(comparison: Comparison, metric: Metric) -> list[LeaderboardRow]:
    """One row per extractor, best first."""
    letters = _letters(comparison, metric)
    scores = comparison.scores(metric)
    found = [
        LeaderboardRow(
            run_extractor,
            letters.get(run_extractor.label, ""),
            summarize(metric, list(scores[run_extractor.label].values())),
        )
        for run_extractor in comparison.run_extractors
    ]
    return sorted(found, key=lambda each: (-each.value, each.run_extractor.label))


def leaderboard_table(comparison: Comparison, metric: Metric, ranked: Sequence[LeaderboardRow]) -> Table:
    """The leaderboard as a table; every count of a boundary case links to its pages."""
    cases = [case for case in CASES if any(each.summary.cases[case.value] for each in ranked)]
    columns = [*_COLUMNS, *(Column(CASES[case], f"Number of pages with outcome: {CASES[case]}") for case in cases)]
    rows = [_row(comparison, metric, each, cases) for each in ranked]
    title = f"{comparison.name}: {metric}"
    return Table(
        f"{comparison.slug}-leaderboard-{slug_of(str(metric))}", title, columns, rows, ranked[0].summary.signature
    )


def pages_link(
    comparison: Comparison, label: str | None = None, case: Case | None = None, metric: Metric | None = None
) -> str:
    """Link to the list of pages, sorted and filtered."""
    values = {
        "set": comparison.slug,
        "metric": str(metric) if metric else None,
        "x": label,
        "case": case and case.value,
    }
    return "pages.html#" + urlencode({name: value for name, value in values.items() if value})


def _row(comparison: Comparison, metric: Metric, each: LeaderboardRow, cases: Sequence[Case]) -> list[Cell]:
    label, everything, success = each.run_extractor.label, each.summary.all, each.summary.success
    return [
        word(label, pages_link(comparison, label, metric=metric)),
        word(each.group),
        number(everything.value),
        _interval(everything.ci),
        number(everything.p),
        number(everything.r),
        number(success.value),
        _interval(success.ci),
        number(success.p),
        number(success.r),
        number(success.sd),
        number(each.run_extractor.mean_milliseconds, 1),
        number(each.run_extractor.peak_megabytes, 0),
        *(count(each.summary.cases[case.value], pages_link(comparison, label, case, metric)) for case in cases),
    ]


def _interval(ci: tuple[float, float] | None) -> Cell:
    return Cell("–") if ci is None else Cell(f"{_short(ci[0])}–{_short(ci[1])}", ci[0])


def _short(value: float) -> str:
    """Three digits, without the zero before the point."""
    return f"{value:.3f}".removeprefix("0")


def _letters(comparison: Comparison, metric: Metric) -> dict[str, str]:
    """Significance groups as letters: extractors with a common letter do not differ significantly."""
    values = comparison.aligned(metric)
    if len(values) < 2 or len(next(iter(values.values()))) < 2:
        return {}
    return letters(groups(values, paired_tests(values)))
