"""Two folders of files: any collection of pages and gold texts whose file names match."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, page_encoding, read_structure
from maintext.datasets.importers.file_pairs import Pair, pair_up
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, attempt, find_source, slug
from maintext.files import read_file


@dataclass(frozen=True, slots=True)
class Pairs(Importer):
    """`pairs(raw=input, clean=gold, raw_ending=.htm)`; without endings, the usual ones are removed.

    `charset` is the encoding of the pages and `encoding` that of the gold texts, if known. The data is not trainable
    unless `trainable` is set, because nothing is known about its origin.
    """

    raw: str = "raw"
    clean: str = "clean"
    raw_ending: str = ""
    clean_ending: str = ""
    charset: str | None = None
    encoding: str | None = None
    language: str | None = None
    markup: Literal["none", "cleaneval"] = "none"
    trainable: bool = False

    def locate(self, folder: Path) -> Path:
        """The folder that contains both folders."""
        return find_source(folder, (".",), (self.raw, self.clean))

    def header(self, root: Path) -> Header:
        """A header with the name of the folder."""
        name = slug(root.resolve().name)
        markup = None if self.markup == "none" else self.markup
        return Header(name=name, source=f"{self.raw}/ and {self.clean}/", trainable=self.trainable, markup=markup)

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The pages with gold."""
        for pair in pair_up(root / self.raw, root / self.clean, self.raw_ending, self.clean_ending):
            yield pair if isinstance(pair, LeftOut) else attempt(pair.page, self._read, pair)

    def _read(self, pair: Pair) -> Entry:
        page = read_file(pair.page)
        text, encoding = decode_gold(read_file(pair.gold), self.encoding)
        structured = read_structure(text) if self.markup == "cleaneval" else None
        gold = structured.text if structured else text.strip()
        example = Example(
            id=pair.id,
            raw=page,
            clean=gold,
            structure=structured.markup if structured else None,
            url=structured.url if structured else None,
            language=self.language,
            raw_encoding=page_encoding(page, self.charset),
            clean_encoding=encoding,
        )
        return Entry(example, () if gold else ("its gold is empty",))
