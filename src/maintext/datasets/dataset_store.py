"""Read and write datasets on disk. Only this module depends on the layout of the folder.

<dataset>/
  meta.yaml       the header and one line per example: files, encodings, URL, language, page type, split, facts
  raw/            the pages as published
  clean/          the gold texts, in UTF-8
  markup/         the gold texts with markup, if the source has it
  versions/NAME/  other acceptable gold texts
"""

import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import get_args

from maintext.datasets import meta_yaml
from maintext.datasets.checked_values import Values
from maintext.datasets.dataset import Dataset, Header, MarkupFormat
from maintext.datasets.example import Example
from maintext.errors import DatasetError
from maintext.files import read_file, write_atomically
from maintext.page.decode import decode

META, RAW, CLEAN, MARKUP, VERSIONS = "meta.yaml", "raw", "clean", "markup", "versions"
_LAYOUT = 1
_SUFFIXES: Mapping[str, str] = {"cleaneval": ".txt", "markdown": ".md", "html": ".html"}
_UNSAFE = re.compile(r"[^\w.+=@~,\-]+")
_VERSION_NAME = re.compile(r"[a-z0-9][a-z0-9+\-]*")


def is_dataset(folder: Path) -> bool:
    """Whether a folder contains a dataset."""
    return (folder / META).is_file()


def read_dataset(folder: Path) -> Dataset:
    """The dataset in a folder; pages and gold texts are read on access."""
    try:
        header, documents = meta_yaml.load(read_file(folder / META).decode())
    except OSError as error:
        raise DatasetError(f"cannot read {folder / META}: {error.strerror or error}") from error
    except ValueError as error:
        raise DatasetError(f"{folder / META}: {error}; correct the file, or import the dataset again") from error
    examples = tuple(_example(folder, document) for document in documents)
    seen: set[str] = set()
    for example in examples:
        if example.id in seen:
            raise DatasetError(f"{folder / META}: the id {example.id!r} occurs twice")
        seen.add(example.id)
    return Dataset(_header(folder, header), examples, folder)


def unlisted_files(folder: Path) -> list[str]:
    """The files in a dataset's raw/, clean/ and markup/ that meta.yaml does not list."""
    listed = {path for example in read_dataset(folder) for path in (example.raw, example.clean, example.structure)}
    found = (path for kind in (RAW, CLEAN, MARKUP) if (folder / kind).is_dir() for path in (folder / kind).iterdir())
    return sorted(path.relative_to(folder).as_posix() for path in found if path not in listed)


@contextmanager
def writing(folder: Path, header: Header, *, replace: bool = False) -> Iterator["DatasetWriter"]:
    """Write a dataset to a temporary folder, which replaces `folder` at the end; nothing is written on error."""
    _check_target_folder(folder, replace)
    folder.parent.mkdir(parents=True, exist_ok=True)
    working = folder.parent / f".{folder.name}.{secrets.token_hex(4)}"
    try:
        working.mkdir()
        writer = DatasetWriter(working, header)
        yield writer
        writer.finish()
        _move(working, folder, replace)
    finally:
        shutil.rmtree(working, ignore_errors=True)


def put_example(folder: Path, header: Header, example: Example) -> None:
    """Add an example to a dataset, or replace the one with its id; a new dataset is created with `header`."""
    documents: list[dict[str, object]] = []
    if is_dataset(folder):
        header = read_dataset(folder).header
        documents = meta_yaml.load(read_file(folder / META).decode())[1]
    else:
        _check_target_folder(folder, replace=False)
        folder.mkdir(parents=True, exist_ok=True)
    others = [line for line in documents if line["id"] != example.id]
    names = {str(line[RAW]).removesuffix(".html").casefold() for line in others}
    writer = DatasetWriter(folder, header, list(others), {str(line["id"]) for line in others}, names)
    writer.add(example)
    writer.finish()


@dataclass(slots=True)
class DatasetWriter:
    """Writes examples to a folder one by one, then meta.yaml."""

    folder: Path
    header: Header
    _documents: list[dict[str, object]] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _names: set[str] = field(default_factory=set)

    def add(self, example: Example) -> None:
        """Write one example; a repeated id raises DatasetError."""
        if example.id in self._ids:
            raise DatasetError(f"the id {example.id!r} occurs twice")
        stem = file_stem(example.id, self._names)
        files = {RAW: f"{stem}.html", CLEAN: f"{stem}.txt"}
        self._write(RAW, files[RAW], example.html)
        self._write(CLEAN, files[CLEAN], example.gold.encode("utf-8", "replace"))
        markup = example.markup
        if markup is not None and self.header.markup:
            files[MARKUP] = stem + _SUFFIXES[self.header.markup]
            self._write(MARKUP, files[MARKUP], markup.encode("utf-8", "replace"))
        versions = example.versions
        for name, text in versions.items():
            self._write(f"{VERSIONS}/{_version_name(name)}", files[CLEAN], text.encode("utf-8", "replace"))
        self._ids.add(example.id)
        self._documents.append(_document(example, files, versions))

    def finish(self) -> None:
        """Write meta.yaml."""
        header = {"layout": _LAYOUT} | asdict(self.header)
        write_atomically(self.folder / META, meta_yaml.dump(header, self._documents).encode())

    def _write(self, kind: str, name: str, data: bytes) -> None:
        target = self.folder / kind
        target.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)


def file_stem(name: str, taken: set[str]) -> str:
    """A file name for an id: safe, not too long, and different from those in `taken` even if case is ignored."""
    stem = _UNSAFE.sub("-", name).strip(".-")[:150] or "page"
    unique, count = stem, 1
    while unique.casefold() in taken:
        count += 1
        unique = f"{stem}~{count}"
    taken.add(unique.casefold())
    return unique


def _document(example: Example, files: Mapping[str, str], versions: Mapping[str, str]) -> dict[str, object]:
    line: dict[str, object] = {"id": example.id, **files}
    line |= {"raw_encoding": example.raw_encoding.name, "raw_sure": example.raw_encoding.sure}
    if example.raw_encoding.name is None:
        line |= _detected_encoding(example.html)
    line |= {"clean_encoding": example.clean_encoding.name, "clean_sure": example.clean_encoding.sure}
    line |= {"url": example.url, "language": example.language, "page_type": example.page_type, "split": example.split}
    optional = {
        "versions": list(versions),
        "with": example.with_snippets,
        "without": example.without_snippets,
        "facts": {key: value for key, value in example.facts.items() if value is not None},
    }
    return line | {key: value for key, value in optional.items() if value}


def _detected_encoding(page: bytes) -> dict[str, object]:
    """The encoding in which a page of unknown encoding is read, how it was determined, and the confidence."""
    encoding = decode(page)[1]
    return {
        "raw_detected": encoding.name, "raw_detected_by": encoding.source, "raw_confidence": encoding.confidence,
    }  # fmt: skip


def _example(folder: Path, line: Mapping[str, object]) -> Example:
    values = Values(line, f"{folder / META}: document {line.get('id')!r}")
    clean = values.file_name(CLEAN)
    return Example(
        id=values.required("id"),
        raw=folder / RAW / values.file_name(RAW),
        clean=folder / CLEAN / clean,
        structure=folder / MARKUP / values.file_name(MARKUP) if line.get(MARKUP) else None,
        alternatives={name: folder / VERSIONS / _version_name(name) / clean for name in values.texts("versions")},
        url=values.text("url"),
        language=values.text("language"),
        page_type=values.text("page_type"),
        split=values.text("split"),
        with_snippets=values.texts("with"),
        without_snippets=values.texts("without"),
        facts=values.mapping("facts"),
        raw_encoding=values.encoding(RAW),
        clean_encoding=values.encoding(CLEAN),
    )


def _header(folder: Path, line: Mapping[str, object]) -> Header:
    values = Values(line, str(folder / META))
    if line.get("layout", _LAYOUT) != _LAYOUT:
        raise DatasetError(f"{folder / META}: layout {line['layout']!r} is unknown; update maintext")
    return Header(
        name=values.text("name") or folder.name,
        source=values.text("source") or "",
        paper=values.text("paper") or "",
        license=values.text("license"),
        importer=values.text("importer") or "",
        version=values.text("version") or "",
        trainable=values.flag("trainable"),
        markup=values.choice("markup", get_args(MarkupFormat)),  # type: ignore[arg-type]
    )


def _version_name(name: str) -> str:
    if not _VERSION_NAME.fullmatch(name):
        raise DatasetError(f"{name!r} cannot be the name of a gold version")
    return name


def _check_target_folder(folder: Path, replace: bool) -> None:
    """Raise DatasetError if the folder exists and may not be replaced, or is inside another dataset."""
    if is_dataset(folder):
        if not replace:
            raise DatasetError(f"{folder} is already a dataset; replace it with replace=True (--replace)")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatasetError(f"{folder} exists and is not a dataset; choose another name")
    inside = next((parent for parent in folder.parents if is_dataset(parent)), None)
    if inside:
        raise DatasetError(f"{folder} would be inside the dataset {inside}; choose another name")


def _move(working: Path, folder: Path, replace: bool) -> None:
    if not replace or not folder.exists():
        with suppress(FileNotFoundError):
            folder.rmdir()
        try:
            working.rename(folder)
        except OSError as error:
            raise DatasetError(f"{folder} was created by another process: {error.strerror}") from error
        return
    old = working.with_name(working.name + ".old")
    folder.rename(old)
    working.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
