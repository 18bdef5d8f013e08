"""WCXB, the Web Content Extraction Benchmark [Foley 2026], CC-BY-4.0: seven page types, gold text, snippets, metadata.

The gold is `ground-truth/ID.json`, the page `html/ID.html.gz`. Some pages were never annotated; their main content is
empty, and their `facts` state the reason, to distinguish them from pages without content.
"""

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.gold_text import page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, find_source, natural, read_json
from maintext.errors import DatasetError
from maintext.files import read_file

_FACTS = ("model", "annotated_at", "downloaded_at", "verified", "reannotated", "reannotation_reason", "flagged")


@dataclass(frozen=True, slots=True)
class Wcxb(Importer):
    """One part of WCXB; `dev` is the published one."""

    part: str = "dev"

    def locate(self, folder: Path) -> Path:
        """The folder that contains ground-truth/ and html/."""
        return find_source(folder, (f"wcxb/{self.part}", self.part, "."), ("ground-truth", "html"))

    def header(self, root: Path) -> Header:
        """Only the development part is trainable."""
        return Header(
            name=f"wcxb/{self.part}",
            source="WCXB, the Web Content Extraction Benchmark",
            paper="Foley 2026, WCXB",
            license="CC-BY-4.0",
            trainable=self.part == "dev",
            markup="markdown",
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """One entry per annotation, with its page."""
        annotations = {path.stem: path for path in root.glob("ground-truth/*.json")}
        for page in sorted(root.glob("html/*.html*")):
            if page.name.partition(".")[0] not in annotations:
                yield LeftOut(str(page), "it has no gold")
        for name in sorted(annotations, key=natural):
            yield attempt(annotations[name], self._read, root, annotations[name])

    def _read(self, root: Path, path: Path) -> Entry:
        record = read_json(path)
        truth = record.get("ground_truth") if isinstance(record, Mapping) else None
        if not isinstance(record, Mapping) or not isinstance(truth, Mapping):
            raise DatasetError("it has no ground_truth")
        page = read_page(root / "html", path.stem)
        gold = _text(truth, "main_content").strip()
        kind = _page_type(record)
        known = {
            "title": _text(truth, "title") or None,
            "author": _text(truth, "author") or None,
            "date": _text(truth, "publish_date") or None,
            "annotated": None if gold else False,
            "page_type_confidence": kind.get("confidence"),
            "tags": kind.get("tags") or None,
        }
        example = Example(
            id=path.stem,
            raw=page,
            clean=gold,
            structure=_text(truth, "main_content_markdown") or None,
            url=_text(record, "url") or _text(truth, "url") or None,
            page_type=str(kind["primary"]) if kind.get("primary") else None,
            split=self.part,
            with_snippets=_snippets(truth, "with"),
            without_snippets=_snippets(truth, "without"),
            facts=known | {key: record.get(key) for key in _FACTS},
            raw_encoding=page_encoding(page),
            clean_encoding=SourceEncoding("utf-8", "declared"),
        )
        return Entry(example, () if gold else ("it was not annotated: its main content is empty",))


def read_page(folder: Path, stem: str) -> bytes:
    """The bytes of a page, decompressed if necessary."""
    packed = folder / f"{stem}.html.gz"
    if packed.exists():
        return gzip.decompress(read_file(packed))
    if not (folder / f"{stem}.html").exists():
        raise DatasetError(f"it has no page: {packed} is missing")
    return read_file(folder / f"{stem}.html")


def _page_type(record: Mapping[str, object]) -> Mapping[str, object]:
    internal = record.get("_internal")
    kind = internal.get("page_type") if isinstance(internal, Mapping) else None
    return kind if isinstance(kind, Mapping) else {}


def _text(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _snippets(truth: Mapping[str, object], key: str) -> tuple[str, ...]:
    values = truth.get(key)
    return tuple(str(value) for value in values) if isinstance(values, list) else ()
