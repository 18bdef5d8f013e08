"""How the entrants' texts compare with each other and with the gold: the heat map's means and the gold audit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from maintext.analysis.audit import Suspicion
from maintext.analysis.likeness import likeness
from maintext.reports.contest import Contest
from maintext.reports.tables import Column, Table, number, word
from maintext.runs import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_GAP = 0.2
_SHOWN = 200


@dataclass(frozen=True, eq=False, slots=True)
class Likenesses:
    """The mean likeness of every two entrants, None where they never both found text, and suspicious pages."""

    means: list[list[float | None]]
    suspicions: list[Suspicion]


def likenesses(contest: Contest) -> Likenesses:
    """Every page looked at once; what failed or is empty says nothing."""
    import numpy as np

    size = len(contest.entrants)
    sums, counts = np.zeros((size, size)), np.zeros((size, size))
    suspicions = []
    for example in contest.examples:
        outcomes = [entrant.outcomes.get(example.id) for entrant in contest.entrants]
        texts = [each.text if isinstance(each, Result) else "" for each in outcomes]
        found = likeness([example.gold, *texts])
        known = ~np.isnan(found[1:, 1:])
        sums[known] += found[1:, 1:][known]
        counts += known
        suspicion = _suspicion(example.id, found)
        if suspicion is not None and suspicion.gap >= _LEAST_GAP:
            suspicions.append(suspicion)
    means = [
        [float(s / c) if c else None for s, c in zip(*rows, strict=True)] for rows in zip(sums, counts, strict=True)
    ]
    return Likenesses(means, sorted(suspicions, key=lambda each: (-each.gap, each.page)))


def audit_table(contest: Contest, found: Likenesses) -> Table:
    """Suspicious pages, the most suspicious first; each leads to its page."""
    places = {example.id: at for at, example in enumerate(contest.examples)}
    columns = [
        Column("page", numeric=False),
        Column("with each other", "Mean word F1 of every two extractors that found text"),
        Column("with the gold", "Mean word F1 of the extractors with the gold"),
        Column("gap", "How much more they agree with each other"),
    ]
    rows = [
        [
            word(each.page, f"page.html#{urlencode({'set': contest.slug, 'n': places[each.page]})}"),
            number(each.mutual),
            number(each.with_gold),
            number(each.gap),
        ]
        for each in found.suspicions[:_SHOWN]
    ]
    title = f"{contest.name}: {len(found.suspicions)} pages where extractors agree against the gold"
    return Table(f"{contest.slug}-audit", title, columns, rows)


def _suspicion(page: str, found: "NDArray[Any]") -> Suspicion | None:
    """Agreement as the means over those that found text; two of them are needed, and gold."""
    import numpy as np

    with_gold = found[0, 1:]
    mutual = found[1:, 1:][np.triu_indices(len(found) - 1, 1)]
    known, agreed = with_gold[~np.isnan(with_gold)], mutual[~np.isnan(mutual)]
    return Suspicion(page, float(agreed.mean()), float(known.mean())) if len(known) and len(agreed) else None
