"""The index of all pages, as one script: the data of the table that sorts, filters and searches pages."""

from collections.abc import Sequence

from maintext.analysis.cases import Case
from maintext.analysis.scores import PageScore
from maintext.datasets import Example
from maintext.reports.comparison import Comparison
from maintext.reports.leaderboard import CASES
from maintext.runs import KINDS, Failure

ORDER = list(Case)
_LONGEST_TITLE = 80
_LONGEST_LINE = 1000


def page_index(comparisons: Sequence[Comparison]) -> dict[str, object]:
    """All comparisons, the names of cases and failures, and the metadata and scores of every page."""
    return {
        "cases": [[case.value, CASES[case]] for case in ORDER],
        "kinds": list(KINDS),
        "sets": [_set(comparison) for comparison in comparisons],
    }


def _set(comparison: Comparison) -> dict[str, object]:
    metrics = [str(metric) for metric in comparison.metrics]
    scores = {metric: comparison.scores(metric_) for metric, metric_ in zip(metrics, comparison.metrics, strict=True)}
    return {
        "slug": comparison.slug,
        "name": comparison.name,
        "metrics": metrics,
        "labels": comparison.labels,
        "pages": [
            {
                "id": example.id,
                "title": page_title(example),
                "url": example.url or "",
                "language": _text(comparison, example.id, "language"),
                "type": _text(comparison, example.id, "page_type"),
                "words": int(comparison.sizes[example.id]),
                "failed": [_kind(comparison, label, example.id) for label in range(len(comparison.labels))],
                "scores": {
                    metric: [_pair(scores[metric][label].get(example.id)) for label in comparison.labels]
                    for metric in metrics
                },
            }
            for example in comparison.examples
        ],
    }


def page_title(example: Example) -> str:
    """The title that the dataset gives, or the first line of the gold text, shortened; empty without either."""
    known = example.facts.get("title")
    text = known if isinstance(known, str) and known.strip() else example.gold
    line = " ".join(text.lstrip()[:_LONGEST_LINE].partition("\n")[0].split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1].rstrip()}…"


def _pair(score: PageScore | None) -> list[int] | None:
    """The case's number and the value over all in thousandths; None if there is none."""
    if score is None or score.case is None:
        return None
    value = score.value_over_all
    return [ORDER.index(score.case), -1 if value is None else round(1000 * value)]


def _kind(comparison: Comparison, at: int, page: str) -> int:
    outcome = comparison.run_extractors[at].outcomes.get(page)
    return KINDS.index(outcome.kind) if isinstance(outcome, Failure) else -1


def _text(comparison: Comparison, page: str, name: str) -> str:
    value = comparison.facts[page].get(name)
    return "" if value is None else str(value)
