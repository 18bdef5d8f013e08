"""Rankings: where each metric puts each extractor, and whether the metrics agree (Kendall's tau)."""

from collections.abc import Mapping, Sequence

from maintext.analysis.agreement import agreement
from maintext.reports.contest import Contest
from maintext.reports.standings import Standing
from maintext.reports.tables import Column, Table, count, number, word

_SAMPLES = 200


def ranking_tables(contest: Contest, boards: Mapping[str, Sequence[Standing]]) -> list[Table]:
    """The ranks by every metric, and tau between every two; nothing with one metric or one extractor."""
    if len(boards) < 2 or len(contest.entrants) < 2:
        return []
    return [_ranks(contest, boards), _taus(contest)]


def ranks(boards: Mapping[str, Sequence[Standing]]) -> dict[str, list[int]]:
    """For every extractor its rank by each metric, in the order of the first metric's ranking."""
    places = [{each.entrant.label: at + 1 for at, each in enumerate(board)} for board in boards.values()]
    return {label: [place[label] for place in places] for label in places[0]}


def _ranks(contest: Contest, boards: Mapping[str, Sequence[Standing]]) -> Table:
    columns = [Column("extractor", numeric=False), *(Column(metric) for metric in boards)]
    rows = [[word(label), *(count(place) for place in places)] for label, places in ranks(boards).items()]
    return Table(f"{contest.slug}-ranks", f"{contest.name}: rank by each metric", columns, rows)


def _taus(contest: Contest) -> Table:
    values = {str(metric): contest.aligned(metric) for metric in contest.metrics}
    sizes = {len(next(iter(each.values()))) for each in values.values()}
    found = agreement(values, samples=_SAMPLES) if len(sizes) == 1 else []
    columns = [
        Column("metric", numeric=False), Column("and", numeric=False),
        Column("tau", "1: the same ranking, -1: the opposite one"),
        Column("95 % from", "Bootstrapped over pages"), Column("95 % to", "Bootstrapped over pages"),
    ]  # fmt: skip
    rows = [
        [word(each.first), word(each.second), *(number(v, 2) for v in (each.tau, *(each.ci or (None, None))))]
        for each in found
    ]
    return Table(f"{contest.slug}-tau", f"{contest.name}: do the metrics rank alike? (Kendall's tau)", columns, rows)
