"""Jobs and their reports, as serializable values for all engines."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from maintext.corpus.fingerprints import STAGE
from maintext.corpus.page_counts import PageCounts
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.shards import Shard

JobKind = Literal["extract", "decide", "finish"]
DONE = "done"


@dataclass(frozen=True, slots=True)
class CorpusJob:
    """One shard to extract or to finish, or all shards to compare."""

    kind: JobKind
    out: str
    settings: CorpusSettings
    shards: tuple[Shard, ...]

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self.shards[0].name if len(self.shards) == 1 else f"{len(self.shards)} shards"


@dataclass(frozen=True, slots=True)
class Report:
    """The output and counts of a shard, without times, so that it is reproducible."""

    shard: str
    input: str
    output: str
    counts: PageCounts
    quarantine: str | None
    broken: list[dict[str, Any]]
    """The first places where the input is broken."""
    rows: int = 0
    size: int = 0
    sha256: str = ""
    """What is in the output file: rows, size and digest."""

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "shard": self.shard,
            "input": self.input,
            "output": self.output,
            "counts": self.counts.to_dict(),
            "quarantine": self.quarantine,
            "broken": self.broken,
            "rows": self.rows,
            "size": self.size,
            "sha256": self.sha256,
        }

    def to_bytes(self) -> bytes:
        """The report as stored in a marker file."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n"


def marker_of(shard: str) -> str:
    """The marker file of a finished shard."""
    return f"{DONE}/{shard}.json"


def stage_marker_of(shard: str) -> str:
    """The marker file of a shard that is extracted but not yet compared."""
    return f"{STAGE}/{shard}.json"
