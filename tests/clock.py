"""Time in processor seconds, which a busy machine does not stretch as it does the clock on the wall."""

import gc
import time
from collections.abc import Callable

ENOUGH = 0.3
"""What takes fewer seconds than this is fast, whatever it takes for a smaller input."""


def seconds(work: Callable[[], object], rounds: int = 1) -> float:
    """The processor time of a call, the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def assert_linear(work: Callable[[int], object], small: int, times: int = 4, limit: float = 8.0) -> None:
    """Fail if `times` the input takes more than `limit` the time; a quadratic cost would take `times` squared."""
    large = seconds(lambda: work(small * times))
    if large < ENOUGH:
        return
    base = seconds(lambda: work(small), rounds=2)
    if limit * base <= large < 2 * limit * base:
        large = min(large, seconds(lambda: work(small * times)))
    assert large < limit * base, f"{times} times the input took {large / base:.1f} times as long ({large:.2f} s)"
