"""The six boundary cases (Table 3.2 of [Kovačič 2012]), counted apart and never averaged in silently."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from maintext.metrics import Counts, Gold, Metric, Retrieved


class Case(StrEnum):
    """The case of a page; precision, recall and F are all meaningful only for successes."""

    SUCCESS = "success"
    REFERENCE_EMPTY = "reference_empty"
    RETRIEVED_EMPTY = "retrieved_empty"
    BOTH_EMPTY = "both_empty"
    MISMATCH = "mismatch"
    FAILED = "failed"

    @property
    def value_over_all(self) -> float | None:
        """The fixed value of the case in an average over all pages; None for a success, which counts its score."""
        if self is Case.SUCCESS:
            return None
        return 1.0 if self is Case.BOTH_EMPTY else 0.0


def classify(metric: Metric, gold: Gold, retrieved: Retrieved | None, counts: Counts) -> Case:
    """The case of a page; retrieved is None if the extractor failed. Empty is what the metric reads as empty."""
    if retrieved is None:
        return Case.FAILED
    nothing_wanted, nothing_got = metric.gold_is_empty(gold), metric.text_is_empty(retrieved)
    if nothing_wanted:
        return Case.BOTH_EMPTY if nothing_got else Case.REFERENCE_EMPTY
    if nothing_got:
        return Case.RETRIEVED_EMPTY
    return Case.SUCCESS if counts.shared > 0 else Case.MISMATCH


def tally(cases: Iterable[Case]) -> dict[str, int]:
    """The number of pages per case, with all six cases."""
    found = Counter(cases)
    return {case.value: found[case] for case in Case}
