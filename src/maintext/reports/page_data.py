"""The data of each page in a report: gold, blocks, and the outcome of every extractor.

The texts of one page share most of their lines, so lines are written once and texts are lists of line numbers.
The browser computes diffs and kept blocks when a page is opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maintext.datasets import Example
from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.page import Page, read_page
from maintext.progress import Progress, no_progress
from maintext.reports.comparison import Comparison, RunExtractor
from maintext.reports.explain import own_trace
from maintext.reports.output_folder import write_data
from maintext.runs import Result

_MOST_VALUES = 500
"""Number of values in one plot; a screen cannot show more."""
_LONGEST = 2_000_000
"""Maximum number of characters shown of one text; longer texts would stall the browser."""


@dataclass(slots=True)
class _Lines:
    """Distinct lines, numbered."""

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, text: str) -> list[int]:
        """A text as the numbers of its lines."""
        numbers = self.numbers
        return [numbers.setdefault(line, len(numbers)) for line in text[:_LONGEST].split("\n")]


def write_pages(comparison: Comparison, folder: Path, *, pictures: int = 200, progress: Progress = no_progress) -> None:
    """Write one script per page, named by its index; the `pictures` worst pages of each extractor include its trace."""
    explainers = _explainers(comparison.run_extractors) if pictures else {}
    explained = {label: _worst(comparison, label, pictures) for label in explainers}
    for number, example in enumerate(progress(comparison.examples, f"pages of {comparison.name}")):
        chosen = {label: each for label, each in explainers.items() if example.id in explained[label]}
        record = page_record(comparison, example, chosen)
        write_data(folder / comparison.slug / f"{number}.js", "page", {"set": comparison.slug, "n": number, **record})


def page_record(comparison: Comparison, example: Example, explainers: dict[str, Extractor]) -> dict[str, object]:
    """All data that the report shows of one page."""
    lines = _Lines()
    page = _read(example)
    gold = lines.of(example.gold)
    blocks = [] if page is None else _blocks(page, lines)
    entries = [_entry(comparison, run_extractor, example.id, lines) for run_extractor in comparison.run_extractors]
    drawn = {} if page is None else _pictures(explainers, page)
    facts = comparison.facts[example.id]
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


def _entry(comparison: Comparison, run_extractor: RunExtractor, page: str, lines: _Lines) -> dict[str, object]:
    outcome = run_extractor.outcomes.get(page)
    if outcome is None:
        return {"state": "left"}
    scores = {}
    for metric in comparison.metrics:
        score = comparison.scores(metric)[run_extractor.label].get(page)
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


def _worst(comparison: Comparison, label: str, count: int) -> frozenset[str]:
    """The pages with the lowest scores of an extractor."""
    scores = comparison.scores(comparison.main)[label]
    values = {page: 0.0 if (value := score.value_over_all) is None else value for page, score in scores.items()}
    return frozenset(sorted(values, key=lambda page: values[page])[:count])


def _explainers(run_extractors: Sequence[RunExtractor]) -> dict[str, Extractor]:
    """The extractors that can be built in this installation, by label."""
    found = {}
    for run_extractor in run_extractors:
        try:
            found[run_extractor.label] = EXTRACTORS.build(run_extractor.spec)
        except MaintextError:
            continue
    return found


def _read(example: Example) -> Page | None:
    try:
        return read_page(example.html, url=example.url, charset=example.charset)
    except MaintextError:
        return None
