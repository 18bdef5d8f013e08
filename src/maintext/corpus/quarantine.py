"""Quarantine: pages that failed, with their bytes and the reason, so that they can be tried again."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext.corpus.extract import Failed
from maintext.corpus.item import Found, Item
from maintext.corpus.locations import damage, open_bytes, plain
from maintext.corpus.storage import Storage
from maintext.corpus.writers import JsonlWriter
from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import BadInput
from maintext.runs.outcome import Kind

FOLDER = "quarantine"
ENDING = ".jsonl.zst"
_FACTS = ("id", "url", "date", "charset", "media_type", "status")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page that failed, as it is put away."""

    id: str
    url: str | None
    date: str | None
    charset: str | None
    media_type: str | None
    status: int | None
    kind: Kind
    message: str
    body: str

    def __post_init__(self) -> None:
        b64decode(self.body, validate=True)

    @property
    def facts(self) -> dict[str, Any]:
        """All but the page's bytes."""
        return {name: getattr(self, name) for name in (*_FACTS, "kind", "message")}

    @property
    def item(self) -> Item:
        """The page as it was read."""
        html = b64decode(self.body)
        return Item(html=html, size=len(html), **{name: getattr(self, name) for name in _FACTS})


class Quarantine:
    """The failed pages of one shard; there is a file only if there are any."""

    def __init__(self, storage: Storage, shard: str, stack: ExitStack) -> None:
        self._storage, self._stack = storage, stack
        self.name = f"{FOLDER}/{shard}{ENDING}"
        self._writer: JsonlWriter | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no page has failed."""
        return self._writer is None

    def add(self, failed: Failed) -> None:
        """Put a page away."""
        if self._writer is None:
            path: Path = self._stack.enter_context(self._storage.placing(self.name))
            self._writer = self._stack.enter_context(JsonlWriter(path))
        self._writer.write(_entry(failed))


def read_quarantine(location: str) -> Iterator[Found]:
    """The pages in quarantine."""
    return (entry.item for entry in read_entries(location))


def read_entries(location: str) -> Iterator[Entry]:
    """The entries of a quarantine file, with kind and message of the failure."""
    with open_bytes(location) as stream:
        try:
            for line in plain(stream):
                yield dataclass_from(Entry, load_json(line))
        except damage(OSError, ValueError) as error:
            raise BadInput(f"{location} is damaged: {error}; make the corpus again to have its pages back") from error


def _entry(failed: Failed) -> dict[str, Any]:
    facts = {name: getattr(failed.item, name) for name in _FACTS}
    return {**facts, "kind": failed.kind, "message": failed.message, "body": b64encode(failed.item.html).decode()}
