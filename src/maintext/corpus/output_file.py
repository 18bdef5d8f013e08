"""The output file of a shard: its records or their chunks, with a count and a digest for the manifest."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from maintext.corpus.chunk_records import rows_of
from maintext.corpus.settings import CorpusSettings
from maintext.corpus.writers import Writer, open_writer


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the manifest says about a file."""

    rows: int = 0
    size: int = 0
    sha256: str = ""


class OutputFile:
    """Writes the rows of records."""

    def __init__(self, path: Path, settings: CorpusSettings) -> None:
        self._path, self._rows = path, 0
        self._writer: Writer = open_writer(path, settings.file_format, settings.text_format == "chunks")

    def write(self, record: dict[str, Any]) -> None:
        """Add the rows of a record."""
        for row in rows_of(record):
            self._writer.write(row)
            self._rows += 1

    def facts(self) -> FileFacts:
        """Count and digest of the finished file."""
        with self._path.open("rb") as file:
            return FileFacts(self._rows, self._path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())

    def __enter__(self) -> Self:
        self._writer.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.__exit__(kind, error, trace)
