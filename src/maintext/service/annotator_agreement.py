"""Agreement between two annotators: Cohen's kappa over the words of pages that both have labeled.

Words, not blocks, are counted, so a long paragraph weighs more than a line of the menu.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from maintext.service.labels import GOLD, LabelRun

ContingencyTable = Counter[tuple[str, str]]
L = TypeVar("L", str, bool)


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """The agreement of two annotators; figures are None where undefined."""

    pages: int
    words: int
    same: float | None
    """The share of words with the same label."""
    kappa: float | None
    """Cohen's kappa over all labels and no label: 1 is perfect agreement, 0 is agreement by chance."""
    gold_kappa: float | None
    """Cohen's kappa over gold and not gold."""
    gold_f1: float | None
    """The F1 of one annotator's gold words against the other's."""

    @classmethod
    def of(cls, tables: Sequence[ContingencyTable]) -> "AnnotatorAgreement":
        """The agreement over some pages."""
        table: ContingencyTable = sum(tables, Counter())
        total = table.total()
        binary = _binary(table)
        both, either = binary[True, True], 2 * binary[True, True] + binary[True, False] + binary[False, True]
        return cls(
            len(tables), total, _same(table), _kappa(table), _kappa(binary), 2 * both / either if either else None
        )


def compare_runs(first: Iterable[LabelRun], second: Iterable[LabelRun]) -> ContingencyTable | None:
    """The contingency table of two labelings in words; None if they do not cover the same words."""
    table: ContingencyTable = Counter()
    one, two = list(first), list(second)
    if sum(run.words for run in one) != sum(run.words for run in two):
        return None
    for mine, yours, count in _joined(one, two):
        table[mine, yours] += count
    return table


def confusion(tables: Sequence[ContingencyTable]) -> list[dict[str, object]]:
    """Counts of label pairs, most frequent first."""
    total: ContingencyTable = sum(tables, Counter())
    return [{"first": one, "second": two, "words": count} for (one, two), count in total.most_common()]


def _joined(first: Sequence[LabelRun], second: Sequence[LabelRun]) -> Iterator[tuple[str, str, int]]:
    """Runs of words over which neither label changes."""
    at = place = 0
    left = right = 0
    while at < len(first) and place < len(second):
        step = min(first[at].words - left, second[place].words - right)
        yield first[at].label, second[place].label, step
        left, right = left + step, right + step
        if left == first[at].words:
            at, left = at + 1, 0
        if right == second[place].words:
            place, right = place + 1, 0


def _binary(table: ContingencyTable) -> Counter[tuple[bool, bool]]:
    found: Counter[tuple[bool, bool]] = Counter()
    for (one, two), count in table.items():
        found[one in GOLD, two in GOLD] += count
    return found


def _same(table: Mapping[tuple[L, L], int]) -> float | None:
    total = sum(table.values())
    return sum(count for (one, two), count in table.items() if one == two) / total if total else None


def _kappa(table: Mapping[tuple[L, L], int]) -> float | None:
    """Cohen's kappa; None if both use a single label."""
    total = sum(table.values())
    if not total:
        return None
    first: Counter[L] = Counter()
    second: Counter[L] = Counter()
    for (one, two), count in table.items():
        first[one] += count
        second[two] += count
    chance = sum(first[label] * second[label] for label in first) / total**2
    same = _same(table) or 0.0
    return None if chance == 1 else (same - chance) / (1 - chance)
