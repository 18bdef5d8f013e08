"""Resident memory of processes, as the kernel reports it."""

import os
import sys
from contextlib import suppress
from pathlib import Path

_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")


class PeakMemory:
    """The peak of this process's resident memory since the last reset; since its start where it cannot be reset."""

    def __init__(self) -> None:
        self._status = _open("/proc/self/status", os.O_RDONLY)
        self._clear = _open("/proc/self/clear_refs", os.O_WRONLY)

    def reset(self) -> None:
        """Start again from what is held now."""
        if self._clear is not None:
            try:
                os.pwrite(self._clear, b"5", 0)
            except OSError:
                self._clear = None

    def read(self) -> int:
        """The peak in bytes."""
        if self._status is not None:
            status = os.pread(self._status, 8192, 0)
            start = status.find(b"VmHWM:")
            if start >= 0:
                return int(status[start + 6 : start + 40].split(None, 1)[0]) * 1024
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def resident_memory(pid: int) -> int:
    """Resident memory of another process in bytes; 0 if it has ended or the system does not report it."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * _PAGE_SIZE
    except (OSError, IndexError, ValueError):
        return 0


def oom_kills() -> int:
    """How many processes the kernel has killed since it started because memory ran out; 0 if it does not report it."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, value = line.partition(" ")
            if name == "oom_kill":
                return int(value)
    return 0


def _open(path: str, flags: int) -> int | None:
    try:
        return os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return None
