"""What a task works on: the documents that several runs share, and each extractor's texts of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.errors import BadParameter, RunError
from maintext.extractors.models import read_model
from maintext.runs import Outcome, Result, Run
from maintext.specs import Spec, parse
from maintext.tasks.task import Document


@dataclass(frozen=True, eq=False)
class Source:
    """One extractor of one run; its label is unlike any other's."""

    label: str
    spec: str
    scored_run: ScoredRun

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """What came of every page."""
        return self.scored_run.run.results(self.spec)

    def texts(self, documents: Sequence[Document]) -> list[str]:
        """One text per document; where the extractor failed, there is none to read."""
        found = (self.outcomes[document.id] for document in documents)
        return [outcome.text if isinstance(outcome, Result) else "" for outcome in found]


@dataclass(frozen=True, eq=False)
class Material:
    """Runs over the same pages, come together.

    Documents that some extractor has not done, or has learned from, are left out for all.
    """

    dataset: str
    sources: tuple[Source, ...]
    documents: tuple[Document, ...]
    left_out: Mapping[str, int]


def materials(
    runs: Sequence[Run], *, dataset: str | Path | None = None, wanted: Sequence[str] = (), without: Sequence[str] = ()
) -> list[Material]:
    """The material of each dataset; with `wanted`, only these extractors, and without the documents `without` names."""
    together: dict[str, list[tuple[ScoredRun, str]]] = {}
    for run in runs:
        scored_run = open_scored_run(run, dataset)
        specs = [spec for spec in run.extractors if not wanted or spec in wanted]
        if specs:
            together.setdefault(run.dataset.digest, []).extend((scored_run, spec) for spec in specs)
    if not together:
        raise RunError("these runs have no such extractor; name those that maintext run printed")
    return [_material(inside, set(without)) for inside in together.values()]


def _material(inside: Sequence[tuple[ScoredRun, str]], without: set[str]) -> Material:
    specs = [spec for _, spec in inside]
    sources: dict[str, Source] = {}
    for scored_run, spec in inside:
        label = spec if specs.count(spec) == 1 else f"{spec} @ {scored_run.run.folder.name}"
        while label in sources:
            label += " again"
        sources[label] = Source(label, spec, scored_run)
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
        documents.append(Document(example.id, example.gold, example.language, example.url, facts))
    if not documents:
        raise RunError(
            f"no page of {name} was done by every extractor; go on with maintext run, or choose some with -x"
        )
    return Material(name, tuple(sources.values()), tuple(documents), {why: n for why, n in left_out.items() if n})


def _learned_from(specs: Sequence[str], dataset: str) -> set[str]:
    """The pages of a dataset that models named in these specs were trained on, where their manifests say so."""
    found: set[str] = set()
    for extractor, model in (each for spec in specs for each in _models(parse(spec))):
        try:
            listed = read_model(model, extractor).manifest.get("datasets")
        except BadParameter:
            continue  # the file is gone; what it was trained on cannot be known any more
        for part in listed if isinstance(listed, list) else ():
            if part.get("name") == dataset:
                found.update(map(str, part.get("ids", ())))
    return found


def _models(spec: Spec) -> Iterator[tuple[str, str]]:
    """Every extractor with a model file in a spec, however deep."""
    for key, value in spec.params:
        if key == "model":
            yield spec.name, str(value.name if isinstance(value, Spec) else value)
    for value in (*spec.args, *(value for _, value in spec.params)):
        if isinstance(value, Spec):
            yield from _models(value)
