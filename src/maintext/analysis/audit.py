"""Gold audit: the pages on which all extractors agree with each other against the gold."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean

from maintext.metrics import Gold, Metric, Retrieved
from maintext.metrics.bag_of_words import Bag


@dataclass(frozen=True, slots=True)
class AuditPage:
    """The gold of a page, and the text of every extractor that did not fail."""

    page: str
    gold: Gold
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How well the extractors agree with each other and with the gold; a large gap suggests wrong gold."""

    page: str
    mutual: float
    with_gold: float

    @property
    def gap(self) -> float:
        """Agreement among the extractors that the gold does not share."""
        return self.mutual - self.with_gold


def audit(pages: Iterable[AuditPage], metric: Metric | None = None, *, least_gap: float = 0.2) -> list[Suspicion]:
    """Suspicious pages, most suspicious first; agreement is the mean over extractors that returned text.

    Pages with fewer than two such extractors, and pages that the metric does not apply to, are skipped.
    """
    judge = metric or Bag()
    found = [judged for page in pages if (judged := _judge(judge, page)) is not None]
    suspicious = [each for each in found if each.gap >= least_gap]
    return sorted(suspicious, key=lambda each: (-each.gap, each.page))


def _judge(metric: Metric, page: AuditPage) -> Suspicion | None:
    texts = [text for text in page.texts.values() if text.strip()]
    with_gold = [_value(metric, page.gold, text) for text in texts]
    mutual = [_value(metric, replace(page.gold, text=one, versions=()), two) for one, two in combinations(texts, 2)]
    known, agreed = _known(with_gold), _known(mutual)
    return Suspicion(page.page, fmean(agreed), fmean(known)) if known and agreed else None


def _value(metric: Metric, gold: Gold, text: str) -> float | None:
    """The score of a text: 0 where it is undefined, None where the metric does not apply."""
    counts = metric.counts(gold, Retrieved(text))
    return None if counts is None else metric.score(counts).value or 0.0


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]
