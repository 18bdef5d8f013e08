"""Sources with one file per page and one file with all gold: `html/ID.html` and `gold.jsonl`.

A line of `gold.jsonl` is an object with `id` and `text`, and optionally `url` and the keys of `FACTS`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from maintext.data_formats import load_json
from maintext.datasets.dataset import Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.gold_text import page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, find_source
from maintext.errors import DatasetError
from maintext.files import read_file

FACTS: Final = ("title", "author", "date", "country", "lead", "site")
_PAGES, _GOLD = "html", "gold.jsonl"


@dataclass(frozen=True, slots=True)
class JsonLines(Importer):
    """Base class of importers for this format; subclasses define the header and the page type."""

    about: ClassVar[Header]
    page_type: ClassVar[str]

    def locate(self, folder: Path) -> Path:
        """The folder that contains html/ and gold.jsonl."""
        return find_source(folder, (self.about.name, "."), (_PAGES, _GOLD))

    def header(self, root: Path) -> Header:
        """The header that the subclass defines."""
        return self.about

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """Every line of gold.jsonl with its page, in the order of the file; then the pages without gold."""
        imported: set[str] = set()
        for number, line in enumerate(_lines(root / _GOLD), 1):
            if not line.strip():
                continue
            path = f"{root / _GOLD}:{number}"
            entry = attempt(path, self._read, root, line)
            if isinstance(entry, Entry):
                if entry.example.id in imported:
                    entry = LeftOut(path, f"an earlier line has the same id, {entry.example.id}")
                else:
                    imported.add(entry.example.id)
            yield entry
        for page in sorted((root / _PAGES).glob("*.html")):
            if page.stem not in imported:
                yield LeftOut(str(page), "it has no gold")

    def _read(self, root: Path, line: bytes) -> Entry:
        record = _record(line)
        name, gold = _text(record, "id"), _text(record, "text").strip()
        page = _page(root / _PAGES, name)
        example = Example(
            id=name,
            raw=page,
            clean=gold,
            url=_text(record, "url") or None,
            page_type=self.page_type,
            facts={key: _text(record, key) for key in FACTS if _text(record, key)},
            raw_encoding=page_encoding(page),
            clean_encoding=SourceEncoding("utf-8", "declared"),
        )
        return Entry(example, () if gold else ("its gold is empty",))


def _lines(path: Path) -> list[bytes]:
    try:
        return read_file(path).split(b"\n")
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror or error}") from error


def _record(line: bytes) -> Mapping[str, object]:
    record = load_json(line)
    if not isinstance(record, Mapping):
        raise DatasetError("it is not an object with id and text")
    for key in ("id", "text"):
        if not isinstance(record.get(key), str):
            raise DatasetError(f"it has no {key}")
    return record


def _page(folder: Path, name: str) -> bytes:
    if not name.strip() or set(name) & set("/\\\0"):
        raise DatasetError(f"its id is not a file name: {name!r}")
    try:
        return read_file(folder / f"{name}.html")
    except FileNotFoundError:
        raise DatasetError(f"it has no page: {name}.html is missing") from None


def _text(record: Mapping[str, object], key: str) -> str:
    """The string under a key; empty if it is missing or not a string."""
    value = record.get(key)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Newspaper(JsonLines):
    """newspaper [Paraschiv 2024]: news articles of 2023 from 219 hosts; the gold has neither title nor byline."""

    page_type: ClassVar[str] = "article"
    about: ClassVar[Header] = Header(
        name="newspaper",
        source="article-extraction-dataset of the newspaper4k project",
        paper="Paraschiv 2024, newspaper4k",
        license="Apache-2.0",
        trainable=True,
    )


@dataclass(frozen=True, slots=True)
class Fundus(JsonLines):
    """fundus [Dallabetta 2024]: test pages of a library of parsers, one to three per news publisher, 2023 to 2026.

    The gold is what the publisher's parser returns: lead, section headings and paragraphs, without title and captions.
    `site` is the publisher's name, since the pages have no URL.
    """

    page_type: ClassVar[str] = "article"
    about: ClassVar[Header] = Header(
        name="fundus",
        source="test pages of the fundus library",
        paper="Dallabetta et al. 2024, Fundus: a simple-to-use news scraper, ACL demonstrations",
        license="MIT",
        trainable=True,
    )


_MAGIC = ("benchmark of the magic-html library", "OpenDataLab 2024, magic-html", "Apache-2.0")


@dataclass(frozen=True, slots=True)
class MagicArticle(JsonLines):
    """The articles of magic-html [OpenDataLab 2024], many in Chinese; the gold has the title and often the date."""

    page_type: ClassVar[str] = "article"
    about: ClassVar[Header] = Header("magic-article", *_MAGIC, trainable=True)


@dataclass(frozen=True, slots=True)
class MagicForum(JsonLines):
    """The forum threads of magic-html [OpenDataLab 2024]; the gold has the names and dates of the posts."""

    page_type: ClassVar[str] = "forum"
    about: ClassVar[Header] = Header("magic-forum", *_MAGIC, trainable=True)
