"""Folders with one page and its expected output each, as in the tests of maintext and of Readability.

`<slug>/page.html` with expected.txt, expected.md and meta.yaml; or, as Mozilla's Readability keeps them,
`<slug>/source.html` with expected.html and expected-metadata.json.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from maintext.data_formats import load_mapping, load_yaml
from maintext.datasets.dataset import Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, natural, read_json, slug
from maintext.datasets.importers.labeled_html import plain_text
from maintext.errors import DatasetError
from maintext.files import read_file

_DESCRIPTION = ("url", "language", "page_type", "encoding", "with", "without", "slug")


@dataclass(frozen=True, slots=True)
class Pages(Importer):
    """A folder of such folders. They are tests, so they are not trainable unless `trainable` is set."""

    trainable: bool = False

    def locate(self, folder: Path) -> Path:
        """The given folder."""
        if not _folders(folder):
            raise DatasetError(f"{folder} holds no folders with page.html or source.html in them")
        return folder

    def header(self, root: Path) -> Header:
        """A header with the name of the folder."""
        ours = any((folder / "page.html").exists() for folder in _folders(root))
        name = slug(root.resolve().name)
        return Header(name=name, source="pages", trainable=self.trainable, markup="markdown" if ours else "html")

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """One entry per folder."""
        for folder in _folders(root):
            yield attempt(
                folder, _read_maintext_page if (folder / "page.html").exists() else _read_readability_page, folder
            )


def _folders(root: Path) -> list[Path]:
    found = {path.parent for name in ("page.html", "source.html") for path in root.glob(f"*/{name}")}
    return sorted(found, key=lambda folder: natural(folder.name))


def _read_maintext_page(folder: Path) -> Entry:
    page = read_file(folder / "page.html")
    described = folder / "meta.yaml"
    known = load_mapping(load_yaml, read_file(described).decode()) if described.exists() else {}
    markdown = _gold(folder / "expected.md")
    text = _gold(folder / "expected.txt")
    if text is None and markdown is None:
        raise DatasetError("it has neither expected.txt nor expected.md")
    gold = markdown if text is None else text
    example = Example(
        id=folder.name,
        raw=page,
        clean=gold or "",
        structure=markdown,
        url=_text(known, "url"),
        language=_text(known, "language"),
        page_type=_text(known, "page_type"),
        with_snippets=_snippets(known, "with"),
        without_snippets=_snippets(known, "without"),
        facts={key: _plain_value(value) for key, value in known.items() if key not in _DESCRIPTION},
        raw_encoding=page_encoding(page, _text(known, "encoding")),
        clean_encoding=SourceEncoding("utf-8", "declared"),
    )
    return Entry(example, () if gold else ("its gold is empty",))


def _read_readability_page(folder: Path) -> Entry:
    page = read_file(folder / "source.html")
    expected = folder / "expected.html"
    if not expected.exists():
        raise DatasetError("it has no expected.html")
    markup, encoding = decode_gold(read_file(expected))
    metadata = folder / "expected-metadata.json"
    known = read_json(metadata) if metadata.exists() else {}
    facts = {str(key): _plain_value(value) for key, value in known.items()} if isinstance(known, Mapping) else {}
    gold = plain_text(markup)
    example = Example(
        id=folder.name,
        raw=page,
        clean=gold,
        structure=markup,
        language=_text(facts, "lang"),
        facts=facts,
        raw_encoding=page_encoding(page),
        clean_encoding=encoding,
    )
    return Entry(example, () if gold else ("its gold is empty",))


def _gold(path: Path) -> str | None:
    return decode_gold(read_file(path)).text.strip() if path.exists() else None


def _text(known: Mapping[str, object], key: str) -> str | None:
    value = known.get(key)
    return value if isinstance(value, str) else None


def _plain_value(value: object) -> object:
    """Dates and similar values as strings, because meta.yaml contains plain values only."""
    return value if value is None or isinstance(value, bool | int | float | str | list) else str(value)


def _snippets(known: Mapping[str, object], key: str) -> tuple[str, ...]:
    values = known.get(key)
    return tuple(str(value) for value in values) if isinstance(values, list) else ()
