"""The list of all pages: what the pages' table sorts, filters and searches, in one script."""

from collections.abc import Sequence

from maintext.analysis.cases import Case
from maintext.analysis.scores import PageScore
from maintext.reports.contest import Contest
from maintext.reports.standings import CASES
from maintext.runs import KINDS, Failure

ORDER = list(Case)


def listing(contests: Sequence[Contest]) -> dict[str, object]:
    """All contests, the names of cases and failures, and for every page its facts and scores."""
    return {
        "cases": [[case.value, CASES[case]] for case in ORDER],
        "kinds": list(KINDS),
        "sets": [_set(contest) for contest in contests],
    }


def _set(contest: Contest) -> dict[str, object]:
    metrics = [str(metric) for metric in contest.metrics]
    scores = {metric: contest.scores(metric_) for metric, metric_ in zip(metrics, contest.metrics, strict=True)}
    return {
        "slug": contest.slug,
        "name": contest.name,
        "metrics": metrics,
        "labels": contest.labels,
        "pages": [
            {
                "id": example.id,
                "url": example.url or "",
                "language": _text(contest, example.id, "language"),
                "type": _text(contest, example.id, "page_type"),
                "words": int(contest.sizes[example.id]),
                "failed": [_kind(contest, label, example.id) for label in range(len(contest.labels))],
                "scores": {
                    metric: [_pair(scores[metric][label].get(example.id)) for label in contest.labels]
                    for metric in metrics
                },
            }
            for example in contest.examples
        ],
    }


def _pair(score: PageScore | None) -> list[int] | None:
    """The case's number and the value over all in thousandths; None if there is none."""
    if score is None or score.case is None:
        return None
    value = score.value_over_all
    return [ORDER.index(score.case), -1 if value is None else round(1000 * value)]


def _kind(contest: Contest, at: int, page: str) -> int:
    outcome = contest.entrants[at].outcomes.get(page)
    return KINDS.index(outcome.kind) if isinstance(outcome, Failure) else -1


def _text(contest: Contest, page: str, name: str) -> str:
    value = contest.facts[page].get(name)
    return "" if value is None else str(value)
