"""Workers under bad pages: none of them may hold up the others, and all of them end."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from maintext.errors import WorkersBusy
from maintext.sandbox.cpus import cpu_seconds
from maintext.sandbox.limits import MEGABYTE
from maintext.service.jobs import Job, Reply
from maintext.service.settings import ServiceSettings
from maintext.service.worker_pools import WorkerPools

T = TypeVar("T")
QUICK = Job("extract", ("all",), is_text=True)
HANGING = Job("extract", ("vote(learned, readability, boilerpipe, density, ccb, slope-curve, cetd)",), is_text=True)
HUGE = b"<div class='a b'><p>word, and more words of it <a href='/x'>here</a>. </p></div>" * 100_000
"""More than a second of work for the hanging job."""


def run(settings: ServiceSettings, work: Callable[[WorkerPools], Awaitable[T]]) -> T:
    async def inside() -> T:
        workers = WorkerPools(settings)
        await workers.start()
        try:
            return await work(workers)
        finally:
            await workers.close()

    return asyncio.run(inside())


def text(reply: Reply) -> str:
    assert reply.status == 200, reply
    return str(json.loads(reply.body)["text"])


def test_a_hanging_page_ends_in_time_and_does_not_hold_up_the_others() -> None:
    async def work(workers: WorkerPools) -> tuple[list[Reply], list[Reply], bool]:
        hanging = [asyncio.create_task(workers.run(HANGING, HUGE)) for _ in range(2)]
        while workers.state()["slow"] < 2 and not any(task.done() for task in hanging):
            await asyncio.sleep(0.02)
        others = [await workers.run(QUICK, b"<p>one</p>") for _ in range(20)]
        meanwhile = not any(task.done() for task in hanging)
        return await asyncio.gather(*hanging), others, meanwhile

    hanging, others, meanwhile = run(ServiceSettings(workers=2, timeout=8.0), work)
    assert [text(reply) for reply in others] == ["one"] * 20
    assert meanwhile
    assert [reply.status for reply in hanging] == [504, 504]
    assert json.loads(hanging[0].body)["error"]["kind"] == "timeout"


def test_where_all_places_are_slow_the_slowest_gives_way() -> None:
    async def work(workers: WorkerPools) -> tuple[Reply, float]:
        hanging = [asyncio.create_task(workers.run(HANGING, HUGE)) for _ in range(8)]
        await asyncio.sleep(4)
        start = time.monotonic()
        reply = await workers.run(QUICK, b"<p>one</p>")
        elapsed = time.monotonic() - start
        for task in hanging:
            task.cancel()
        return reply, elapsed

    reply, elapsed = run(ServiceSettings(workers=1, timeout=300.0), work)
    assert text(reply) == "one"
    assert elapsed < 120  # ten seconds if nobody else uses the machine


def test_a_worker_that_dies_costs_only_its_page() -> None:
    async def work(workers: WorkerPools) -> tuple[Reply, Reply, list[int], list[int]]:
        before = workers.pids()
        await workers.run(QUICK, b"<p>warm</p>")
        task = asyncio.create_task(workers.run(HANGING, HUGE))
        await asyncio.sleep(0.3)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        after = await workers.run(QUICK, b"<p>two</p>")
        while not task.done():  # it gets one more try, and that worker too is killed
            for pid in workers.pids():
                if cpu_seconds(pid) > 3:  # one that does not merely start
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.1)
        return await task, after, before, workers.pids()

    dead, after, before, now = run(ServiceSettings(workers=1, timeout=60), work)
    assert dead.status == 500
    assert text(after) == "two"
    assert not set(before) & set(now)


def test_too_much_memory_ends_the_page_and_not_the_service() -> None:
    async def work(workers: WorkerPools) -> tuple[Reply, Reply]:
        return await workers.run(Job("extract", ("all",), is_text=True), HUGE), await workers.run(
            QUICK, b"<p>three</p>"
        )

    fat, after = run(ServiceSettings(workers=1, timeout=60, memory=160 * MEGABYTE), work)
    assert fat.status == 507
    assert text(after) == "three"


def test_who_is_next_behind_a_page_that_hangs_or_crashes_is_done_by_another() -> None:
    async def work(workers: WorkerPools) -> tuple[list[Reply], list[Reply]]:
        hanging = [asyncio.create_task(workers.run(HANGING, HUGE)) for _ in range(2)]
        quick = [asyncio.create_task(workers.run(QUICK, f"<p>{number}</p>".encode())) for number in range(12)]
        done = await asyncio.gather(*quick)
        killed = set(workers.pids())
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        while killed & set(workers.pids()):
            await asyncio.sleep(0.02)
        later = [asyncio.create_task(workers.run(QUICK, f"<p>{number}</p>".encode())) for number in range(12)]
        again = await asyncio.gather(*later)
        for task in hanging:
            task.cancel()
        return done, again

    done, again = run(ServiceSettings(workers=2, timeout=60), work)
    assert [text(reply) for reply in done] == [str(number) for number in range(12)]
    assert [text(reply) for reply in again] == [str(number) for number in range(12)]


def test_an_error_of_an_extractor_goes_to_the_log_only(caplog: pytest.LogCaptureFixture) -> None:
    async def work(workers: WorkerPools) -> Reply:
        return await workers.run(Job("gold", is_text=True), b"<p>x</p>")  # the labels are missing

    reply = run(ServiceSettings(workers=1, timeout=60), work)
    assert reply.status == 500
    assert b"KeyError" not in reply.body
    assert "KeyError" in caplog.text


def test_who_comes_when_too_many_wait_is_turned_away() -> None:
    async def work(workers: WorkerPools) -> int:
        tasks = [asyncio.create_task(workers.run(QUICK, b"<p>x</p>")) for _ in range(30)]
        await asyncio.sleep(0)
        with pytest.raises(WorkersBusy, match="too many pages"):
            await workers.run(QUICK, b"<p>x</p>")
        return sum(reply.status == 200 for reply in await asyncio.gather(*tasks, return_exceptions=False))

    assert run(ServiceSettings(workers=1, timeout=60, waiting=28), work) == 30


def test_no_worker_outlives_the_pools() -> None:
    async def work(workers: WorkerPools) -> list[int]:
        await workers.run(QUICK, b"<p>x</p>")
        return workers.pids()

    for pid in run(ServiceSettings(workers=2, timeout=60), work):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_job_in_the_background_gives_way() -> None:
    async def work(workers: WorkerPools) -> list[str]:
        done: list[str] = []

        async def one(name: str, background: bool) -> None:
            await workers.run(QUICK, b"<p>x</p>", background=background)
            done.append(name)

        await asyncio.gather(*(one("late", True) for _ in range(3)), *(one("early", False) for _ in range(3)))
        return done

    done = run(ServiceSettings(workers=1, timeout=60), work)
    assert done.index("early") < 2
    assert done[-1] == "late"


def test_feeds_keep_no_worker_from_pages() -> None:
    async def work(workers: WorkerPools) -> tuple[list[Reply], list[float], list[Reply]]:
        job = Job("describe-feed", (), "https://a.example/", extra={"limit": 5})
        feed = b"<rss>" + b"<a/>" * 1_000_000 + b"</rss>"
        aside = [asyncio.create_task(workers.run(job, feed)) for _ in range(3)]
        await asyncio.sleep(0.05)
        others, times = [], []
        for _ in range(10):
            start = time.monotonic()
            others.append(await workers.run(QUICK, b"<p>one</p>"))
            times.append(time.monotonic() - start)
        assert not all(task.done() for task in aside)
        return others, times, await asyncio.gather(*aside)

    others, _, aside = run(ServiceSettings(workers=1, timeout=60), work)
    assert [text(reply) for reply in others] == ["one"] * 10
    assert [reply.status for reply in aside] == [200] * 3


def test_waiting_pages_take_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maintext.sandbox.call_queue._MAX_BYTES", 5_000)

    async def work(workers: WorkerPools) -> list[Reply | BaseException]:
        pages = [b"<p>one</p>".ljust(2_000)] * 20
        return await asyncio.gather(*(workers.run(QUICK, page) for page in pages), return_exceptions=True)

    found = run(ServiceSettings(workers=1, timeout=60), work)
    refused = [each for each in found if isinstance(each, WorkersBusy)]
    assert refused
    assert 4 <= len(found) - len(refused) <= 10
