"""A JSON value and several byte strings as one byte string, for jobs and results that hold more than one thing."""

import json
from typing import Any


def join_parts(head: object, *parts: bytes) -> bytes:
    """The head as a line of JSON, and the parts after it."""
    line = json.dumps([head, [len(part) for part in parts]]).encode()
    return b"".join([line, b"\n", *parts])


def split_parts(data: bytes) -> tuple[Any, list[bytes]]:
    """The head and the parts."""
    start = data.index(b"\n")
    head, sizes = json.loads(data[:start])
    start += 1
    parts = []
    for size in sizes:
        parts.append(data[start : start + size])
        start += size
    return head, parts
