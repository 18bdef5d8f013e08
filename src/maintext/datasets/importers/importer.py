"""The interface of an importer: turns a source folder into examples, and reports files left out."""

import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec

from maintext.data_formats import load_json
from maintext.datasets.dataset import Header
from maintext.datasets.example import Example
from maintext.errors import DatasetError
from maintext.files import read_file

Arguments = ParamSpec("Arguments")

_BROKEN = (OSError, ValueError, LookupError, EOFError, zlib.error, DatasetError)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A source file that did not become an example, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An example from an importer, with remarks for the summary."""

    example: Example
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """The counts of an import."""

    name: str
    folder: Path
    imported: int
    left_out: tuple[LeftOut, ...] = ()
    remarks: tuple[LeftOut, ...] = ()
    """Remarks on imported examples: the id, and what is unusual about the example."""


class Importer(ABC):
    """Reads the format of one source; the fields are its parameters."""

    __slots__ = ()

    @abstractmethod
    def locate(self, folder: Path) -> Path:
        """The folder of this source: the given one, or one below it if the given one contains several sources."""

    @abstractmethod
    def header(self, root: Path) -> Header:
        """The header of the dataset; its name is the default name."""

    @abstractmethod
    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """Every document of the source as an entry, or the reason why it was left out."""

    def parts(self, folder: Path) -> "tuple[Importer, ...]":
        """One importer per dataset in the folder; only this one unless the source contains several."""
        return (self,)


def attempt(
    path: Path | str, read: Callable[Arguments, Entry], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Entry | LeftOut:
    """The entry, or the file with its error if it cannot be read, so that the import continues."""
    try:
        return read(*args, **kwargs)
    except _BROKEN as error:
        reason = str(error) or type(error).__name__
        if isinstance(error, OSError) and error.strerror:
            reason = error.strerror
        return LeftOut(str(path), " ".join(reason.split()))


def find_source(folder: Path, places: tuple[str, ...], needs: tuple[str, ...]) -> Path:
    """The first of these subfolders that contains everything the source needs."""
    for place in places:
        root = folder / place
        if all((root / name).exists() for name in needs):
            return root
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder; give the folder that the source was unpacked into")
    wanted = " and ".join(needs)
    raise DatasetError(f"{folder} does not hold this source: {wanted} not found in it or in {', '.join(places)}/")


def read_json(path: Path) -> object:
    """Parse a JSON file."""
    return load_json(read_file(path))


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key for natural order: 9 comes before 10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part)


def slug(name: str) -> str:
    """A dataset name made from a folder's name."""
    return re.sub(r"[^\w.+\-]+", "-", name).strip("-._") or "dataset"
