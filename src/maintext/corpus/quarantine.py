"""Quarantine: pages that failed, with their bytes and the reason, so that they can be tried again."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from maintext.corpus.item import Found, Item
from maintext.corpus.places import open_bytes, plain
from maintext.corpus.refine import Failed
from maintext.corpus.shelf import Shelf
from maintext.corpus.writers import JsonlWriter
from maintext.errors import BadInput

FOLDER = "quarantine"
ENDING = ".jsonl.zst"
_FACTS = ("id", "url", "date", "charset", "media_type", "status")


class Quarantine:
    """The failed pages of one shard; there is a file only if there are any."""

    def __init__(self, shelf: Shelf, shard: str, stack: ExitStack) -> None:
        self._shelf, self._stack = shelf, stack
        self.name = f"{FOLDER}/{shard}{ENDING}"
        self._writer: JsonlWriter | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no page has failed."""
        return self._writer is None

    def add(self, failed: Failed) -> None:
        """Put a page away."""
        if self._writer is None:
            path: Path = self._stack.enter_context(self._shelf.placing(self.name))
            self._writer = self._stack.enter_context(JsonlWriter(path))
        self._writer.write(_entry(failed))


def read_quarantine(location: str) -> Iterator[Found]:
    """The pages in quarantine."""
    for entry in read_entries(location):
        html = b64decode(entry["body"])
        facts = {name: entry[name] for name in _FACTS}
        yield Item(html=html, size=len(html), **facts)


def read_entries(location: str) -> Iterator[dict[str, Any]]:
    """The entries of a quarantine file, with kind and message of the failure."""
    with open_bytes(location) as stream:
        for line in plain(stream):
            try:
                yield json.loads(line)
            except ValueError as error:
                raise BadInput(f"{location} is damaged: {error}") from error


def _entry(failed: Failed) -> dict[str, Any]:
    facts = {name: getattr(failed.item, name) for name in _FACTS}
    return {**facts, "kind": failed.kind, "message": failed.message, "body": b64encode(failed.item.html).decode()}
