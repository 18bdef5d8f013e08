"""Files that nobody should have written, for every reader to refuse: each entry puts one at a path."""

import os
from collections.abc import Callable
from pathlib import Path

_CONTENTS = {
    "empty": b"",
    "garbage": bytes(range(256)) * 4,
    "a list": b"[]",
    "a text": b'"x"',
    "a number": b"1",
    "null": b"null",
    "an endless list": b"[" * 100_000,
    "an endless mapping": b'{"a":' * 50_000,
    "a deep list": b"[" * 500 + b"]" * 500,
    "a deep mapping": b'{"a":' * 500 + b"1" + b"}" * 500,
    "a number of 5,000 digits": b'{"format": ' + b"9" * 5000 + b"}",
    "an infinite number": b'{"layout": 1e999}',
    "cut off": b'{"layout": 1, "a": [1, 2',
    "a lone surrogate": b'{"layout": "\\ud800"}',
    "a NUL": b'{"layout": 1\0}',
}


def _writes(content: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(content)

    return write


HOSTILE: dict[str, Callable[[Path], None]] = {
    **{name: _writes(content) for name, content in _CONTENTS.items()},
    "a folder": lambda path: path.mkdir(),
    "a FIFO": lambda path: os.mkfifo(path),
}
