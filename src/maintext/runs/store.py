"""Results files: one per extractor, one JSON line per page, append-only.

Each line is one write, so a killed run leaves complete lines and at most one incomplete one, which the next session
removes. The file is synced to disk every few seconds and at the end; pages lost in a power failure are run again. If a
page has several lines, the last one counts.
"""

import fcntl
import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from maintext.errors import RunError
from maintext.files import open_file
from maintext.runs.outcome import Outcome, from_line

LOCK = ".lock"
_SYNC_EVERY = 5.0


def file_name(spec: str) -> str:
    """A safe file name for an extractor's results: readable, and unlike any other spec's."""
    slug = re.sub(r"[^a-z0-9]+", "-", spec.lower()).strip("-")[:60].rstrip("-")
    return f"{slug or 'extractor'}-{hashlib.sha256(spec.encode()).hexdigest()[:8]}.jsonl"


def read_outcomes(path: Path) -> dict[str, Outcome]:
    """The last outcome of every page in a results file; incomplete and damaged lines are skipped."""
    outcomes: dict[str, Outcome] = {}
    try:
        with open_file(path) as lines:
            for line in lines:
                outcome = from_line(line) if line.endswith(b"\n") else None
                if outcome is not None:
                    outcomes[outcome.id] = outcome
    except FileNotFoundError:
        pass
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}") from error
    return outcomes


class Appender:
    """A results file open for more lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
            _cut_torn_line(self._file)
        except OSError as error:
            raise self._error(error) from error
        self._synced = time.monotonic()

    def append(self, line: bytes) -> None:
        """Add a line."""
        try:
            while line:
                line = line[os.write(self._file, line) :]
            if time.monotonic() - self._synced > _SYNC_EVERY:
                self._sync()
        except OSError as error:
            raise self._error(error) from error

    def __enter__(self) -> "Appender":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._sync()
        finally:
            os.close(self._file)

    def _sync(self) -> None:
        os.fsync(self._file)
        self._synced = time.monotonic()

    def _error(self, error: OSError) -> RunError:
        return RunError(f"cannot write {self._path}: {error.strerror}; finished pages are kept; run the command again")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a run's folder; the lock ends with the process."""
    path = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror}; choose another folder with -o") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise RunError(
                f"another run (process {holder}) is writing to {folder}; wait for it, or choose another folder with -o"
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(lock)


def _cut_torn_line(file: int) -> None:
    """Cut a file back to the end of its last whole line."""
    end = os.fstat(file).st_size
    at = end
    while at > 0:
        start = max(0, at - 65536)
        found = os.pread(file, at - start, start).rfind(b"\n")
        if found >= 0:
            at = start + found + 1
            break
        at = start
    if at < end:
        os.ftruncate(file, at)
