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
    """An example as an importer hands it over, with remarks for the summary."""

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
    """Imported all the same, but worth knowing: the example's id and what is odd about it."""


class Importer(ABC):
    """Reads one source's format. The fields of an importer are its parameters."""

    __slots__ = ()

    @abstractmethod
    def locate(self, folder: Path) -> Path:
        """The source's own folder: this one or one below it, so that the folder of all sources will do."""

    @abstractmethod
    def header(self, root: Path) -> Header:
        """What holds for the whole dataset; its name is the default name."""

    @abstractmethod
    def entries(self, root: Path) -> Iterator[Entry | LeftOut]:
        """Every document of the source, or why it is left out."""

    def parts(self, folder: Path) -> "tuple[Importer, ...]":
        """The importers that together import the folder: itself, unless the source holds several datasets."""
        return (self,)


def attempt(
    path: Path | str, read: Callable[Arguments, Entry], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Entry | LeftOut:
    """The entry, or a broken file with its error, so that the import continues."""
    try:
        return read(*args, **kwargs)
    except _BROKEN as error:
        reason = str(error) or type(error).__name__
        if isinstance(error, OSError) and error.strerror:
            reason = error.strerror
        return LeftOut(str(path), " ".join(reason.split()))


def find_source(folder: Path, places: tuple[str, ...], needs: tuple[str, ...]) -> Path:
    """The first of the places below the folder that has everything the source needs."""
    for place in places:
        root = folder / place
        if all((root / name).exists() for name in needs):
            return root
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder; give the folder that the source was unpacked into")
    wanted = " and ".join(needs)
    raise DatasetError(f"{folder} does not hold this source: {wanted} not found in it or in {', '.join(places)}/")


def read_json(path: Path) -> object:
    """A JSON file."""
    return load_json(read_file(path))


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sorting key under which 9 comes before 10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part)


def slug(name: str) -> str:
    """A dataset name made from a folder's name."""
    return re.sub(r"[^\w.+\-]+", "-", name).strip("-._") or "dataset"
