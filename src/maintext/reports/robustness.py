"""How far the score of each extractor falls when the markup of the pages is mutated and the main text stays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.analysis.statistics import Interval, bootstrap_interval
from maintext.datasets.mutations import MUTATIONS
from maintext.reports.comparison import Comparison, RunExtractor
from maintext.reports.tables import Cell, Column, Table, count, number, word
from maintext.runs import mutation_runs


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The mean score of an extractor before and after a mutation, on the pages that both runs have."""

    label: str
    mutation: str
    pages: int
    before: float
    after: float
    interval: Interval

    @property
    def difference(self) -> float:
        """After minus before."""
        return self.after - self.before


def changes(comparison: Comparison) -> list[ScoreChange]:
    """The changes of every extractor by every mutation that was run, by the metric that ranks."""
    scored: dict[str, dict[str, ScoredRun]] = {}
    found = []
    for each in comparison.run_extractors:
        folder = str(each.run.folder)
        if folder not in scored:
            runs = mutation_runs(each.run)
            scored[folder] = {name: open_scored_run(run, comparison.dataset.folder) for name, run in runs.items()}
        found += list(_changes_of(comparison, each, scored[folder]))
    return found


def robustness_tables(comparison: Comparison, found: list[ScoreChange]) -> list[Table]:
    """The differences, one column per mutation; and every change with its interval, one row each."""
    return [_overview(comparison, found), _details(comparison, found)] if found else []


def _changes_of(comparison: Comparison, each: RunExtractor, scored: Mapping[str, ScoredRun]) -> Iterator[ScoreChange]:
    before = {page: score.value_over_all for page, score in comparison.scores(comparison.main)[each.label].items()}
    for name, mutated in scored.items():
        if each.spec not in mutated.run.extractors:
            continue
        scores = mutated.scores(each.spec, comparison.main, workers=comparison.workers)
        pairs = [
            (old, new)
            for score in scores
            if (new := score.value_over_all) is not None and (old := before.get(score.page)) is not None
        ]
        interval = bootstrap_interval([new - old for old, new in pairs])
        if interval is not None:
            old, new = (fmean(values) for values in zip(*pairs, strict=True))
            yield ScoreChange(each.label, name, len(pairs), old, new, interval)


def _overview(comparison: Comparison, found: list[ScoreChange]) -> Table:
    names = [name for name in MUTATIONS if any(change.mutation == name for change in found)]
    by_label: dict[str, dict[str, ScoreChange]] = {}
    for change in found:
        by_label.setdefault(change.label, {})[change.mutation] = change
    columns = [
        Column("extractor", numeric=False),
        Column("score", "Mean over all unchanged pages"),
        Column("mean", "Mean difference over the mutations"),
        Column("worst", "The largest fall"),
        *(Column(name, MUTATIONS[name]) for name in names),
    ]
    rows = [_row(label, inside, names) for label, inside in by_label.items()]
    rows.sort(key=lambda row: -float(row[2].value or 0))
    note = "Differences of the mean over all pages, in hundredths; the markup differs, and the main text is the same."
    return Table(f"{comparison.slug}-robustness", f"{comparison.name}: {comparison.main} after mutations",
                 columns, rows, note)  # fmt: skip


def _row(label: str, inside: Mapping[str, ScoreChange], names: list[str]) -> list[Cell]:
    differences = [change.difference for change in inside.values()]
    return [
        word(label),
        number(next(iter(inside.values())).before),
        _hundredths(fmean(differences)),
        _hundredths(min(differences)),
        *(_hundredths(inside[name].difference if name in inside else None) for name in names),
    ]


def _hundredths(value: float | None) -> Cell:
    return number(None) if value is None else Cell(f"{100 * value:+.1f}", value)


def _details(comparison: Comparison, found: list[ScoreChange]) -> Table:
    headings = ("extractor", "mutation", "n", "before", "after", "difference", "95 % from", "95 % to")
    columns = [Column(name, numeric=at > 1) for at, name in enumerate(headings)]
    rows = [
        [
            word(each.label), word(each.mutation), count(each.pages), number(each.before), number(each.after),
            number(each.difference), number(each.interval.low), number(each.interval.high),
        ]
        for each in found
    ]  # fmt: skip
    return Table(f"{comparison.slug}-robustness-intervals", f"{comparison.name}: {comparison.main}, every mutation",
                 columns, rows)  # fmt: skip
