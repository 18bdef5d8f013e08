"""Replay: retry the pages in quarantine as a new corpus."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from maintext.corpus.build import Plan
from maintext.corpus.locations import PLAN, join_location
from maintext.corpus.quarantine import ENDING, FOLDER, read_quarantined_pages
from maintext.corpus.records import RecordBuilder
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import Shard
from maintext.corpus.storage import Storage
from maintext.errors import CorpusError

REPLAYED = "replayed"


@dataclass(frozen=True, slots=True)
class _PlanSettings:
    """The settings in the plan of a corpus."""

    settings: CorpusSettings


def replay_plan(corpus: str, timeout: float, memory: int, extractor: str | None = None) -> Plan:
    """A plan for the pages in quarantine, with new limits or another extractor."""
    settings = _settings_of(corpus)
    settings = replace(
        settings, timeout=timeout, memory=memory, extractor=extractor or settings.extractor, sample=1.0,
        near_duplicates=None, repeated_lines=None,
    )  # fmt: skip
    built = RecordBuilder.of(settings).extractor
    names = Storage(corpus).names(FOLDER)
    shards = tuple(
        Shard(name.removesuffix(ENDING), join_location(corpus, f"{FOLDER}/{name}"), "quarantine", size=0)
        for name in names
    )
    return Plan(replace(settings, extractor=str(built)), shards, built.version())


def save_pages(corpus: str, folder: Path) -> int:
    """Save the pages in quarantine as files, each with a text file of its failure; returns their number."""
    _settings_of(corpus)
    saved = 0
    for name in Storage(corpus).names(FOLDER):
        location = join_location(corpus, f"{FOLDER}/{name}")
        for entry in read_quarantined_pages(location):
            saved += 1
            stem = folder / f"{saved:05}-{entry.kind}"
            facts = json.dumps(entry.facts, ensure_ascii=False, indent=1) + "\n"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                stem.with_suffix(".html").write_bytes(entry.item.html)
                stem.with_suffix(".json").write_bytes(facts.encode("utf-8", "replace"))
            except OSError as error:
                raise CorpusError(f"cannot write to {folder}: {error.strerror}") from error
    return saved


def _settings_of(corpus: str) -> CorpusSettings:
    storage = Storage(corpus)
    if not storage.has(PLAN):
        raise CorpusError(f"{corpus} is not a corpus: it has no {PLAN}; name the output folder of maintext corpus")
    return storage.read_json(PLAN, _PlanSettings).settings
