"""How a run and its workers talk: frames of a tag, a head and a body, through two pipes."""

import json
import struct
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from maintext.runs.limits import Limits

if TYPE_CHECKING:
    from maintext.datasets.example import Example

READY, OK, FAILED, LEAVING, BROKEN, JOB = b"R", b"K", b"F", b"L", b"B", b"J"
"""Worker: I am ready; the page is done; it failed; it failed and I leave; I cannot start. Run: here is a page."""

_SIZES = struct.Struct("!cIQ")


@dataclass(frozen=True, slots=True)
class Job:
    """All that an extractor may know of an example."""

    id: str
    html: bytes
    url: str | None = None
    charset: str | None = None

    @classmethod
    def of(cls, example: "Example") -> "Job":
        """The job of one example; its gold stays behind."""
        return cls(example.id, example.html, example.url, example.charset)


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told at its start."""

    spec: str
    limits: Limits
    parent: int


class Frame(NamedTuple):
    """One message."""

    tag: bytes
    head: bytes
    body: bytes


def pack(tag: bytes, head: bytes = b"", body: bytes = b"") -> tuple[bytes, bytes]:
    """A frame as bytes to send one after the other; a large body is not copied."""
    return _SIZES.pack(tag, len(head), len(body)) + head, body


def unpack(buffer: bytearray) -> Frame | None:
    """Take the first whole frame out of a buffer."""
    if len(buffer) < _SIZES.size:
        return None
    tag, head, body = _SIZES.unpack_from(buffer)
    middle = _SIZES.size + head
    end = middle + body
    if len(buffer) < end:
        return None
    frame = Frame(tag, bytes(buffer[_SIZES.size : middle]), bytes(buffer[middle:end]))
    del buffer[:end]
    return frame


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame of a stream; None where it ends."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    tag, head, body = _SIZES.unpack(sizes)
    frame = Frame(tag, stream.read(head), stream.read(body))
    return frame if len(frame.body) == body else None


def pack_job(job: Job) -> tuple[bytes, bytes]:
    """A job as a frame, the page byte for byte."""
    return pack(JOB, json.dumps([job.id, job.url, job.charset]).encode(), job.html)


def unpack_job(frame: Frame) -> Job:
    """The job in a frame."""
    name, url, charset = json.loads(frame.head)
    return Job(name, frame.body, url, charset)


def pack_orders(orders: Orders) -> tuple[bytes, bytes]:
    """A worker's orders as a frame."""
    return pack(JOB, json.dumps(asdict(orders)).encode())


def unpack_orders(frame: Frame) -> Orders:
    """The orders in a frame."""
    values = json.loads(frame.head)
    return Orders(values["spec"], Limits(**values["limits"]), values["parent"])
