"""The same scores by language, page type and site: two tables for each field in which the pages differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from maintext.analysis.scores import PageScore, summarize
from maintext.analysis.slices import UNKNOWN, by_field
from maintext.reports.contest import Contest, slug_of
from maintext.reports.standings import Standing
from maintext.reports.tables import Cell, Column, Table, count, number, word

FIELDS = {"language": "language", "page_type": "page type", "site": "site"}
_SHOWN = 12
"""Parts that have a column of their own, the largest ones."""
_LISTED = 60
"""Parts in the table that lists one part after the other with intervals."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A field's values, the one with the most pages first, and every entrant's scores in each."""

    name: str
    sizes: dict[str, int]
    scores: dict[str, dict[str, list[PageScore]]]


def part_tables(contest: Contest, ranked: Sequence[Standing]) -> Iterator[tuple[Table, Table]]:
    """A table with a column per part, and one with a row per part, for each field in which the pages differ."""
    labels = [each.entrant.label for each in ranked]
    for field, name in FIELDS.items():
        parts = _parts(contest, field, name)
        if len(set(parts.sizes) - {UNKNOWN}) > 1:
            yield _wide(contest, parts, labels), _long(contest, parts, labels)


def _parts(contest: Contest, field: str, name: str) -> Parts:
    scores = {
        label: by_field(pages.values(), contest.facts, field) for label, pages in contest.scores(contest.main).items()
    }
    sizes: dict[str, int] = {}
    for inside in scores.values():
        for part, pages in inside.items():
            sizes[part] = max(sizes.get(part, 0), len(pages))
    return Parts(name, dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0]))), scores)


def _wide(contest: Contest, parts: Parts, labels: Sequence[str]) -> Table:
    shown = list(parts.sizes)[:_SHOWN]
    columns = [Column("extractor", numeric=False)]
    columns += [Column(f"{part} ({parts.sizes[part]})", f"{parts.sizes[part]} pages") for part in shown]
    rows = [[word(label), *(number(_mean(parts.scores[label].get(part, []))) for part in shown)] for label in labels]
    left = len(parts.sizes) - len(shown)
    note = "Mean over all pages; the number of pages in parentheses."
    note += f" {left} smaller ones are not shown here." if left else ""
    return Table(_slug(contest, parts), f"{contest.name}: {contest.main} by {parts.name}", columns, rows, note)


def _long(contest: Contest, parts: Parts, labels: Sequence[str]) -> Table:
    names = (parts.name, "extractor", "n", "score, all", "95 % from", "95 % to", "score")
    columns = [Column(name, numeric=at > 1) for at, name in enumerate(names)]
    rows: list[list[Cell]] = []
    for part in list(parts.sizes)[:_LISTED]:
        for label in labels:
            summary = summarize(contest.main, parts.scores[label].get(part, []), samples=500)
            low, high = summary.all.ci or (None, None)
            values = (summary.all.value, low, high, summary.success.value)
            rows.append([word(part), word(label), count(summary.n), *(number(value) for value in values)])
    title = f"{contest.name}: {contest.main} by {parts.name}, with intervals"
    return Table(f"{_slug(contest, parts)}-intervals", title, columns, rows)


def _slug(contest: Contest, parts: Parts) -> str:
    return f"{contest.slug}-by-{slug_of(parts.name)}"


def _mean(scores: Sequence[PageScore]) -> float | None:
    known = [value for score in scores if (value := score.value_over_all) is not None]
    return fmean(known) if known else None
