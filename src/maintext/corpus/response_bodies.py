"""Bodies of HTTP responses: dechunk and decompress; a body that contradicts its headers is left as it is."""

import re
import zlib

from maintext.corpus.locations import damage

_CHUNK = re.compile(rb"\s*([0-9A-Fa-f]{1,8})[^\r\n]*\r?\n")


def decode_body(body: bytes, transfer: str, content: str, limit: int) -> bytes:
    """Decode a body, up to `limit` bytes plus one."""
    if "chunked" in transfer.lower():
        body = _join_chunks(body)
    for name in reversed([part.strip() for part in content.lower().split(",")]):
        body = _decompress(body, name, limit)
    return body


def _join_chunks(body: bytes) -> bytes:
    """The content of the chunks, up to the first invalid one; the body itself if it is not chunked."""
    parts: list[bytes] = []
    at = 0
    while (head := _CHUNK.match(body, at)) is not None:
        size = int(head[1], 16)
        if size == 0:
            return b"".join(parts)
        parts.append(body[head.end() : head.end() + size])
        at = head.end() + size
    return b"".join(parts) if parts and at >= len(body) else body


def _decompress(body: bytes, name: str, limit: int) -> bytes:
    try:
        if name in ("gzip", "x-gzip", "deflate"):
            return _inflate(body, limit)
        if name == "br":
            return _brotli(body)
        if name == "zstd":
            import zstandard

            return zstandard.ZstdDecompressor().stream_reader(body, read_across_frames=True).read(limit + 1)
    except damage(OSError, ValueError, ImportError):
        return body
    return body


def _inflate(body: bytes, limit: int) -> bytes:
    """Decompress gzip or deflate, with or without header; a truncated stream gives its readable part."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, limit + 1)
    except zlib.error:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, limit + 1)


def _brotli(body: bytes) -> bytes:
    import brotli  # type: ignore[import-untyped, unused-ignore]

    try:
        return bytes(brotli.decompress(body))
    except brotli.error as error:
        raise ValueError(str(error)) from error
