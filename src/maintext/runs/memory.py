"""How much memory a process holds, from the kernel: peaks per page, not for life (ru_maxrss never falls)."""

import os
import sys
from contextlib import suppress
from pathlib import Path

PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")


class Meter:
    """The peak of this process's resident memory since the last reset; for life where the kernel cannot reset it."""

    def __init__(self) -> None:
        self._status = _open("/proc/self/status", os.O_RDONLY)
        self._clear = _open("/proc/self/clear_refs", os.O_WRONLY)

    def reset(self) -> None:
        """Let the peak be what is held now."""
        if self._clear is not None:
            try:
                os.pwrite(self._clear, b"5", 0)
            except OSError:
                self._clear = None

    def peak(self) -> int:
        """The peak in bytes."""
        if self._status is not None:
            status = os.pread(self._status, 8192, 0)
            at = status.find(b"VmHWM:")
            if at >= 0:
                return int(status[at + 6 : at + 40].split(None, 1)[0]) * 1024
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def resident(pid: int) -> int:
    """Resident memory of another process in bytes; 0 if it is gone or the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * PAGE_SIZE
    except (OSError, IndexError, ValueError):
        return 0


def kernel_kills() -> int:
    """How many processes the kernel has ended for want of memory since it started; 0 if it does not tell."""
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
