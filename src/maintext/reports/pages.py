"""Every page's own data: gold, blocks, and what each extractor made of it.

The texts of one page share most of their lines, so lines are written once and texts are lists of line numbers.
Differences and kept blocks are worked out when a reader opens the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maintext.datasets import Example
from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.page import Page, read_page
from maintext.progress import Progress, no_progress
from maintext.reports.contest import Contest, Entrant
from maintext.reports.explain import own_trace
from maintext.reports.site import write_data
from maintext.runs import Result

_MOST_VALUES = 500
"""Values of a picture that a screen can show."""
_LONGEST = 2_000_000
"""Characters of one text that a page shows; more would stall the browser."""


@dataclass(slots=True)
class _Lines:
    """Lines, each once."""

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, text: str) -> list[int]:
        """A text as the numbers of its lines."""
        numbers = self.numbers
        return [numbers.setdefault(line, len(numbers)) for line in text[:_LONGEST].split("\n")]


def write_pages(contest: Contest, folder: Path, *, pictures: int = 200, progress: Progress = no_progress) -> None:
    """One script per page, named by its place in the dataset; extractors explain so many of their worst pages."""
    explainers = _explainers(contest.entrants) if pictures else {}
    explained = {label: _worst(contest, label, pictures) for label in explainers}
    for number, example in enumerate(progress(contest.examples, f"pages of {contest.name}")):
        chosen = {label: each for label, each in explainers.items() if example.id in explained[label]}
        record = page_record(contest, example, chosen)
        write_data(folder / contest.slug / f"{number}.js", "page", {"set": contest.slug, "n": number, **record})


def page_record(contest: Contest, example: Example, explainers: dict[str, Extractor]) -> dict[str, object]:
    """All that a reader may see of one page."""
    lines = _Lines()
    page = _read(example)
    gold = lines.of(example.gold)
    blocks = [] if page is None else _blocks(page, lines)
    entries = [_entry(contest, entrant, example.id, lines) for entrant in contest.entrants]
    drawn = {} if page is None else _pictures(explainers, page)
    facts = contest.facts[example.id]
    return {
        "id": example.id,
        "url": example.url,
        "title": page.title if page is not None else "",
        "facts": {name: str(facts[name]) for name in ("language", "page_type", "site", "split") if facts.get(name)},
        "bytes": len(example.html),
        "gold": gold,
        "blocks": blocks,
        "entries": entries,
        "pictures": drawn,
        "lines": list(lines.numbers),
    }


def _entry(contest: Contest, entrant: Entrant, page: str, lines: _Lines) -> dict[str, object]:
    outcome = entrant.outcomes.get(page)
    if outcome is None:
        return {"state": "left"}
    scores = {}
    for metric in contest.metrics:
        score = contest.scores(metric)[entrant.label].get(page)
        if score is not None:
            scores[str(metric)] = [score.case, score.p, score.r, score.value, score.value_over_all]
    shared = {"seconds": round(outcome.seconds, 5), "memory": outcome.memory, "scores": scores}
    if isinstance(outcome, Result):
        return shared | {
            "state": "ok", "text": lines.of(outcome.text), "reason": outcome.reason, "confidence": outcome.confidence,
        }  # fmt: skip
    return shared | {
        "state": "failed", "kind": outcome.kind, "message": outcome.message[:2000], "signal": outcome.signal,
        "traceback": (outcome.traceback or "")[-8000:],
    }  # fmt: skip


def _blocks(page: Page, lines: _Lines) -> list[list[object]]:
    """Text, kind, heading level and whether it is hidden, of every block."""
    return [
        [lines.of(block.text.replace("\n", " "))[0], str(block.kind), block.level or 0, int(block.hidden)]
        for block in page.blocks
    ]


def _pictures(explainers: dict[str, Extractor], page: Page) -> dict[str, object]:
    found: dict[str, object] = {}
    for label, extractor in explainers.items():
        try:
            trace = own_trace(extractor, page)
        except (MaintextError, ValueError, ArithmeticError):
            continue
        if trace is not None:
            found[label] = trace.reduced(_MOST_VALUES).to_json()
    return found


def _worst(contest: Contest, label: str, count: int) -> frozenset[str]:
    """The pages on which an extractor scores least."""
    scores = contest.scores(contest.main)[label]
    values = {page: 0.0 if (value := score.value_over_all) is None else value for page, score in scores.items()}
    return frozenset(sorted(values, key=lambda page: values[page])[:count])


def _explainers(entrants: Sequence[Entrant]) -> dict[str, Extractor]:
    """The entrants' extractors, as far as they can be built here."""
    found = {}
    for entrant in entrants:
        try:
            found[entrant.label] = EXTRACTORS.build(entrant.spec)
        except MaintextError:
            continue
    return found


def _read(example: Example) -> Page | None:
    try:
        return read_page(example.html, url=example.url, charset=example.charset)
    except MaintextError:
        return None
