"""Processors: affinity, quotas, priorities."""

import os
import time
from pathlib import Path

import pytest

from maintext.sandbox import cpus
from tests.sandbox.processes import needs_proc


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors can be chosen on Linux only")
def test_the_affinity_counts() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, [min(allowed)])
        assert cpus.available_cpus() == 1
    finally:
        os.sched_setaffinity(0, allowed)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"cpu.max": "max 100000"}, 64),
        ({"cpu.max": "150000 100000"}, 2),
        ({"cpu.max": "50000 100000"}, 1),
        ({"cpu.max": "nonsense"}, 64),
        ({"cpu/cpu.cfs_quota_us": "300000", "cpu/cpu.cfs_period_us": "100000"}, 3),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, 64),
        ({}, 64),
    ],
)
def test_the_quota_of_the_cgroup_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], expected: int
) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(cpus, "_CGROUPS", tmp_path)
    monkeypatch.setattr(cpus, "allowed_cpus", lambda: list(range(64)))
    assert cpus.available_cpus() == expected


def test_workers_go_where_the_fewest_are() -> None:
    assert cpus.least_used_cpu([0, 1, 2], [0, 0, 1, 2, 2, None]) == 1


@needs_proc
def test_processor_time_of_a_process() -> None:
    before = cpus.cpu_seconds(os.getpid())
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
    assert cpus.cpu_seconds(os.getpid()) - before >= 0.1
