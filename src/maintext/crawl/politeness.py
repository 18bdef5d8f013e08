"""Politeness: when the next request to a host may be sent."""

import asyncio
import time
from email.utils import parsedate_to_datetime
from typing import Final

_LONGEST: Final = 10 * 366 * 86_400.0


class Politeness:
    """The pauses between requests, by host.

    A pause begins when a response has ended, so that a server never sees two requests closer together than it asks for.
    """

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._delays: dict[str, float] = {}
        self._next: dict[str, float] = {}

    def slow_down(self, host: str, delay: float) -> None:
        """Increase the delay between requests to a host."""
        self._delays[host] = max(delay, self.delay(host))

    def delay(self, host: str) -> float:
        """Seconds between requests to a host."""
        return max(self._delay, self._delays.get(host, 0.0))

    def wait(self, host: str) -> float:
        """Seconds until the next request to a host may be sent."""
        return max(0.0, self._next.get(host, 0.0) - time.monotonic())

    async def take_turn(self, host: str) -> None:
        """Wait until a request may be sent; others wait for the one after it."""
        while (seconds := self.wait(host)) > 0:
            await asyncio.sleep(seconds)
        self.postpone(host, self.delay(host))

    def postpone(self, host: str, seconds: float) -> None:
        """Delay the next request to a host by at least this many seconds."""
        self._next[host] = max(self._next.get(host, 0.0), time.monotonic() + min(seconds, _LONGEST))


def retry_after(value: str, now: float) -> float | None:
    """The seconds of a Retry-After header, which is a number or a date; None if it is neither."""
    value = value.strip()
    if value.isascii() and value.isdecimal():
        return min(float(value[:12]), _LONGEST)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
