"""The data home: a dataset named `cleaneval/final` is the folder of that name in it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from maintext.datasets.dataset import Dataset
from maintext.datasets.dataset_store import is_dataset, read_dataset
from maintext.datasets.test_set_ledger import ledger_file, record_read
from maintext.errors import DatasetError, nearest
from maintext.files import cache_folder, expand_user

_NAME = re.compile(r"[A-Za-z0-9][\w.+\-]*(/[A-Za-z0-9][\w.+\-]*)*")


def data_home() -> Path:
    """The folder of all imported datasets: $MAINTEXT_DATA, or maintext/datasets in the user's cache folder."""
    chosen = os.environ.get("MAINTEXT_DATA")
    return expand_user(chosen) if chosen else cache_folder() / "maintext" / "datasets"


def source_home() -> Path:
    """The default folder of dataset sources: maintext-data in the user's cache folder."""
    return cache_folder() / "maintext-data"


def dataset_names(home: Path | None = None) -> tuple[str, ...]:
    """The names of all imported datasets."""
    home = home or data_home()
    return tuple(sorted(folder.relative_to(home).as_posix() for folder in _datasets(home, depth=3)))


def open_dataset(name_or_folder: str | Path, home: Path | None = None) -> Dataset:
    """A dataset by its name in the data home, or by its folder; `wcxb` opens `wcxb/dev` if there is no other.

    Opening a test set is recorded in the ledger of test sets.
    """
    dataset = _find_dataset(name_or_folder, home)
    if not dataset.trainable:
        record_read(dataset.name, ledger_file(home or data_home()))
    return dataset


def _find_dataset(name_or_folder: str | Path, home: Path | None) -> Dataset:
    if isinstance(name_or_folder, Path) or name_or_folder.startswith((".", "/", "~")):
        folder = expand_user(name_or_folder)
        if not is_dataset(folder):
            raise DatasetError(f"{folder} is not a dataset: no meta.yaml; create it with: maintext datasets import")
        return read_dataset(folder)
    home = home or data_home()
    if _NAME.fullmatch(name_or_folder):
        if is_dataset(home / name_or_folder):
            return read_dataset(home / name_or_folder)
        inside = list(_datasets(home / name_or_folder, depth=2))
        if len(inside) == 1:
            return read_dataset(inside[0])
    if is_dataset(Path(name_or_folder)):
        return read_dataset(Path(name_or_folder))
    raise DatasetError(_unknown(name_or_folder, home))


def dataset_folder(name: str, home: Path | None = None) -> Path:
    """The folder for a dataset of this name; a name that is not a path below the data home raises DatasetError."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise DatasetError(
            f"{name!r} cannot be a dataset's name; use letters, digits, . _ - and / as in cleaneval/final"
        )
    return (home or data_home()) / name


def _datasets(folder: Path, depth: int) -> Iterator[Path]:
    """The folders of all datasets in a folder, except temporary ones, which start with a dot."""
    if is_dataset(folder):
        yield folder
    elif depth and folder.is_dir():
        for inside in sorted(folder.iterdir()):
            if inside.is_dir() and not inside.name.startswith("."):
                yield from _datasets(inside, depth - 1)


def _unknown(name: str, home: Path) -> str:
    known = dataset_names(home)
    hint = nearest(name, known) if known else "no dataset is imported yet"
    return f"there is no dataset called {name!r} in {home} ({hint}); import one with: maintext datasets import NAME DIR"
