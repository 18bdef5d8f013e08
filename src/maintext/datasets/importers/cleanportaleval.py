"""CleanPortalEval [Endrédy 2013].

Several pages from each of four sites, in CleanEval's format. The file name contains the site:
`bbc.co.uk_news_01.html` belongs to `bbc.co.uk_news`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.dataset import Header
from maintext.datasets.importers.cleaneval import read_pair
from maintext.datasets.importers.file_pairs import Pair, read_pairs
from maintext.datasets.importers.importer import Entry, Importer, LeftOut, find_source


@dataclass(frozen=True, slots=True)
class CleanPortalEval(Importer):
    """A corpus for methods that learn the template of a site from several of its pages."""

    def locate(self, folder: Path) -> Path:
        """The folder with input/ and GoldStandard/."""
        return find_source(folder, ("cleanportaleval", "."), ("input", "GoldStandard"))

    def header(self, root: Path) -> Header:
        """Not trainable."""
        return Header(
            name="cleanportaleval",
            source="CleanPortalEval",
            paper="Endrédy and Novák 2013, More effective boilerplate removal: the GoldMiner algorithm, Polibits",
            trainable=False,
            markup="cleaneval",
        )

    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """The pages with gold, each with its site."""
        return read_pairs(root / "input", root / "GoldStandard", _read)


def _read(pair: Pair) -> Entry:
    return read_pair(pair, language="en", facts={"site": pair.id.rpartition("_")[0] or pair.id})
