"""EXAMPLES -> files for other tools: JSON lines, two folders of pairs, or a ZIP archive."""

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from maintext.datasets.dataset import Dataset
from maintext.datasets.dataset_store import file_stem
from maintext.datasets.example import Example
from maintext.errors import DatasetError
from maintext.page.decode import decode

_EPOCH = (1980, 1, 1, 0, 0, 0)


def export_jsonl(dataset: Dataset, target: Path) -> None:
    """Write one JSON object per example: the decoded page, the gold text, and all other fields."""
    with target.open("x", encoding="utf-8", newline="\n") as lines:
        for example in dataset:
            lines.write(json.dumps(as_record(example), ensure_ascii=True) + "\n")


def export_pairs(dataset: Dataset, target: Path) -> None:
    """Write the folders raw/ (ID.html, unchanged bytes) and clean/ (ID.txt), which the importer `pairs` reads."""
    for folder in ("raw", "clean"):
        (target / folder).mkdir(parents=True)
    for name, data in _files(dataset):
        (target / name).write_bytes(data)


def export_zip(dataset: Dataset, target: Path) -> None:
    """Write a ZIP archive of the pairs and their descriptions; equal datasets give equal bytes."""
    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _files(dataset):
            archive.writestr(_entry(name), data)
        described = (json.dumps(_description(example), ensure_ascii=False) + "\n" for example in dataset)
        archive.writestr(_entry("documents.jsonl"), "".join(described).encode("utf-8", "replace"))


EXPORTS: Final[Mapping[str, Callable[[Dataset, Path], None]]] = MappingProxyType(
    {"jsonl": export_jsonl, "pairs": export_pairs, "zip": export_zip}
)


def export(dataset: Dataset, form: str, target: Path) -> Path:
    """Write a dataset in one of the formats and return the path; existing files raise DatasetError."""
    if form not in EXPORTS:
        raise DatasetError(f"cannot export as {form!r}; known: {', '.join(EXPORTS)}")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        EXPORTS[form](dataset, target)
    except FileExistsError as error:
        raise DatasetError(f"{target} already exists; choose another path") from error
    except OSError as error:
        raise DatasetError(f"cannot write {target}: {error.strerror}") from error
    return target


def as_record(example: Example) -> dict[str, object]:
    """An example as JSON values; the page is decoded."""
    page = decode(example.html, example.charset)[0]
    texts = {"html": page, "gold": example.gold, "markup": example.markup, "versions": example.versions}
    return _description(example) | texts


def _description(example: Example) -> dict[str, object]:
    return {
        "id": example.id,
        "url": example.url,
        "language": example.language,
        "page_type": example.page_type,
        "split": example.split,
        "charset": example.charset,
        "with": list(example.with_snippets),
        "without": list(example.without_snippets),
        "facts": dict(example.facts),
    }


def _files(dataset: Dataset) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the files of all pairs."""
    taken: set[str] = set()
    for example in dataset:
        stem = file_stem(example.id, taken)
        yield f"raw/{stem}.html", example.html
        yield f"clean/{stem}.txt", example.gold.encode("utf-8", "replace")


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
