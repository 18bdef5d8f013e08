"""Quarantine: failed pages with their bytes and the failure, for a retry."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext.corpus.archive_records import ArchivedPage, ArchiveRecord
from maintext.corpus.locations import damage, decompressed, open_bytes
from maintext.corpus.page_extraction import FailedPage
from maintext.corpus.storage import Storage
from maintext.corpus.writers import JsonlWriter
from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import BadInput
from maintext.runs.outcome import PageFailureKind

FOLDER = "quarantine"
ENDING = ".jsonl.zst"
_FACTS = ("id", "url", "date", "charset", "media_type", "status")


@dataclass(frozen=True, slots=True)
class QuarantinedPage:
    """A failed page with its failure."""

    id: str
    url: str | None
    date: str | None
    charset: str | None
    media_type: str | None
    status: int | None
    kind: PageFailureKind
    message: str
    body: str

    def __post_init__(self) -> None:
        b64decode(self.body, validate=True)

    @property
    def facts(self) -> dict[str, Any]:
        """The fields without the page's bytes."""
        return {name: getattr(self, name) for name in (*_FACTS, "kind", "message")}

    @property
    def item(self) -> ArchivedPage:
        """The page as it was read."""
        html = b64decode(self.body)
        return ArchivedPage(html=html, size=len(html), **{name: getattr(self, name) for name in _FACTS})


class Quarantine:
    """Writer of the failed pages of one shard; the file is created with the first page."""

    def __init__(self, storage: Storage, shard: str, stack: ExitStack) -> None:
        self._storage, self._stack = storage, stack
        self.name = f"{FOLDER}/{shard}{ENDING}"
        self._writer: JsonlWriter | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no page has failed."""
        return self._writer is None

    def add(self, failed: FailedPage) -> None:
        """Add a failed page."""
        if self._writer is None:
            path: Path = self._stack.enter_context(self._storage.atomic_path(self.name))
            self._writer = self._stack.enter_context(JsonlWriter(path))
        self._writer.write(_entry(failed))


def read_quarantine(location: str) -> Iterator[ArchiveRecord]:
    """The pages in quarantine."""
    return (entry.item for entry in read_quarantined_pages(location))


def read_quarantined_pages(location: str) -> Iterator[QuarantinedPage]:
    """The pages of a quarantine file, with kind and message of the failure."""
    with open_bytes(location) as stream:
        try:
            for line in decompressed(stream):
                yield dataclass_from(QuarantinedPage, load_json(line))
        except damage(OSError, ValueError) as error:
            raise BadInput(f"{location} is damaged: {error}; make the corpus again to have its pages back") from error


def _entry(failed: FailedPage) -> dict[str, Any]:
    facts = {name: getattr(failed.item, name) for name in _FACTS}
    return {**facts, "kind": failed.kind, "message": failed.message, "body": b64encode(failed.item.html).decode()}
