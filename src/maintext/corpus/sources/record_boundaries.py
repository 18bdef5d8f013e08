"""Boundaries of WARC records in raw bytes, to resume reading after a damaged record."""

import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from maintext.corpus.locations import damage

_START: Final = re.compile(rb"WARC/\d\.\d\r?\n|\x1f\x8b\x08[\x00-\x1f]|\x28\xb5\x2f\xfd")
_BLOCK: Final = 1 << 20
_STEP: Final = 1 << 14
_HEAD: Final = 64
_GZIP: Final = b"\x1f\x8b"
_END: Final = b"\r\n\r\n"


def next_start(stream: BinaryIO, at: int) -> int | None:
    """The offset of the next readable record; None if there is none."""
    stream.seek(at)
    window = b""
    while block := stream.read(_BLOCK):
        window += block
        for found in _START.finditer(window):
            if found.start() + _HEAD > len(window) and len(block) == _BLOCK:
                break  # look at it when what follows it is here
            if _is_record(stream, window, at, found.start()):
                return at + found.start()
        searched = max(0, len(window) - _HEAD)
        at, window = at + searched, window[searched:]
        stream.seek(at + len(window))
    return None


def _is_record(stream: BinaryIO, window: bytes, at: int, offset: int) -> bool:
    """Whether what begins here is a record, once its compression is undone."""
    if window.startswith(b"WARC", offset):
        return True
    stream.seek(at + offset)
    packed = stream.read(_BLOCK // 4)
    try:
        if packed.startswith(_GZIP):
            return zlib.decompressobj(31).decompress(packed, _HEAD).startswith(b"WARC/")
        import zstandard

        with zstandard.ZstdDecompressor().stream_reader(packed) as reader:
            return reader.read(_HEAD).startswith(b"WARC/")
    except damage():
        return False


def end_of_record(stream: BinaryIO, at: int, declared: int) -> int | None:
    """Where a record ends whose content is as long as it declares; None if it is not."""
    stream.seek(at)
    head = stream.read(_STEP)
    if head.startswith(b"WARC/"):
        start = head.find(_END)
        stream.seek(at + start + len(_END) + declared)
        return stream.tell() + len(_END) if start > 0 and stream.read(len(_END)) == _END else None
    unpacker = _decompressor(head)
    content, read = bytearray(), 0

    def blocks() -> Iterator[bytes]:
        nonlocal read
        block = head
        while block:
            read += len(block)
            yield block
            block = stream.read(_STEP)

    for part in _unpacked(blocks(), unpacker):
        content += part
        if len(content) > declared + _BLOCK:
            return None
    start = content.find(_END)
    whole = unpacker.eof and start > 0 and content[start + len(_END) + declared :] == _END
    return at + read - len(unpacker.unused_data) if whole else None


def _unpacked(blocks: Iterator[bytes], unpacker: Any) -> Iterator[bytes]:
    """The readable part of one compressed member, up to its end or its damage."""
    for block in blocks:
        try:
            part = unpacker.decompress(block)
        except damage():
            return
        yield part
        if unpacker.eof:
            return


def _decompressor(packed: bytes) -> Any:
    if packed.startswith(_GZIP):
        return zlib.decompressobj(31)
    import zstandard

    return zstandard.ZstdDecompressor().decompressobj()
