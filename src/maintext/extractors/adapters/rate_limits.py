"""The rate limit and the monthly budget of a web service.

They are counted in a small file that all processes of the user share, so that they apply to a whole run.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import ExtractionError
from maintext.files import cache_folder


@dataclass(frozen=True, slots=True)
class _Held:
    """The content of the file."""

    month: str
    calls: int
    next: float


def reserve(service: str, per_second: float | None, budget: int | None) -> float:
    """Count one call; returns the seconds to wait before it, and raises an error if the month's budget is spent."""
    month = datetime.now(UTC).strftime("%Y-%m")
    with _opened(service) as file:
        calls, after = _read(file, month)
        if budget is not None and calls >= budget:
            raise ExtractionError(f"the budget of {budget} calls to {service} in {month} is spent; raise budget=")
        now = time.time()
        slot = max(now, after)
        _write(file, {"month": month, "calls": calls + 1, "next": slot + (1 / per_second if per_second else 0)})
    return slot - now


@contextmanager
def _opened(service: str) -> Iterator[IO[str]]:
    folder = cache_folder() / "maintext" / "services"
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(folder / f"{service}.json", os.O_RDWR | os.O_CREAT, 0o644), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _read(file: IO[str], month: str) -> tuple[int, float]:
    try:
        held = dataclass_from(_Held, load_json(file.read()))
    except ValueError:  # a new file is empty
        return 0, 0.0
    return (held.calls if held.month == month else 0), held.next


def _write(file: IO[str], values: dict[str, object]) -> None:
    file.seek(0)
    file.truncate()
    file.write(json.dumps(values))
    file.flush()
