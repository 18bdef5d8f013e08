"""L3S-GN1 [Kohlschütter 2010].

News pages that Google News listed in 2008. The gold is the same page with `<span class="x-nc-selN">` around labeled
text; labels nest, and the nearest one counts.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.datasets.gold_text import decode_gold, page_encoding
from maintext.datasets.importers.file_pairs import Pair, read_pairs
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, find_source
from maintext.datasets.importers.labeled_html import LabeledPiece, labeled_text, select
from maintext.files import read_file
from maintext.page.parsing.elements import Attributes

LABELS: Final = {"headline": "1", "full-text": "2", "supplemental": "3", "related": "4", "comments": "5"}
_LABEL = re.compile(r"x-nc-sel(\d)")


@dataclass(frozen=True, slots=True)
class L3sGn1(Importer):
    """The gold is the text with one of the chosen labels: `l3s-gn1(headline, full-text, comments)`."""

    labels: tuple[str, ...] = ("headline", "full-text")

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", tuple(label.replace(" ", "-") for label in self.labels))
        unknown = set(self.labels) - LABELS.keys()
        if unknown or not self.labels:
            raise ValueError(f"{', '.join(sorted(unknown)) or 'nothing'} is not a label; labels: {', '.join(LABELS)}")

    def locate(self, folder: Path) -> Path:
        """The folder with input/ and GoldStandard/."""
        return find_source(folder, ("l3s-gn1", "."), ("input", "GoldStandard"))

    def header(self, root: Path) -> Header:
        """Not trainable."""
        return Header(
            name="l3s-gn1",
            source="L3S-GN1, Google News 2008",
            paper="Kohlschütter et al. 2010, Boilerplate detection using shallow text features, WSDM",
            trainable=False,
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """All pages; the gold is empty if no text has one of the labels."""
        return read_pairs(root / "input", root / "GoldStandard", self._read)

    def _read(self, pair: Pair) -> Entry:
        page = read_file(pair.page)
        labeled, encoding = decode_gold(read_file(pair.gold))
        pieces = labeled_text(labeled, label_number)
        gold = _under(pieces, self.labels)
        versions = {
            "full-text": _under(pieces, ("full-text",)),
            "with-supplemental": _under(pieces, (*self.labels, "supplemental")),
        }
        found = {number for number, text in pieces if text.strip()}
        example = Example(
            id=pair.id,
            raw=page,
            clean=gold,
            alternatives={name: text for name, text in versions.items() if text and text != gold},
            language="en",
            facts={"labels": [name for name, number in LABELS.items() if number in found]},
            raw_encoding=page_encoding(page),
            clean_encoding=encoding,
        )
        return Entry(example, () if gold else ("its gold is empty",))


def label_number(attributes: Attributes) -> str | None:
    """The number in the label of an element; inherited labels do not count."""
    found = next((_LABEL.search(value or "") for name, value in attributes if name == "class"), None)
    return found.group(1) if found else None


def _under(pieces: Collection[LabeledPiece], names: Collection[str]) -> str:
    return select(pieces, {LABELS[name] for name in names})
