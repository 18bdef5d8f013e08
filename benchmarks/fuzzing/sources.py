"""The pages that mutated pages are made from: the bundled ones, and those of any folder."""

import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
BUNDLED = (ROOT / "tests" / "pages", ROOT / "tests" / "render" / "pages")
LONGEST = 100_000
"""Longer pages of a folder are cut here, so that they do not make up all the work."""
_SUFFIXES = (".html", ".htm", ".html.gz")


@dataclass(frozen=True, slots=True)
class Sources:
    """Files to start from, in a fixed order; a file is read when it is asked for."""

    files: tuple[Path, ...]

    @classmethod
    def of(cls, folders: Sequence[Path] = ()) -> "Sources":
        """The bundled pages and all pages in the folders."""
        files = [file for folder in BUNDLED for file in sorted(folder.glob("*/page.html"))]
        for folder in folders:
            found = sorted(file for file in folder.rglob("*") if is_page(file))
            if not found:
                raise SystemExit(f"no pages in {folder}: they end in .html, .htm or .html.gz, or have no extension")
            files += found
        return cls(tuple(files))

    def choose(self, random: Random) -> bytes:
        """A page sampled at random."""
        return read(random.choice(self.files))


def is_page(file: Path) -> bool:
    """Whether a file is taken for a page, by its name."""
    return file.is_file() and (file.name.lower().endswith(_SUFFIXES) or not file.suffix)


def read(file: Path) -> bytes:
    """The page in a file, unpacked and cut to a size that fuzzing can afford."""
    data = file.read_bytes()
    if file.suffix == ".gz":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            return data[:LONGEST]
    return data[:LONGEST]
