"""The documents that several runs have in common, with the texts of each extractor."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.errors import BadParameter, RunError
from maintext.extractors.models import read_model
from maintext.runs import Outcome, Result, Run, selected_extractors
from maintext.specs import Spec, parse
from maintext.tasks.task import TaskDocument


@dataclass(frozen=True, eq=False)
class TextSource:
    """The texts of one extractor of one run, under a unique label."""

    label: str
    spec: str
    scored_run: ScoredRun

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """The outcome of every page."""
        return self.scored_run.run.results(self.spec)

    def texts(self, documents: Sequence[TaskDocument]) -> list[str]:
        """One text per document, empty where the extractor failed."""
        found = (self.outcomes[document.id] for document in documents)
        return [outcome.text if isinstance(outcome, Result) else "" for outcome in found]


@dataclass(frozen=True, eq=False)
class SharedDocuments:
    """The documents of one dataset, with the extractors of all its runs.

    Documents that an extractor has not processed or was trained on are left out for all extractors.
    """

    dataset: str
    sources: tuple[TextSource, ...]
    documents: tuple[TaskDocument, ...]
    left_out: Mapping[str, int]


def shared_documents(
    runs: Sequence[Run], *, dataset: str | Path | None = None, wanted: Sequence[str] = (), without: Sequence[str] = ()
) -> list[SharedDocuments]:
    """The shared documents of each dataset, restricted to the extractors `wanted`, without the documents `without`."""
    selected = selected_extractors(runs, wanted)
    together: dict[str, list[tuple[ScoredRun, str]]] = {}
    for run in runs:
        scored_run = open_scored_run(run, dataset)
        if specs := selected[run.folder]:
            together.setdefault(run.dataset.digest, []).extend((scored_run, spec) for spec in specs)
    if not together:
        raise RunError("these runs have no extractors")
    return [_shared_documents(inside, set(without)) for inside in together.values()]


def _shared_documents(inside: Sequence[tuple[ScoredRun, str]], without: set[str]) -> SharedDocuments:
    specs = [spec for _, spec in inside]
    sources: dict[str, TextSource] = {}
    for scored_run, spec in inside:
        label = spec if specs.count(spec) == 1 else f"{spec} @ {scored_run.run.folder.name}"
        while label in sources:
            label += " again"
        sources[label] = TextSource(label, spec, scored_run)
    first = inside[0][0]
    name, learned = first.dataset.name, _learned_from(specs, first.dataset.name)
    reasons = {
        "named to be left out": without,
        "learned from by an extractor": learned,
    }
    documents, left_out = [], dict.fromkeys((*reasons, "not done by every extractor"), 0)
    for example in first.dataset:
        reason = next((why for why, ids in reasons.items() if example.id in ids), None)
        if reason is None and not all(example.id in source.outcomes for source in sources.values()):
            reason = "not done by every extractor"
        if reason:
            left_out[reason] += 1
            continue
        facts = first.facts[example.id]
        documents.append(TaskDocument(example.id, example.gold, example.language, example.url, facts))
    if not documents:
        raise RunError(
            f"no page of {name} was processed by every extractor; resume maintext run, or choose extractors with -x"
        )
    return SharedDocuments(
        name, tuple(sources.values()), tuple(documents), {why: n for why, n in left_out.items() if n}
    )


def _learned_from(specs: Sequence[str], dataset: str) -> set[str]:
    """The pages of a dataset that the models in these specs were trained on, according to their manifests."""
    found: set[str] = set()
    for extractor, model in (each for spec in specs for each in _models(parse(spec))):
        try:
            listed = read_model(model, extractor).manifest.get("datasets")
        except BadParameter:
            continue  # the model file is gone, so its training pages are unknown
        for part in listed if isinstance(listed, list) else ():
            if part.get("name") == dataset:
                found.update(map(str, part.get("ids", ())))
    return found


def _models(spec: Spec) -> Iterator[tuple[str, str]]:
    """All extractors with a model file in a spec, at any depth."""
    for key, value in spec.params:
        if key == "model":
            yield spec.name, str(value.name if isinstance(value, Spec) else value)
    for value in (*spec.args, *(value for _, value in spec.params)):
        if isinstance(value, Spec):
            yield from _models(value)
