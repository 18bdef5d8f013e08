"""Bodies of requests as they arrive: small ones in memory, larger ones on disk, with limits on bytes and speed.

Files are written and read in a thread: a disk that is busy must not hold up other requests.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, TypeVar

from maintext.service.problems import Problem

R = TypeVar("R")
_IN_MEMORY = 1 << 20
"""The size in bytes from which a body is written to a file."""
_MOST = 512 << 20
"""The maximum number of bytes of all bodies that are arriving."""
_SPEED = 25 << 20
"""The maximum number of bytes per second of all large bodies together; more would delay other requests."""


class Upload:
    """One body that is arriving."""

    def __init__(self, uploads: "Uploads", file: IO[bytes], most: int) -> None:
        self._uploads, self._file, self._most = uploads, file, most
        self.size = 0

    async def write(self, part: bytes) -> None:
        """Append a part; raises Problem if the body is too large."""
        if self.size + len(part) > self._most:
            raise Problem(413, f"the body is larger than {self._most:,} bytes, the limit of this service")
        self._uploads.add(len(part))
        self.size += len(part)
        if self.size <= _IN_MEMORY:
            self._file.write(part)
        else:
            await self._uploads.in_thread(lambda: self._file.write(part))

    async def read(self) -> bytes:
        """The complete body."""
        return self._read() if self.size <= _IN_MEMORY else await self._uploads.in_thread(self._read)

    def _read(self) -> bytes:
        self._file.seek(0)
        return self._file.read()


class Uploads:
    """The bodies that are arriving at one service."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._paid_until = 0.0
        self._thread = ThreadPoolExecutor(1, "maintext-uploads")
        self.held = 0

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False)

    async def in_thread(self, function: Callable[[], R]) -> R:
        """The result of a function that reads or writes a file."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)

    @contextmanager
    def open(self, most: int) -> Iterator[Upload]:
        """A context manager for a body of at most `most` bytes, which is deleted at the end."""
        with SpooledTemporaryFile(_IN_MEMORY, prefix="maintext-body-") as file:
            upload = Upload(self, file, most)
            try:
                yield upload
            finally:
                self.held -= upload.size

    async def pace(self, upload_size: int, size: int) -> None:
        """Wait until a body of `upload_size` bytes, `size` of them new, may continue."""
        if upload_size > _IN_MEMORY:
            now = time.monotonic()
            self._paid_until = max(now, self._paid_until) + size / _SPEED
            await asyncio.sleep(self._paid_until - now)

    def add(self, size: int) -> None:
        """Count bytes that have arrived; raises Problem if all uploads together are too large."""
        if self.held + size > self._most:
            raise Problem(503, "too many uploads at a time; try again in a moment")
        self.held += size
