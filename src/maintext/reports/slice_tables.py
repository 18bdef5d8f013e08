"""Scores by language, page type and site: two tables for each field that has several values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from maintext.analysis.scores import PageScore, summarize
from maintext.analysis.slices import UNKNOWN, by_field
from maintext.reports.comparison import Comparison, slug_of
from maintext.reports.leaderboard import LeaderboardRow
from maintext.reports.tables import Cell, Column, Table, count, number, word

FIELDS = {"language": "language", "page_type": "page type", "article": "kind of page", "site": "site"}
_SHOWN = 12
"""Number of slices, largest first, that have their own column."""
_LISTED = 60
"""Number of slices in the table with one row per slice."""


@dataclass(frozen=True, slots=True)
class FieldSlices:
    """The values of a field, largest first, with the scores of every extractor for each."""

    name: str
    sizes: dict[str, int]
    scores: dict[str, dict[str, list[PageScore]]]


def slice_tables(comparison: Comparison, ranked: Sequence[LeaderboardRow]) -> Iterator[tuple[Table, Table]]:
    """For each field with several values, a table with one column per slice and one with one row per slice."""
    labels = [each.run_extractor.label for each in ranked]
    for field, name in FIELDS.items():
        parts = _parts(comparison, field, name)
        if len(set(parts.sizes) - {UNKNOWN}) > 1:
            yield _wide(comparison, parts, labels), _long(comparison, parts, labels)


def _parts(comparison: Comparison, field: str, name: str) -> FieldSlices:
    scores = {
        label: by_field(pages.values(), comparison.facts, field)
        for label, pages in comparison.scores(comparison.main).items()
    }
    sizes: dict[str, int] = {}
    for inside in scores.values():
        for part, pages in inside.items():
            sizes[part] = max(sizes.get(part, 0), len(pages))
    return FieldSlices(name, dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0]))), scores)


def _wide(comparison: Comparison, parts: FieldSlices, labels: Sequence[str]) -> Table:
    shown = list(parts.sizes)[:_SHOWN]
    columns = [Column("extractor", numeric=False)]
    columns += [Column(f"{part} ({parts.sizes[part]})", f"{parts.sizes[part]} pages") for part in shown]
    rows = [[word(label), *(number(_mean(parts.scores[label].get(part, []))) for part in shown)] for label in labels]
    left = len(parts.sizes) - len(shown)
    note = "Mean over all pages; the number of pages in parentheses."
    note += f" {left} smaller ones are not shown here." if left else ""
    return Table(_slug(comparison, parts), f"{comparison.name}: {comparison.main} by {parts.name}", columns, rows, note)


def _long(comparison: Comparison, parts: FieldSlices, labels: Sequence[str]) -> Table:
    names = (parts.name, "extractor", "n", "score, all", "95 % from", "95 % to", "score")
    columns = [Column(name, numeric=at > 1) for at, name in enumerate(names)]
    rows: list[list[Cell]] = []
    for part in list(parts.sizes)[:_LISTED]:
        for label in labels:
            summary = summarize(comparison.main, parts.scores[label].get(part, []), samples=500)
            low, high = summary.all.ci or (None, None)
            values = (summary.all.value, low, high, summary.success.value)
            rows.append([word(part), word(label), count(summary.n), *(number(value) for value in values)])
    title = f"{comparison.name}: {comparison.main} by {parts.name}, with intervals"
    return Table(f"{_slug(comparison, parts)}-intervals", title, columns, rows)


def _slug(comparison: Comparison, parts: FieldSlices) -> str:
    return f"{comparison.slug}-by-{slug_of(parts.name)}"


def _mean(scores: Sequence[PageScore]) -> float | None:
    known = [value for score in scores if (value := score.value_over_all) is not None]
    return fmean(known) if known else None
