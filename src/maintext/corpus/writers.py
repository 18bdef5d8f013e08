"""Writers of records: JSON lines compressed with zstd, or Parquet."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol, Self

from maintext.corpus.dclm_records import dclm_record
from maintext.corpus.settings import FileFormat
from maintext.corpus.zstd import open_zstd
from maintext.data_formats import load_json
from maintext.errors import CorpusError

if TYPE_CHECKING:
    import pyarrow as pa

ENDINGS: Final[dict[FileFormat, str]] = {
    "jsonl": ".jsonl.zst", "parquet": ".parquet", "dclm": ".dclm.jsonl.zst", "wet": ".warc.wet.gz",
}  # fmt: skip
_LEVEL: Final = 3
_ROWS: Final = 1000
_ROW_BYTES: Final = 16_000_000
_REMEDY: Final = "try: pip install 'maintext[corpus]'"


class Writer(Protocol):
    """Writes records to a file; leaving it without an error finishes the file."""

    def write(self, record: dict[str, Any]) -> None:
        """Add a record."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the file, or leave it."""


class JsonlWriter:
    """One JSON object per line."""

    def __init__(self, path: Path) -> None:
        try:
            import zstandard
        except ImportError as error:
            raise CorpusError(f"JSONL.zst needs zstandard, which is not installed; {_REMEDY}") from error
        self._file: BinaryIO = path.open("wb")
        self._packed = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).stream_writer(self._file)

    def write(self, record: dict[str, Any]) -> None:
        """Add a record."""
        self._packed.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._packed.close()  # type: ignore[no-untyped-call]
        self._file.close()


class DclmWriter(JsonlWriter):
    """JSON lines as DCLM's tools read them: text, url, and the headers of the archive's record."""

    def write(self, record: dict[str, Any]) -> None:
        """Add a record."""
        super().write(dclm_record(record))


class ParquetWriter:
    """A table of columns, compressed by zstd."""

    def __init__(self, path: Path, chunked: bool = False) -> None:
        try:
            import pyarrow.parquet as parquet
        except ImportError as error:
            raise CorpusError(f"Parquet needs pyarrow, which is not installed; {_REMEDY}") from error
        self._schema = schema(chunked)
        self._file: BinaryIO = path.open("wb")
        self._table = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def write(self, record: dict[str, Any]) -> None:
        """Add a record."""
        self._rows.append(record)
        self._size += len(record["text"])
        if len(self._rows) >= _ROWS or self._size >= _ROW_BYTES:
            self._flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._flush()
                self._table.close()
        finally:
            self._file.close()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            self._table.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows, self._size = [], 0


def open_writer(path: Path, file_format: FileFormat, chunked: bool = False) -> "Writer":
    """A writer to a new file."""
    if file_format == "parquet":
        return ParquetWriter(path, chunked)
    if file_format == "wet":
        from maintext.corpus.wet_writer import WetWriter

        return WetWriter(path)
    return DclmWriter(path) if file_format == "dclm" else JsonlWriter(path)


def schema(chunked: bool = False) -> "pa.Schema":
    """The columns of a record, or of a chunk."""
    import pyarrow as pa

    from maintext.corpus.records import METADATA

    several = ("authors", "tags")
    metadata = pa.struct([(name, pa.list_(pa.string()) if name in several else pa.string()) for name in METADATA])
    texts = ("id", "url", "date", "text", "title", "language", "page_type")
    columns = [(name, pa.string()) for name in texts]
    chunk_columns = [
        ("chunk", pa.int32()), ("tokens", pa.int32()), ("headings", pa.list_(pa.string())),
        ("blocks", pa.list_(pa.int32())), ("xpath", pa.string()), ("start", pa.int64()), ("end", pa.int64()),
        ("fragment", pa.string()), ("fragment_url", pa.string()),
    ]  # fmt: skip
    return pa.schema(
        [
            *columns,
            ("confidence", pa.float64()),
            ("metadata", metadata),
            ("extractor", pa.string()),
            ("digest", pa.string()),
            *(chunk_columns if chunked else ()),
        ]
    )


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file that one of the writers made."""
    if path.name.endswith(ENDINGS["parquet"]):
        import pyarrow.parquet as parquet

        with parquet.ParquetFile(path) as table:
            for batch in table.iter_batches(_ROWS):
                yield from batch.to_pylist()
        return
    with lines_of(path) as lines:
        yield from (load_json(line) for line in lines)


@contextmanager
def lines_of(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a file compressed by zstd."""
    with path.open("rb") as file:
        yield iter(open_zstd(file))
