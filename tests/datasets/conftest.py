"""What the tests of datasets share: a way to write source folders, and a small dataset in a data home of its own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from maintext.datasets import Dataset
from tests.datasets.made import write_files, write_small

Write = Callable[[dict[str, str | bytes]], Path]


@pytest.fixture
def source(tmp_path: Path) -> Write:
    """Writes files below a source folder and returns the folder."""

    return partial(write_files, tmp_path / "source")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data home."""
    monkeypatch.setenv("MAINTEXT_DATA", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def small(home: Path) -> Dataset:
    """The small dataset, imported as `small`."""
    return write_small(home)
