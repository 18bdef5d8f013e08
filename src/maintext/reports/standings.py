"""The leaderboard: both averages, intervals, significance groups, time and memory of every entrant, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from maintext.analysis.cases import Case
from maintext.analysis.scores import Summary, summarize
from maintext.analysis.statistics import compare_together, groups, letters
from maintext.metrics import Metric
from maintext.reports.contest import Contest, Entrant, slug_of
from maintext.reports.tables import Cell, Column, Table, count, number, word

CASES = {
    Case.SUCCESS: "success",
    Case.REFERENCE_EMPTY: "no gold",
    Case.RETRIEVED_EMPTY: "nothing found",
    Case.BOTH_EMPTY: "both empty",
    Case.MISMATCH: "mismatch",
    Case.FAILED: "failed",
}
"""What readers see for each boundary case."""
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
class Standing:
    """One entrant by one metric."""

    entrant: Entrant
    group: str
    summary: Summary

    @property
    def value(self) -> float:
        """What it ranks by; undefined is below everything."""
        value = self.summary.all.value
        return -1.0 if value is None else value


def standings(contest: Contest, metric: Metric) -> list[Standing]:
    """Every entrant, the best first."""
    letters = _letters(contest, metric)
    scores = contest.scores(metric)
    found = [
        Standing(entrant, letters.get(entrant.label, ""), summarize(metric, list(scores[entrant.label].values())))
        for entrant in contest.entrants
    ]
    return sorted(found, key=lambda each: (-each.value, each.entrant.label))


def leaderboard(contest: Contest, metric: Metric, ranked: Sequence[Standing]) -> Table:
    """The standings as a table; every count of a boundary case leads to its pages."""
    cases = [case for case in CASES if any(each.summary.cases[case.value] for each in ranked)]
    columns = [*_COLUMNS, *(Column(CASES[case], f"Pages that ended as: {CASES[case]}") for case in cases)]
    rows = [_row(contest, metric, each, cases) for each in ranked]
    title = f"{contest.name}: {metric}"
    return Table(
        f"{contest.slug}-leaderboard-{slug_of(str(metric))}", title, columns, rows, ranked[0].summary.signature
    )


def pages_link(
    contest: Contest, label: str | None = None, case: Case | None = None, metric: Metric | None = None
) -> str:
    """Where the list of pages is, sorted and filtered."""
    values = {"set": contest.slug, "metric": str(metric) if metric else None, "x": label, "case": case and case.value}
    return "pages.html#" + urlencode({name: value for name, value in values.items() if value})


def _row(contest: Contest, metric: Metric, each: Standing, cases: Sequence[Case]) -> list[Cell]:
    label, everything, success = each.entrant.label, each.summary.all, each.summary.success
    return [
        word(label, pages_link(contest, label, metric=metric)),
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
        number(each.entrant.mean_milliseconds, 1),
        number(each.entrant.peak_megabytes, 0),
        *(count(each.summary.cases[case.value], pages_link(contest, label, case, metric)) for case in cases),
    ]


def _interval(ci: tuple[float, float] | None) -> Cell:
    return Cell("–") if ci is None else Cell(f"{ci[0]:.3f} to {ci[1]:.3f}", ci[0])


def _letters(contest: Contest, metric: Metric) -> dict[str, str]:
    """A letter per group of entrants that do not differ significantly on the pages they all have."""
    values = contest.aligned(metric)
    if len(values) < 2 or len(next(iter(values.values()))) < 2:
        return {}
    return letters(groups(values, compare_together(values)))
