"""Zstandard streams that detect truncation, which zstandard's own reader ignores."""

import io
from typing import Any, BinaryIO

_CHUNK = 1024
"""Compressed bytes that are decompressed at a time: they become at most 32 MB, so that no bomb fills the memory."""


class ZstdReader(io.RawIOBase):
    """The decompressed bytes of all frames of a stream; EOFError if the last one is not complete."""

    def __init__(self, stream: BinaryIO) -> None:
        import zstandard

        self._stream = stream
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame: Any = None
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer as far as one chunk goes; 0 at the end of the stream."""
        while not self._ready:
            unused = self._frame.unused_data if self._frame is not None and self._frame.eof else b""
            packed = unused or self._stream.read(_CHUNK)
            if not packed:
                if self._frame is not None and not self._frame.eof:
                    raise EOFError("compressed file ended before the end of its last frame")
                return 0
            if self._frame is None or self._frame.eof:
                self._frame = self._decompressor.decompressobj()
            self._ready = memoryview(self._frame.decompress(packed))
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


def open_zstd(stream: BinaryIO) -> io.BufferedReader:
    """A stream's decompressed bytes, buffered."""
    return io.BufferedReader(ZstdReader(stream), 1 << 17)
