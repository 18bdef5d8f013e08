"""The asynchronous pool: slow jobs give way, workers come and go, and nothing is left behind."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from maintext.errors import SandboxError, WorkersBusy
from maintext.sandbox.async_pool import AsyncOptions, AsyncPool
from maintext.sandbox.failures import JobFailure
from maintext.sandbox.limits import Limits
from maintext.sandbox.protocol import Target

T = TypeVar("T")
OBEY = Target("tests.sandbox.targets:obey")
LIMITS = Limits(timeout=30.0)


def run(
    work: Callable[[AsyncPool], Awaitable[T]], options: AsyncOptions, target: Target = OBEY, limits: Limits = LIMITS
) -> T:
    async def inside() -> T:
        pool = AsyncPool(target, limits, options)
        await pool.start()
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(inside())


def test_jobs_are_answered_and_failures_are_values() -> None:
    async def work(pool: AsyncPool) -> list[bytes | JobFailure]:
        return await asyncio.gather(*(pool.run(job) for job in (b"one", b"raise", b"crash", b"two")))

    one, raised, crashed, two = run(work, AsyncOptions(workers=2))
    assert (one, two) == (b"one", b"two")
    assert isinstance(raised, JobFailure)
    assert isinstance(crashed, JobFailure)
    assert (raised.exception, crashed.kind, crashed.signal) == ("ValueError", "crash", "SIGKILL")


def test_a_job_whose_worker_ends_is_tried_once_more(tmp_path: Path) -> None:
    async def work(pool: AsyncPool) -> bytes | JobFailure:
        return await pool.run(f"crash-unless {tmp_path / 'tried'}".encode())

    assert run(work, AsyncOptions()) == b"survived"


def test_a_setup_that_fails_is_an_error_at_the_start() -> None:
    async def work(pool: AsyncPool) -> None:
        return None

    with pytest.raises(SandboxError, match="no worker can be started: RuntimeError: no file here"):
        run(work, AsyncOptions(), Target("tests.sandbox.targets:refuse", b"file"))


def test_a_timeout_of_its_own_replaces_that_of_the_pool() -> None:
    async def work(pool: AsyncPool) -> list[bytes | JobFailure]:
        return [await pool.run(b"sleep 0.5", timeout=20), await pool.run(b"sleep 60")]

    patient, late = run(work, AsyncOptions(), limits=Limits(timeout=0.2))
    assert patient == b"sleep 0.5"
    assert isinstance(late, JobFailure)
    assert late.kind == "timeout"


def test_slow_jobs_leave_their_places_to_others() -> None:
    async def work(pool: AsyncPool) -> tuple[list[bytes | JobFailure], int, bool]:
        slow = [asyncio.create_task(pool.run(b"spin 2")) for _ in range(2)]
        while pool.state()["slow"] < 2:
            await asyncio.sleep(0.02)
        quick = [await pool.run(b"quick") for _ in range(5)]
        still = not any(task.done() for task in slow)
        await asyncio.gather(*slow)
        return quick, pool.state()["slow"], still

    quick, slow, still = run(work, AsyncOptions(workers=2, interactive=True))
    assert quick == [b"quick"] * 5
    assert (slow, still) == (0, True)


def test_after_a_slow_job_workers_have_their_priority_again() -> None:
    async def work(pool: AsyncPool) -> set[bytes | JobFailure]:
        await pool.run(b"spin 1")
        return set(await asyncio.gather(*(pool.run(b"nice") for _ in range(6))))

    usual = str(os.getpriority(os.PRIO_PROCESS, 0)).encode()
    assert run(work, AsyncOptions(workers=1, interactive=True)) == {usual}


def test_workers_of_low_priority_stay_so() -> None:
    async def work(pool: AsyncPool) -> bytes | JobFailure:
        return await pool.run(b"nice")

    assert run(work, AsyncOptions(low_priority=True)) == b"10"


def test_workers_on_demand_start_with_the_first_jobs_and_exit_when_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.sandbox.async_pool._IDLE_SECONDS", 0.2)

    async def work(pool: AsyncPool) -> tuple[int, list[bytes | JobFailure], int]:
        before = len(pool.pids())
        found = await asyncio.gather(*(pool.run(b"sleep 0.5") for _ in range(3)))
        at_work = len(pool.pids())
        until = time.monotonic() + 20
        while pool.pids() and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert not pool.pids()
        return before, found, at_work

    before, found, at_work = run(work, AsyncOptions(workers=4, on_demand=True))
    assert (before, found) == (0, [b"sleep 0.5"] * 3)
    assert 1 <= at_work <= 3


def test_jobs_beyond_the_limit_are_refused() -> None:
    async def work(pool: AsyncPool) -> int:
        tasks = [asyncio.create_task(pool.run(b"sleep 0.1")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(WorkersBusy, match="try again"):
            await pool.run(b"one too many")
        return len(await asyncio.gather(*tasks))

    assert run(work, AsyncOptions(max_waiting=3)) == 4


def test_jobs_that_wait_too_long_are_refused() -> None:
    async def work(pool: AsyncPool) -> list[bytes | JobFailure | BaseException]:
        jobs = [pool.run(b"sleep 3", timeout=20), pool.run(b"late")]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, late = run(work, AsyncOptions(), limits=Limits(timeout=0.5))
    assert first == b"sleep 3"
    assert isinstance(late, WorkersBusy)


def test_no_worker_outlives_the_pool() -> None:
    async def work(pool: AsyncPool) -> list[int]:
        task = asyncio.create_task(pool.run(b"sleep 60"))
        await pool.run(b"fine")
        task.cancel()
        return pool.pids()

    for pid in run(work, AsyncOptions(workers=2, interactive=True)):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_closed_pool_refuses_jobs() -> None:
    async def work(pool: AsyncPool) -> None:
        await pool.close()
        with pytest.raises(SandboxError, match="the pool is closed"):
            await pool.run(b"late")

    run(work, AsyncOptions())
