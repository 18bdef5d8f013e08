"""Match the files of two folders by name: pages in one, gold in the other."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.importers.importer import Entry, LeftOut, attempt, natural

ENDINGS = re.compile(r"(?:-cleaned|-clean|\.txt|\.html?)+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pair:
    """A page and its gold."""

    id: str
    page: Path
    gold: Path


def pair_up(pages: Path, golds: Path, page_ending: str = "", gold_ending: str = "") -> Iterator[Pair | LeftOut]:
    """Pairs of a page and a gold file with the same stem; files without a partner are reported.

    Without endings, the usual ones are removed from the names (`103.html`, `103-cleaned.txt`). With endings, files
    with other endings are ignored.
    """
    page_files, page_twins = _by_stem(pages, page_ending)
    gold_files, gold_twins = _by_stem(golds, gold_ending)
    yield from (LeftOut(str(path), "another file has the same stem") for path in page_twins + gold_twins)
    for stem in sorted(page_files.keys() | gold_files.keys(), key=natural):
        page, gold = page_files.get(stem), gold_files.get(stem)
        if page and gold:
            yield Pair(stem, page, gold)
        elif page:
            yield LeftOut(str(page), "it has no gold")
        else:
            yield LeftOut(str(gold), "it has no page")


def read_pairs(pages: Path, golds: Path, read: Callable[[Pair], Entry]) -> Iterator[Entry | LeftOut]:
    """Read each pair; files that have no partner or cannot be read are reported."""
    for pair in pair_up(pages, golds):
        yield pair if isinstance(pair, LeftOut) else attempt(pair.page, read, pair)


def _by_stem(folder: Path, ending: str) -> tuple[dict[str, Path], list[Path]]:
    files: dict[str, Path] = {}
    twins = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file() or not path.name.endswith(ending):
            continue
        stem = path.name.removesuffix(ending) if ending else ENDINGS.sub("", path.name)
        if files.setdefault(stem, path) is not path:
            twins.append(path)
    return files, twins
