"""Processors: how many this process may use, who runs where and how urgently."""

import math
import os
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

SINGLE_THREADED: Final = dict.fromkeys(
    (
        "BLIS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "RAYON_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    ),
    "1",
)
"""Environment variables that keep numeric libraries to one thread, as every worker has a processor of its own."""
_LOW_PRIORITY: Final = 10
_CGROUPS: Final = Path("/sys/fs/cgroup")


def available_cpus() -> int:
    """How many processors this process may use, by its affinity and the quota of its cgroup; at least 1."""
    cpus = len(allowed_cpus()) or os.cpu_count() or 1
    return max(1, math.ceil(min(cpus, _quota(_CGROUPS))))


def allowed_cpus() -> list[int]:
    """The numbers of the processors that this process may run on; empty where the system does not report them."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def least_used_cpu(cpus: Sequence[int], used: Iterable[int | None]) -> int:
    """The processor that the fewest workers are pinned to."""
    counts = Counter(used)
    return min(cpus, key=lambda cpu: counts[cpu])


def pin_to_cpu(pid: int, cpu: int) -> None:
    """Keep a process and its future children on one processor, if the system allows it."""
    with suppress(OSError, AttributeError):
        os.sched_setaffinity(pid, [cpu])


def lower_priority(pid: int) -> None:
    """Leave most of the processor to others where there is not enough for all.

    It works between processes of one session: Linux shares the processor between sessions first (autogroups).
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, _LOW_PRIORITY)


def restore_priority(pid: int) -> bool:
    """Give a process the priority of this one again; False where only a privileged process may."""
    try:
        os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0))
    except OSError:
        return False
    return True


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used; 0 if the system does not report it."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the kernel's number for the CPU clock of a process
    except OSError:
        return 0.0


def _quota(cgroups: Path) -> float:
    """Processors that the cgroup may use at a time; infinity if it has no quota."""
    for read in (_quota_v2, _quota_v1):
        with suppress(OSError, ValueError, ZeroDivisionError):
            return read(cgroups)
    return math.inf


def _quota_v2(cgroups: Path) -> float:
    quota, period = (cgroups / "cpu.max").read_text().split()
    return math.inf if quota == "max" else int(quota) / int(period)


def _quota_v1(cgroups: Path) -> float:
    quota = int((cgroups / "cpu" / "cpu.cfs_quota_us").read_text())
    return math.inf if quota <= 0 else quota / int((cgroups / "cpu" / "cpu.cfs_period_us").read_text())
