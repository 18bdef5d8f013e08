"""The output folder of a corpus, local or on any file system of fsspec, with atomic writes.

A file appears whole or not at all: it is written under a name of its own, flushed to the disk, and renamed. Where there
is no renaming, as in object stores, a file that was written whole here is put there in one go.
"""

import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from maintext.corpus.locations import PLAN, filesystem, is_remote, join_location
from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import CorpusError
from maintext.files import read_file, replace_file

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

WORKING = ".working"
_ADVICE = "finished shards are kept; fix this and run the same command again"


class Storage:
    """A folder with atomic writes."""

    def __init__(self, location: str) -> None:
        self.location = location
        self.remote = is_remote(location)

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        if not self.remote:
            return Path(self.location, name).is_file()
        system, path = filesystem(join_location(self.location, name))
        return bool(system.isfile(path))

    def read(self, name: str) -> bytes:
        """A file's bytes."""
        try:
            if not self.remote:
                return read_file(Path(self.location, name))
            system, path = filesystem(join_location(self.location, name))
            return bytes(system.cat_file(path))
        except OSError as error:
            raise CorpusError(f"cannot read {join_location(self.location, name)}: {error.strerror or error}") from error

    def read_json(self, name: str, cls: type[T]) -> T:
        """Read a JSON file as a dataclass."""
        try:
            return dataclass_from(cls, load_json(self.read(name)))
        except (CorpusError, ValueError) as error:
            raise self.damaged(name, error) from error

    def damaged(self, name: str, error: Exception) -> CorpusError:
        """The error for a file with unexpected content."""
        advice = "build the corpus again" if name == PLAN else "remove it and run the same command again"
        return CorpusError(f"{join_location(self.location, name)} is damaged: {error}; {advice}")

    def names(self, folder: str) -> list[str]:
        """The files of a folder, by name."""
        if not self.remote:
            place = Path(self.location, folder)
            return sorted(path.name for path in place.iterdir() if path.is_file()) if place.is_dir() else []
        system, path = filesystem(join_location(self.location, folder))
        return (
            sorted(name.rstrip("/").rpartition("/")[2] for name in system.ls(path, detail=False))
            if system.isdir(path)
            else []
        )

    def write(self, name: str, data: bytes) -> None:
        """Write a file atomically."""
        with self.atomic_path(name) as path:
            path.write_bytes(data)

    @contextmanager
    def atomic_path(self, name: str) -> Iterator[Path]:
        """A temporary path to write to, moved to its place at the end; an error leaves nothing."""
        path: Path | None = None
        try:
            path = self._working(name)
            yield path
            self._put_file(path, name)
        except OSError as error:
            raise CorpusError(
                f"cannot write {join_location(self.location, name)}: {error.strerror or error}; {_ADVICE}"
            ) from error
        finally:
            if path is not None:
                with suppress(OSError):
                    path.unlink(missing_ok=True)
                if self.remote:
                    shutil.rmtree(path.parent, ignore_errors=True)

    def remove(self, folder: str) -> None:
        """Remove a folder with its content."""
        if not self.remote:
            shutil.rmtree(Path(self.location, folder), ignore_errors=True)
            return
        system, path = filesystem(join_location(self.location, folder))
        if system.exists(path):
            system.rm(path, recursive=True)

    @contextmanager
    def local(self, name: str) -> Iterator[Path]:
        """A local path for reading a file."""
        if not self.remote:
            yield Path(self.location, name)
            return
        with tempfile.TemporaryDirectory(prefix="maintext-") as folder:
            path = Path(folder, "file")
            path.write_bytes(self.read(name))
            yield path

    def _working(self, name: str) -> Path:
        """A unique temporary path."""
        if self.remote:
            return Path(tempfile.mkdtemp(prefix="maintext-")) / name.replace("/", "-")
        folder = Path(self.location, WORKING)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{name.replace('/', '-')}.{uuid.uuid4().hex}"

    def _put_file(self, path: Path, name: str) -> None:
        if self.remote:
            system, target = filesystem(join_location(self.location, name))
            system.makedirs(target.rpartition("/")[0], exist_ok=True)
            system.put_file(str(path), target)
            return
        target_path = Path(self.location, name)
        target_path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, target_path)
