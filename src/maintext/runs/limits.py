"""What one page may cost: time and memory."""

from dataclasses import dataclass

from maintext.errors import RunError

MEGABYTE = 1024 * 1024
_LEAST_MEMORY = 64 * MEGABYTE
_MOST_MEMORY = 1 << 50
LONGEST = 1_000_000
"""Seconds; more would overflow a timer."""
_UNITS = {"": 1, "K": 1024, "M": MEGABYTE, "G": 1024 * MEGABYTE}


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes of resident memory that a worker may take for one page."""

    timeout: float = 30.0
    memory: int = 2048 * MEGABYTE

    def __post_init__(self) -> None:
        if not 0 < self.timeout <= LONGEST:
            raise RunError(
                f"a time limit of {self.timeout:g} seconds cannot be; give a number above 0 and up to {LONGEST:,}"
            )
        if self.memory < _LEAST_MEMORY:
            raise RunError(f"a memory limit of {size(self.memory)} does not hold a worker; give at least 64M")
        if self.memory > _MOST_MEMORY:
            raise RunError(f"a memory limit of {size(self.memory)} is more than any machine has; give at most 1048576G")


def parse_size(text: str) -> int:
    """Bytes from text such as 512M, 2G or 2GiB."""
    number = text.strip().upper().removesuffix("B").removesuffix("I")
    unit = number[-1:] if number[-1:] in _UNITS else ""
    try:
        return int(float(number.removesuffix(unit)) * _UNITS[unit])
    except (ValueError, OverflowError):
        raise RunError(f"{text!r} is not an amount of memory; write it as 512M or 2G") from None


def size(number: int) -> str:
    """Bytes as a person writes them."""
    for unit in ("G", "M", "K"):
        if number >= _UNITS[unit]:
            return f"{number / _UNITS[unit]:.4g}{unit}"
    return str(number)
