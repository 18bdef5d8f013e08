"""Minimization (delta debugging, Zeller and Hildebrandt 2002): leave out what a finding does not need.

Whole tags and texts go first, in large stretches and then in small ones, then single bytes.
"""

import re
import time
from collections.abc import Callable, Sequence

_PARTS = re.compile(rb"<[^<>]*>|[^<]+|<")
_FEW = 3_000
"""Pages with more bytes are not minimized byte by byte."""

Fails = Callable[[bytes], bool]


def minimize(page: bytes, fails: Fails, seconds: float) -> bytes:
    """The smallest page found within that time on which `fails` is true; the page itself if nothing smaller is."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        before = page
        page = b"".join(reduce(_PARTS.findall(page), fails, until))
        if len(page) <= _FEW:
            page = b"".join(reduce([page[at : at + 1] for at in range(len(page))], fails, until))
        if page == before:
            break
    return page


def reduce(parts: Sequence[bytes], fails: Fails, until: float) -> list[bytes]:
    """Leave out stretches of parts, halving their length until each single part was tried."""
    kept = list(parts)
    length = max(1, len(kept) // 2)
    while kept and time.monotonic() < until:
        kept, smaller = _without_stretches(kept, length, fails, until)
        if length == 1 and not smaller:
            break
        length = max(1, length // 2)
    return kept


def _without_stretches(parts: list[bytes], length: int, fails: Fails, until: float) -> tuple[list[bytes], bool]:
    """Leave out each stretch of that length without which the finding stays."""
    at, smaller = 0, False
    while at < len(parts) and time.monotonic() < until:
        rest = parts[:at] + parts[at + length :]
        if fails(b"".join(rest)):
            parts, smaller = rest, True
        else:
            at += length
    return parts, smaller
