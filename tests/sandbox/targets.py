"""Functions for worker processes to run."""

import os
import time
from collections.abc import Callable
from pathlib import Path


def obey(job: bytes) -> bytes:
    """Do what the job's first word says."""
    order, *rest = job.decode().split()
    if order == "pid":
        return str(os.getpid()).encode()
    if order == "cpus":
        return " ".join(map(str, sorted(os.sched_getaffinity(0)))).encode()
    if order == "nice":
        return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()
    if order == "crash":
        os.kill(os.getpid(), 9)
    if order == "crash-unless":
        if not Path(rest[0]).exists():
            Path(rest[0]).touch()
            os.kill(os.getpid(), 9)
        return b"survived"
    if order == "raise":
        raise ValueError("a bad job")
    if order == "spin":
        until = time.process_time() + float(rest[0])
        while time.process_time() < until:
            pass
    if order == "sleep":
        time.sleep(float(rest[0]))
    return job


def count_jobs(setup: bytes) -> Callable[[bytes], bytes]:
    """A function that returns the setup and how many jobs it has had."""
    jobs: list[bytes] = []

    def count(job: bytes) -> bytes:
        jobs.append(job)
        return setup + b" %d" % len(jobs)

    return count


def report_steps(report: Callable[[bytes], None], job: bytes) -> bytes:
    """Report every step, each of which takes a moment."""
    for step in range(int(job)):
        time.sleep(0.3)
        report(b"%d" % step)
    return b"done"


def refuse(setup: bytes) -> Callable[[bytes], bytes]:
    """Cannot be set up."""
    raise RuntimeError(f"no {setup.decode()} here")
