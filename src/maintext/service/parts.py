"""Several byte strings and a head as one byte string: what a worker gets or returns if that is more than one page."""

import json
from collections.abc import Sequence
from typing import Any


def join_parts(head: object, parts: Sequence[bytes]) -> bytes:
    """The head as a line of JSON, and the parts after it."""
    line = json.dumps([head, [len(part) for part in parts]]).encode()
    return b"".join([line, b"\n", *parts])


def split_parts(data: bytes) -> tuple[Any, list[bytes]]:
    """The head and the parts."""
    at = data.index(b"\n")
    head, sizes = json.loads(data[:at])
    at += 1
    parts = []
    for size in sizes:
        parts.append(data[at : at + size])
        at += size
    return head, parts
