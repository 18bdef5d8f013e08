"""Counting processes: who descends from whom, and who is still alive."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted in /proc")


def descendants(pid: int) -> set[int]:
    """All processes that a process has started, and those that they have started."""
    parents = {int(path.name): _stat(int(path.name))[1] for path in Path("/proc").iterdir() if path.name.isdigit()}
    found: set[int] = set()
    wave = {pid}
    while wave:
        wave = {child for child, parent in parents.items() if parent in wave}
        found |= wave
    return found


def alive(pids: Iterable[int]) -> list[int]:
    """Those that live; a process that has ended and waits to be buried does not."""
    return [pid for pid in pids if _stat(pid)[0] not in ("", "Z", "X")]


def names(pids: Iterable[int]) -> set[str]:
    """What the programs are called."""
    found = set()
    for pid in pids:
        try:
            found.add(Path(f"/proc/{pid}/comm").read_text().strip())
        except OSError:
            continue
    return found


def soon(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether a condition comes true in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def processor_seconds(pid: int | None) -> float:
    """What a process has taken of the processors, whatever else they had to do."""
    assert pid is not None
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> tuple[str, int]:
    """State and parent."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return fields[0], int(fields[1])
    except (OSError, IndexError):
        return "", 0


def environment() -> dict[str, str]:
    """An environment in which a child process finds the tests."""
    root = str(Path(__file__).parents[2])
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}
