"""Bodies of requests as they arrive: small ones in memory, larger ones on disk, and only so many bytes in all."""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO

from maintext.service.problems import Problem

_IN_MEMORY = 1 << 20
"""Bytes of one body after which it goes on in a file."""
_MOST = 512 << 20
"""Bytes of all bodies that are arriving."""


class Upload:
    """One body that is arriving."""

    def __init__(self, uploads: "Uploads", file: IO[bytes], most: int) -> None:
        self._uploads, self._file, self._most = uploads, file, most
        self.size = 0

    def write(self, part: bytes) -> None:
        """Take the next part; a Problem if it is too much."""
        if self.size + len(part) > self._most:
            raise Problem(413, f"the body is larger than {self._most:,} bytes, the limit of this service")
        self._uploads.add(len(part))
        self.size += len(part)
        self._file.write(part)

    def read(self) -> bytes:
        """All of it."""
        self._file.seek(0)
        return self._file.read()


class Uploads:
    """The bodies that are arriving at one service."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self.held = 0

    @contextmanager
    def open(self, most: int) -> Iterator[Upload]:
        """A body of at most so many bytes; it is gone at the end of the context."""
        with SpooledTemporaryFile(_IN_MEMORY, prefix="maintext-body-") as file:
            upload = Upload(self, file, most)
            try:
                yield upload
            finally:
                self.held -= upload.size

    def add(self, size: int) -> None:
        """Count bytes that have arrived; a Problem if they are more than all uploads may have."""
        if self.held + size > self._most:
            raise Problem(503, "too many uploads at a time; try again in a moment")
        self.held += size
