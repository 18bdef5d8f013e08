"""Pages with their expected structure: headings, lists, tables, images, code, formulas and footnotes.

`structure/reader/NAME/` has source.html, expected.html (a reader view), expected-metadata.json and url.txt, from the
tests of Readability's descendants. `structure/markdown/NAME/` has page.html, expected.md and metadata.json, from the
tests of Defuddle. Both are test sets for document structure, so they are not trainable.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urljoin

from maintext.data_formats import load_json
from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, find_source, natural, read_json
from maintext.datasets.importers.labeled_html import plain_text
from maintext.errors import DatasetError
from maintext.extractors.adapters.markdown_output import markdown_to_html
from maintext.files import read_file

_PLACEHOLDER: Final = "http://fakehost/"
"""The host of every page in the tests of Readability; relative links in the expected documents are resolved to it."""
_FRONT_MATTER = re.compile(rb"\s*<!--\s*(\{.*?\})\s*-->", re.DOTALL)
_PART_PREFIX = re.compile(r"^[\w-]+?--")


@dataclass(frozen=True, slots=True)
class StructurePages(Importer):
    """The pages with a reader view or those with Markdown; both if no part is named."""

    part: Literal["all", "reader", "markdown"] = "all"

    def parts(self, folder: Path) -> tuple[Importer, ...]:
        """One importer per part."""
        return (self,) if self.part != "all" else (StructurePages("reader"), StructurePages("markdown"))

    def locate(self, folder: Path) -> Path:
        """The folder that contains one folder per page."""
        return find_source(folder, ("structure", "."), (self.part,)) / self.part

    def header(self, root: Path) -> Header:
        """The gold markup is HTML in the part `reader` and Markdown in the part `markdown`."""
        return Header(
            name=f"structure/{self.part}",
            source="test pages of Readability's descendants" if self.part == "reader" else "test pages of Defuddle",
            license="MIT or AGPL-3.0" if self.part == "reader" else "MIT",
            trainable=False,
            markup="html" if self.part == "reader" else "markdown",
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """One entry per folder."""
        read = _read_reader_page if self.part == "reader" else _read_markdown_page
        for folder in sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: natural(path.name)):
            yield attempt(folder, read, folder)


def _read_reader_page(folder: Path) -> Entry:
    lines = read_file(folder / "url.txt").decode().split()  # one of these files has a file name after the URL
    return _entry(folder, "source.html", "expected.html", "expected-metadata.json", lines[0] if lines else None)


def _read_markdown_page(folder: Path) -> Entry:
    """Read a page; its URL is in a comment at the start of the page, else in the name of the folder."""
    found = _FRONT_MATTER.match(read_file(folder / "page.html"))
    told = load_json(found[1]) if found else {}
    url = told.get("url") if isinstance(told, Mapping) else None
    named = f"https://{_PART_PREFIX.sub('', folder.name)}"
    return _entry(folder, "page.html", "expected.md", "metadata.json", url if isinstance(url, str) else named)


def _entry(folder: Path, page_file: str, gold_file: str, metadata_file: str, url: str | None) -> Entry:
    page = read_file(folder / page_file)
    markup, encoding = decode_gold(read_file(folder / gold_file))
    markup = markup.replace(_PLACEHOLDER, urljoin(url, "/")) if url else markup
    known = read_json(folder / metadata_file)
    if not isinstance(known, Mapping):
        raise DatasetError(f"{metadata_file} is not a mapping")
    gold = plain_text(markdown_to_html(markup) if gold_file.endswith(".md") else markup)
    example = Example(
        id=folder.name,
        raw=page,
        clean=gold,
        structure=markup,
        url=url,
        facts={
            "title": known.get("title") or None,
            "author": known.get("author") or known.get("byline") or None,
            "date": known.get("published") or known.get("publishedDate") or None,
            "site_name": known.get("site") or known.get("siteName") or None,
            "gold_language": known.get("language") or None,
        },
        raw_encoding=page_encoding(page),
        clean_encoding=encoding,
    )
    return Entry(example, () if gold else ("its gold is empty",))
