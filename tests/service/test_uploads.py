"""Bodies as they arrive: on disk if they are large, and only so many bytes in all."""

import asyncio
import threading
import time
from contextlib import ExitStack
from typing import IO, cast

import pytest

from maintext.service.problems import Problem
from maintext.service.uploads import Uploads


class SlowFile:
    """A file on a disk that takes a while; remembers which threads have used it."""

    def __init__(self, file: IO[bytes], threads: set[str]) -> None:
        self._file, self._threads = file, threads

    def __getattr__(self, name: str) -> object:
        self._threads.add(threading.current_thread().name)
        time.sleep(0.1)
        return getattr(self._file, name)


@pytest.mark.parametrize("parts", [[], [b""], [b"abc"], [b"abc", b"d" * 3_000_000, b"e"]])
def test_a_body_comes_back(parts: list[bytes]) -> None:
    async def send() -> bytes:
        with Uploads().open(4_000_000) as upload:
            for part in parts:
                await upload.write(part)
            return await upload.read()

    assert asyncio.run(send()) == b"".join(parts)


def test_a_slow_disk_does_not_hold_up_the_event_loop() -> None:
    threads: set[str] = set()

    async def send(uploads: Uploads) -> bytes:
        with uploads.open(4_000_000) as upload:
            upload._file = cast("IO[bytes]", SlowFile(upload._file, threads))
            for _ in range(2):
                await upload.write(b"x" * 1_500_000)
            return await upload.read()

    async def both() -> tuple[bytes, int]:
        uploads, ticks = Uploads(), 0
        sending = asyncio.create_task(send(uploads))
        while not sending.done():
            await asyncio.sleep(0.01)
            ticks += 1
        uploads.close()
        return sending.result(), ticks

    body, ticks = asyncio.run(both())
    assert body == b"x" * 3_000_000
    assert [name.rpartition("_")[0] for name in threads] == ["maintext-uploads"]
    assert ticks > 5


def test_a_body_may_have_only_so_many_bytes() -> None:
    async def send(uploads: Uploads) -> None:
        with uploads.open(10) as upload:
            await upload.write(b"x" * 10)
            with pytest.raises(Problem, match="larger than 10 bytes"):
                await upload.write(b"x")

    uploads = Uploads()
    asyncio.run(send(uploads))
    assert uploads.held == 0


def test_all_bodies_together_may_have_only_so_many_bytes() -> None:
    async def send(uploads: Uploads) -> None:
        with ExitStack() as stack:
            first, second = (stack.enter_context(uploads.open(100)) for _ in range(2))
            await first.write(b"x" * 60)
            await second.write(b"x" * 40)
            with pytest.raises(Problem) as caught:
                await second.write(b"x")
            assert caught.value.status == 503
        assert uploads.held == 0
        with uploads.open(100) as again:
            await again.write(b"x" * 100)

    asyncio.run(send(Uploads(most=100)))


def test_large_bodies_share_a_speed_and_small_ones_do_not_wait() -> None:
    async def receive(uploads: Uploads, parts: int, size: int) -> float:
        start = time.monotonic()
        for number in range(parts):
            await uploads.pace((number + 1) * size, size)
        return time.monotonic() - start

    async def both() -> tuple[float, float]:
        uploads = Uploads()
        _, large, small = await asyncio.gather(
            receive(uploads, 10, 1 << 20), receive(uploads, 10, 1 << 20), receive(uploads, 10, 1 << 10)
        )
        return large, small

    large, small = asyncio.run(both())
    assert large > 18 / 25 * 0.9
    assert small < large / 2
