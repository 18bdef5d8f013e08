"""Bodies as they arrive: on disk if they are large, and only so many bytes in all."""

import asyncio
import time
from contextlib import ExitStack

import pytest

from maintext.service.problems import Problem
from maintext.service.uploads import Uploads


@pytest.mark.parametrize("parts", [[], [b""], [b"abc"], [b"abc", b"d" * 3_000_000, b"e"]])
def test_a_body_comes_back(parts: list[bytes]) -> None:
    with Uploads().open(4_000_000) as upload:
        for part in parts:
            upload.write(part)
        assert upload.read() == b"".join(parts)


def test_a_body_may_have_only_so_many_bytes() -> None:
    uploads = Uploads()
    with uploads.open(10) as upload:
        upload.write(b"x" * 10)
        with pytest.raises(Problem, match="larger than 10 bytes"):
            upload.write(b"x")
    assert uploads.held == 0


def test_all_bodies_together_may_have_only_so_many_bytes() -> None:
    uploads = Uploads(most=100)
    with ExitStack() as stack:
        first, second = (stack.enter_context(uploads.open(100)) for _ in range(2))
        first.write(b"x" * 60)
        second.write(b"x" * 40)
        with pytest.raises(Problem) as caught:
            second.write(b"x")
        assert caught.value.status == 503
    assert uploads.held == 0
    with uploads.open(100) as again:
        again.write(b"x" * 100)


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
