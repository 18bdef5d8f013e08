"""Ranks of the extractors by metric, and the agreement of the metrics (Kendall's tau)."""

from collections.abc import Mapping, Sequence

from maintext.analysis.rank_agreement import rank_agreements
from maintext.reports.comparison import Comparison
from maintext.reports.leaderboard import LeaderboardRow
from maintext.reports.tables import Column, Table, count, number, word

_SAMPLES = 200


def ranking_tables(comparison: Comparison, leaderboards: Mapping[str, Sequence[LeaderboardRow]]) -> list[Table]:
    """The ranks by every metric, and tau between every two; nothing with one metric or one extractor."""
    if len(leaderboards) < 2 or len(comparison.run_extractors) < 2:
        return []
    return [_ranks(comparison, leaderboards), _taus(comparison)]


def ranks(leaderboards: Mapping[str, Sequence[LeaderboardRow]]) -> dict[str, list[int]]:
    """For every extractor its rank by each metric, in the order of the first metric's ranking."""
    places = [{each.run_extractor.label: at + 1 for at, each in enumerate(board)} for board in leaderboards.values()]
    return {label: [place[label] for place in places] for label in places[0]}


def _ranks(comparison: Comparison, leaderboards: Mapping[str, Sequence[LeaderboardRow]]) -> Table:
    columns = [Column("extractor", numeric=False), *(Column(metric) for metric in leaderboards)]
    rows = [[word(label), *(count(place) for place in places)] for label, places in ranks(leaderboards).items()]
    return Table(f"{comparison.slug}-ranks", f"{comparison.name}: rank by each metric", columns, rows)


def _taus(comparison: Comparison) -> Table:
    values = {str(metric): comparison.aligned(metric) for metric in comparison.metrics}
    sizes = {len(next(iter(each.values()))) for each in values.values()}
    found = rank_agreements(values, samples=_SAMPLES) if len(sizes) == 1 else []
    columns = [
        Column("metric", numeric=False), Column("and", numeric=False),
        Column("tau", "1: the same ranking, -1: the opposite one"),
        Column("95 % from", "Bootstrapped over pages"), Column("95 % to", "Bootstrapped over pages"),
    ]  # fmt: skip
    rows = [
        [word(each.first), word(each.second), *(number(v, 2) for v in (each.tau, *(each.ci or (None, None))))]
        for each in found
    ]
    return Table(
        f"{comparison.slug}-tau", f"{comparison.name}: do the metrics rank alike? (Kendall's tau)", columns, rows
    )
