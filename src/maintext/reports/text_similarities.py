"""Similarity of the extractors' texts to each other and to the gold, for the heat map and the gold audit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from maintext.analysis.audit import Suspicion
from maintext.analysis.text_similarity import text_similarity
from maintext.reports.comparison import Comparison
from maintext.reports.tables import Column, Table, number, word
from maintext.runs import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_GAP = 0.2
_SHOWN = 200


@dataclass(frozen=True, eq=False, slots=True)
class TextSimilarities:
    """Mean similarity of every two extractors, None where they never both found text, and suspicious pages."""

    means: list[list[float | None]]
    suspicions: list[Suspicion]


def text_similarities(comparison: Comparison) -> TextSimilarities:
    """Compute all similarities in one pass over the pages; failed and empty results are skipped."""
    import numpy as np

    size = len(comparison.run_extractors)
    sums, counts = np.zeros((size, size)), np.zeros((size, size))
    suspicions = []
    for example in comparison.examples:
        outcomes = [run_extractor.outcomes.get(example.id) for run_extractor in comparison.run_extractors]
        texts = [each.text if isinstance(each, Result) else "" for each in outcomes]
        found = text_similarity([example.gold, *texts])
        known = ~np.isnan(found[1:, 1:])
        sums[known] += found[1:, 1:][known]
        counts += known
        suspicion = _suspicion(example.id, found)
        if suspicion is not None and suspicion.gap >= _LEAST_GAP:
            suspicions.append(suspicion)
    means = [
        [float(s / c) if c else None for s, c in zip(*rows, strict=True)] for rows in zip(sums, counts, strict=True)
    ]
    return TextSimilarities(means, sorted(suspicions, key=lambda each: (-each.gap, each.page)))


def audit_table(comparison: Comparison, found: TextSimilarities) -> Table:
    """Suspicious pages, most suspicious first, each with a link."""
    places = {example.id: at for at, example in enumerate(comparison.examples)}
    columns = [
        Column("page", numeric=False),
        Column("with each other", "Mean word F1 of every two extractors that found text"),
        Column("with the gold", "Mean word F1 of the extractors with the gold"),
        Column("gap", "How much more they agree with each other"),
    ]
    rows = [
        [
            word(each.page, f"page.html#{urlencode({'set': comparison.slug, 'n': places[each.page]})}"),
            number(each.mutual),
            number(each.with_gold),
            number(each.gap),
        ]
        for each in found.suspicions[:_SHOWN]
    ]
    title = f"{comparison.name}: {len(found.suspicions)} pages where extractors agree against the gold"
    return Table(f"{comparison.slug}-audit", title, columns, rows)


def _suspicion(page: str, found: "NDArray[Any]") -> Suspicion | None:
    """Mean agreement of the extractors that found text; None if fewer than two did, or without gold."""
    import numpy as np

    with_gold = found[0, 1:]
    mutual = found[1:, 1:][np.triu_indices(len(found) - 1, 1)]
    known, agreed = with_gold[~np.isnan(with_gold)], mutual[~np.isnan(mutual)]
    return Suspicion(page, float(agreed.mean()), float(known.mean())) if len(known) and len(agreed) else None
