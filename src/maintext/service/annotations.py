"""Annotations on disk: every annotator has a dataset in the canonical layout, under one folder.

    <folder>/anna/{meta.yaml, raw/, clean/, markup/, versions/}
    <folder>/ben/...

A page has the same id in each of them, so they can be compared, and each can be run and scored like any other
dataset. The facts of an example say who annotated it, when, and the label of every word.
"""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from maintext.datasets import Dataset, Example, Header, SourceEncoding, open_dataset
from maintext.datasets.dataset_store import is_dataset, put_example, read_dataset
from maintext.datasets.home import dataset_folder
from maintext.errors import DatasetError
from maintext.service.annotator_agreement import ContingencyTable, compare_runs
from maintext.service.labels import Label, LabelRun
from maintext.service.problems import Problem
from maintext.service.settings import ServiceSettings

ANNOTATOR: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"


@dataclass(frozen=True, slots=True)
class AnnotationPage:
    """A page to annotate."""

    id: str
    html: bytes
    url: str | None = None
    charset: str | None = None


@dataclass
class Annotations:
    """The annotators' datasets, and the pages to annotate."""

    folder: Path
    pages: Dataset | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def annotators(self) -> dict[str, Dataset]:
        """The annotators with saved pages."""
        if not self.folder.is_dir():
            return {}
        found = sorted(item for item in self.folder.iterdir() if re.match(ANNOTATOR, item.name) and is_dataset(item))
        return {item.name: read_dataset(item) for item in found}

    def find(self, name: str) -> AnnotationPage:
        """A page by its id: a page to annotate, or an annotated one."""
        for dataset in (*([self.pages] if self.pages is not None else []), *self.annotators().values()):
            if name in dataset:
                example = dataset[name]
                return AnnotationPage(example.id, example.html, example.url, example.charset)
        raise Problem(404, "there is no such page to annotate")

    def ids(self) -> list[str]:
        """The ids of all pages."""
        own = [example.id for example in self.pages] if self.pages is not None else []
        others = [example.id for dataset in self.annotators().values() for example in dataset]
        return list(dict.fromkeys([*own, *others]))

    def labels(self, annotator: str, name: str) -> list[Label] | None:
        """The labels of an annotator for a page; None if there are none."""
        dataset = self.annotators().get(annotator)
        if dataset is None or name not in dataset:
            return None
        saved = dataset[name].facts.get("labels")
        return [Label(*entry) for entry in saved] if isinstance(saved, list) else None

    def save(
        self, annotator: str, page: AnnotationPage, gold: Mapping[str, object], labels: list[Label], seconds: float
    ) -> Path:
        """Save a page and its gold in the dataset of the annotator; returns its folder."""
        place = self.folder / annotator
        known = self._description(page.id)
        example = Example(
            id=page.id,
            raw=page.html,
            clean=str(gold["text"]),
            structure=str(gold["markup"]),
            alternatives={str(name): str(text) for name, text in _mapping(gold["versions"]).items()},
            url=page.url,
            language=known.language if known is not None else None,
            page_type=known.page_type if known is not None else None,
            facts={
                "annotator": annotator,
                "annotated": datetime.now(UTC).isoformat(timespec="seconds"),
                "seconds": round(seconds, 1),
                "labels": [list(label) for label in labels],
                "words": gold["runs"],
            },
            raw_encoding=SourceEncoding(page.charset, "declared" if page.charset else "unknown"),
            clean_encoding=SourceEncoding("utf-8", "declared"),
        )
        header = Header(
            name=f"{self.folder.name}/{annotator}", source=f"annotated by {annotator}", importer="annotate",
            trainable=self.pages.trainable if self.pages is not None else True, markup="html",
        )  # fmt: skip
        with self._lock:
            put_example(place, header, example)
        return place

    def compare(self, first: str, second: str) -> dict[str, ContingencyTable | None]:
        """The label counts of every page that both have labeled; None where their words differ."""
        known = self.annotators()
        for name in (first, second):
            if name not in known:
                raise Problem(404, f"nothing is annotated by {name}")
        one, two = known[first], known[second]
        shared = [example.id for example in one if example.id in two]
        return {name: compare_runs(_label_runs(one[name]), _label_runs(two[name])) for name in shared}

    def _description(self, name: str) -> Example | None:
        return self.pages[name] if self.pages is not None and name in self.pages else None

    @cached_property
    def title(self) -> str:
        """The title of the annotation dataset."""
        return self.folder.name


def open_annotations(settings: ServiceSettings) -> Annotations | None:
    """Open the annotation dataset that the settings name."""
    if settings.annotations is None:
        return None
    name = settings.annotations
    folder = Path(name).expanduser() if name.startswith((".", "/", "~")) else dataset_folder(name)
    if is_dataset(folder):
        raise DatasetError(
            f"{folder} is a dataset; annotations need a folder of their own, with a dataset per annotator"
        )
    return Annotations(folder, open_dataset(settings.pages) if settings.pages is not None else None)


def page_id(html: bytes, url: str | None) -> str:
    """An id for a new page: the end of its URL, and a hash of its bytes."""
    stem = re.sub(r"[^a-z0-9]+", "-", (url or "page").lower().partition("://")[2] or "page").strip("-")[-60:]
    return f"{stem}-{sha256(html).hexdigest()[:12]}"


def _label_runs(example: Example) -> list[LabelRun]:
    saved = example.facts.get("words")
    return [LabelRun(str(label), int(count)) for label, count in saved] if isinstance(saved, list) else []


def _mapping(value: object) -> Mapping[object, object]:
    return value if isinstance(value, Mapping) else {}
