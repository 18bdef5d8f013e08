"""WARC files (ISO 28500) with gold texts in the same folder.

The gold is `gold.jsonl` (or any `*.jsonl` beside the archive), one object per line with `text` (or `gold`) and one of
`id`, `url` and `digest`; or a folder `gold/` of text files named after the record's UUID, its payload digest, or its
percent-encoded URL. The charset of the HTTP header becomes that of the page.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from maintext.data_formats import load_json
from maintext.datasets.dataset import Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, slug
from maintext.errors import DatasetError
from maintext.files import open_file, read_file

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

_ENDINGS = (".warc", ".warc.gz")
_GOLD = "gold"


@dataclass(frozen=True, slots=True)
class GoldText:
    """A gold text, the place where it was found, and the other facts that the source states."""

    path: str
    text: str
    encoding: SourceEncoding
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Warc(Importer):
    """The response and resource records that have a gold text."""

    language: str | None = None
    trainable: bool = False

    def locate(self, folder: Path) -> Path:
        """The folder of the archives, or a single archive."""
        if not _archives(folder):
            raise DatasetError(f"{folder} holds no .warc or .warc.gz files")
        return folder

    def header(self, root: Path) -> Header:
        """A header with the name of the folder or file."""
        name = slug(root.resolve().name.partition(".warc")[0])
        source = ", ".join(path.name for path in _archives(root)[:5])
        return Header(name=name, source=source, trainable=self.trainable)

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The records with gold; gold texts without a record are reported."""
        golds: dict[str, GoldText] = {}
        yield from _read_golds(root if root.is_dir() else root.parent, golds)
        used: set[str] = set()
        for path in _archives(root):
            for record in _records(path):
                if isinstance(record, LeftOut):
                    yield record
                    continue
                key = next((key for key in _keys(record) if key in golds), None)
                if key is None:
                    yield LeftOut(f"{path} {record.record_id}", "it has no gold")
                elif golds[key].path not in used:
                    used.add(golds[key].path)
                    yield attempt(f"{path} {record.record_id}", self._read, record, golds[key], path)
        unused = dict.fromkeys(gold.path for gold in golds.values() if gold.path not in used)
        yield from (LeftOut(path, "no record belongs to it") for path in unused)

    def _read(self, record: "WarcRecord", gold: GoldText, path: Path) -> Entry:
        charset = record.http_charset if record.is_http_parsed else None
        page = record.reader.read()
        example = Example(
            id=_bare(record.record_id or "") or str(record.stream_pos),
            raw=page,
            clean=gold.text.strip(),
            url=record.headers.get("WARC-Target-URI"),
            language=self.language,
            facts={"warc": path.name, "date": record.headers.get("WARC-Date"), **gold.facts},
            raw_encoding=page_encoding(page, charset),
            clean_encoding=gold.encoding,
        )
        return Entry(example, () if gold.text.strip() else ("its gold is empty",))


def _archives(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder] if folder.name.endswith(_ENDINGS) else []
    return sorted(path for path in folder.glob("*.warc*") if path.name.endswith(_ENDINGS)) if folder.is_dir() else []


def _records(path: Path) -> "Iterator[WarcRecord | LeftOut]":
    """The records of an archive; after an error, the rest of the archive is skipped."""
    try:
        with open_file(path) as stream:
            yield from _iterate(stream)
    except OSError as error:
        yield LeftOut(str(path), f"the archive cannot be read further: {error}")


def _iterate(stream: object) -> "ArchiveIterator":
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise DatasetError(
            "WARC files need fastwarc, which is not installed; try: pip install 'maintext[corpus]'"
        ) from error
    kinds = WarcRecordType.response | WarcRecordType.resource
    return ArchiveIterator(stream, record_types=kinds, parse_http=True, auto_decode="all")  # type: ignore[arg-type]


def _keys(record: "WarcRecord") -> Iterator[str]:
    """The keys under which the gold of a record may be stored."""
    yield _bare(record.record_id or "")
    for name in ("WARC-Payload-Digest", "WARC-Block-Digest", "WARC-Target-URI"):
        value = record.headers.get(name)
        if value:
            yield value
            yield value.partition(":")[2]


def _bare(record_id: str) -> str:
    return re.sub(r"^<?(?:urn:uuid:)?|>$", "", record_id.strip())


def _read_golds(folder: Path, golds: dict[str, GoldText]) -> Iterator[LeftOut]:
    """Add the gold texts in the folder of the archives to `golds`."""
    for path in [*sorted(folder.glob("*.jsonl")), *sorted((folder / _GOLD).glob("*.txt"))]:
        try:
            text, encoding = decode_gold(read_file(path))
        except OSError as error:
            yield LeftOut(str(path), error.strerror or str(error))
            continue
        if path.suffix == ".txt":
            golds[_bare(unquote(path.stem))] = GoldText(str(path), text, encoding, {})
        else:
            yield from _read_lines(path, text, golds)


def _read_lines(path: Path, text: str, golds: dict[str, GoldText]) -> Iterator[LeftOut]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                golds.update(_from_line(f"{path}:{number}", line))
            except (ValueError, DatasetError) as error:
                yield LeftOut(f"{path}:{number}", str(error))


def _from_line(where: str, line: str) -> dict[str, GoldText]:
    record = load_json(line)
    text = record.get("text", record.get("gold")) if isinstance(record, dict) else None
    if not isinstance(text, str):
        raise DatasetError("it has no text")
    keys = [_bare(record[key]) for key in ("id", "url", "digest") if isinstance(record.get(key), str)]
    if not keys:
        raise DatasetError("it has none of id, url, digest")
    facts = {key: value for key, value in record.items() if key not in ("text", "gold", "id", "url", "digest")}
    return dict.fromkeys(keys, GoldText(where, text, SourceEncoding("utf-8", "declared"), facts))
