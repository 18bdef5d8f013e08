"""The limits of a job on time and memory, and the check whether a running job has exceeded one."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from maintext.errors import SandboxError

MEGABYTE = 1024 * 1024
MAX_TIMEOUT = 1_000_000
"""Seconds; more would overflow a timer."""
MAX_MEMORY = 1 << 50
_MIN_MEMORY = 64 * MEGABYTE
_SECONDS_FOR_TRACEBACK = 0.2
_UNITS = {"": 1, "K": 1024, "M": MEGABYTE, "G": 1024 * MEGABYTE}


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes of resident memory that a worker may use for one job."""

    timeout: float = 30.0
    memory: int = 2048 * MEGABYTE

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= MAX_TIMEOUT:
            raise SandboxError(
                f"a time limit of {self.timeout:g} seconds is impossible; "
                f"give a number above 0 and up to {MAX_TIMEOUT:,}"
            )
        if self.memory < _MIN_MEMORY:
            raise SandboxError(f"a memory limit of {format_size(self.memory)} is too small; give at least 64M")
        if self.memory > MAX_MEMORY:
            raise SandboxError(
                f"a memory limit of {format_size(self.memory)} is more than any machine has; give at most 1048576G"
            )


def set_resource_limits(limits: Limits) -> None:
    """Limit this process in the kernel.

    Libraries reserve address space that they never use, so memory is limited by measuring resident memory. The limit
    here is far above that and only stops what allocates faster than it is measured.
    """
    import resource

    data = 2 * limits.memory + 1024 * MEGABYTE
    for kind, limit in ((resource.RLIMIT_DATA, data), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def parse_size(text: str) -> int:
    """Bytes from text such as 512M, 2G or 2GiB."""
    number = text.strip().upper().removesuffix("B").removesuffix("I")
    unit = number[-1:] if number[-1:] in _UNITS else ""
    try:
        return int(float(number.removesuffix(unit)) * _UNITS[unit])
    except (ValueError, OverflowError):
        raise SandboxError(f"{text!r} is not an amount of memory; write it as 512M or 2G") from None


def format_size(number: int) -> str:
    """Bytes as `parse_size` reads them."""
    for unit in ("G", "M", "K"):
        if number >= _UNITS[unit]:
            return f"{number / _UNITS[unit]:.4g}{unit}"
    return str(number)


@dataclass(frozen=True, slots=True)
class LimitExceeded:
    """A limit that a job has exceeded, and when its worker is killed; until then it may write a traceback."""

    job: object
    kind: Literal["timeout", "memory"]
    message: str
    seconds: float
    kill_at: float


def check_limits(job: object, limits: Limits, seconds: float, memory: Callable[[], int]) -> LimitExceeded | None:
    """The limit that a running job has exceeded, if any; `memory` measures its worker."""
    now = time.monotonic()
    if seconds > limits.timeout:
        message = f"no answer within {limits.timeout:g} seconds"
        return LimitExceeded(job, "timeout", message, seconds, now + _SECONDS_FOR_TRACEBACK)
    held = memory()
    if held > limits.memory:
        message = f"the worker held {format_size(held)}, more than the limit of {format_size(limits.memory)}"
        return LimitExceeded(job, "memory", message, seconds, now)
    return None
