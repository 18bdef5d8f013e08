"""Datasets and processes for tests of runs."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from maintext.datasets import Dataset, Example, Header
from maintext.datasets.dataset_store import writing

OBEY = "tests.runs.bad_extractors:Obey"
ROOT = Path(__file__).parents[2]

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")


def example(number: int, order: str) -> Example:
    return Example(f"{number:03}", f"<p>{order} page {number}</p>".encode(), f"gold {number}", split=order)


def dataset(*orders: str, name: str = "made/up") -> Dataset:
    """A dataset whose pages begin with these words."""
    return Dataset(Header(name), tuple(example(number, order) for number, order in enumerate(orders)))


def on_disk(made: Dataset, folder: Path) -> Path:
    with writing(folder, made.header) as writer:
        for each in made:
            writer.add(each)
    return folder


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Whether a condition comes true in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False


def children(pid: int) -> set[int]:
    """The living children of a process."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.add(int(stat.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def environment() -> dict[str, str]:
    """The environment of a maintext that can import the tests' extractors."""
    return os.environ | {"PYTHONPATH": str(ROOT)}
