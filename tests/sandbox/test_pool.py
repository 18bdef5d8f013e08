"""The synchronous pool: results, failures, retries, and workers that are replaced."""

import os
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from maintext.errors import SandboxError
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import Limits
from maintext.sandbox.packing import join_parts, split_parts
from maintext.sandbox.pool import JobReply, PoolOptions, run_jobs
from maintext.sandbox.protocol import Target

OBEY = Target("tests.sandbox.targets:obey")
LIMITS = Limits(timeout=20.0)


def run(target: Target, *jobs: str, limits: Limits = LIMITS, options: PoolOptions | None = None) -> list[JobReply[int]]:
    return list(run_jobs(target, [(number, job.encode()) for number, job in enumerate(jobs)], limits, options))


def results(replies: list[JobReply[int]]) -> list[bytes | str]:
    return [reply.result if isinstance(reply.result, bytes) else reply.result.kind for reply in replies]


def test_any_function_of_bytes_can_be_run() -> None:
    page = b"<p>words</p>" * 100_000
    [reply] = run_jobs(Target("zlib:compress"), [("page", page)], LIMITS)
    assert reply.key == "page"
    assert isinstance(reply.result, bytes)
    assert zlib.decompress(reply.result) == page


def test_a_setup_is_done_once_in_each_worker() -> None:
    replies = run(Target("tests.sandbox.targets:count_jobs", b"loaded"), "a", "b", "c")
    assert results(replies) == [b"loaded 1", b"loaded 2", b"loaded 3"]


def test_a_setup_that_fails_is_an_error_with_its_name() -> None:
    with pytest.raises(SandboxError, match="the model cannot be started in a worker: RuntimeError: no file here"):
        run(Target("tests.sandbox.targets:refuse", b"file", name="the model"), "a")


def test_a_function_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SandboxError, match=r"tests\.sandbox\.targets:nothing cannot be started"):
        run(Target("tests.sandbox.targets:nothing"), "a")


def test_failures_say_what_happened() -> None:
    replies = run(OBEY, "raise", "crash", "fine", limits=Limits(timeout=20.0))
    assert results(replies) == ["exception", "crash", b"fine"]
    raised, crashed = (reply.result for reply in replies[:2])
    assert isinstance(raised, JobFailure)
    assert isinstance(crashed, JobFailure)
    assert (raised.exception, raised.message) == ("ValueError", "ValueError: a bad job")
    assert crashed.signal == "SIGKILL"


def test_a_job_that_ends_a_used_worker_is_tried_again_in_a_fresh_one(tmp_path: Path) -> None:
    replies = run(OBEY, "fine", f"crash-unless {tmp_path / 'tried'}", "fine")
    assert results(replies) == [b"fine", b"survived", b"fine"]


@pytest.mark.parametrize(("attempts", "expected"), [(1, "crash"), (2, b"survived")])
def test_a_job_gets_as_many_fresh_workers_as_allowed(tmp_path: Path, attempts: int, expected: bytes | str) -> None:
    replies = run(OBEY, f"crash-unless {tmp_path / 'tried'}", options=PoolOptions(attempts=attempts))
    assert results(replies) == [expected]


def test_timeouts_are_retried_only_if_asked_for() -> None:
    options = PoolOptions(attempts=2, retried=frozenset(["timeout"]))
    [reply] = run(OBEY, "sleep 60", limits=Limits(timeout=0.3), options=options)
    assert isinstance(reply.result, JobFailure)
    assert reply.result.kind == "timeout"


def test_a_worker_is_replaced_after_its_share_of_jobs() -> None:
    replies = run(OBEY, *["pid"] * 7, options=PoolOptions(jobs_per_worker=3))
    pids = results(replies)
    assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]


def test_progress_is_reported_and_restarts_the_clock() -> None:
    target = Target("tests.sandbox.targets:report_steps", reports_progress=True)
    replies = run(target, "5", limits=Limits(timeout=1.2))
    assert [(reply.result, reply.is_final) for reply in replies] == [
        *((b"%d" % step, False) for step in range(5)),
        (b"done", True),
    ]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="processors can be chosen on Linux only")
def test_pinned_workers_share_the_processors_evenly() -> None:
    cpus = sorted(os.sched_getaffinity(0))
    replies = run(OBEY, *["cpus"] * 8, options=PoolOptions(workers=len(cpus), pin=True, prefetch=False))
    found = set(results(replies))
    assert found <= {str(cpu).encode() for cpu in cpus} if len(cpus) > 1 else found == {b"0"}


def test_no_jobs_need_no_workers() -> None:
    assert run(Target("tests.sandbox.targets:refuse", b"x")) == []


def test_closing_ends_the_workers() -> None:
    with closing(run_jobs(OBEY, [(1, b"pid"), (2, b"sleep 60")], LIMITS)) as replies:
        result = next(replies).result
    assert isinstance(result, bytes)
    with pytest.raises(ProcessLookupError):
        os.kill(int(result), 0)


@pytest.mark.parametrize("parts", [[], [b""], [b"a\nb", b"", b"\x00" * 10]])
def test_parts_come_back(parts: list[bytes]) -> None:
    assert split_parts(join_parts({"a": [1, None, "é\n"]}, *parts)) == ({"a": [1, None, "é\n"]}, parts)
