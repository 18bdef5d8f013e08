"""The protocol between a pool and its workers: frames of a tag, a head and a body, through two pipes."""

import json
import struct
from dataclasses import asdict, dataclass
from typing import BinaryIO, Final, NamedTuple

from maintext.sandbox.limits import Limits

START, JOB = b"S", b"J"
"""Pool: what the worker runs; a job."""
READY, BROKEN = b"R", b"B"
"""Worker: the setup is done; the setup failed."""
PROGRESS, RESULT, FAILURE, EXITING = b"P", b"K", b"F", b"E"
"""Worker: how far a job is; its result; why it failed; the same, and the worker exits."""

_SIZES: Final = struct.Struct("!cIQ")


@dataclass(frozen=True, slots=True)
class Target:
    """What workers run: the name of a function as `module:function`.

    Without `setup`, the function gets the bytes of a job and returns the bytes of its result. With `setup`, it gets
    these bytes once in every worker and returns the function for the jobs; what it loads costs no job any time. If
    `reports_progress`, the function for the jobs gets a function before the job, which sends bytes to the pool; then
    the time limit is for the time between two reports.
    """

    function: str
    setup: bytes | None = None
    reports_progress: bool = False
    name: str = ""
    """What messages call it, if not by the function."""

    def __str__(self) -> str:
        return self.name or self.function


@dataclass(frozen=True, slots=True)
class Start:
    """The first message to a worker."""

    target: Target
    limits: Limits
    parent: int


class Frame(NamedTuple):
    """One message."""

    tag: bytes
    head: bytes
    body: bytes


def pack(tag: bytes, head: bytes = b"", body: bytes = b"") -> tuple[bytes, bytes]:
    """A frame as two byte strings to send one after the other; a large body is not copied."""
    return _SIZES.pack(tag, len(head), len(body)) + head, body


def unpack(buffer: bytearray) -> Frame | None:
    """Take the first complete frame out of a buffer."""
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
    """The next frame of a stream; None at its end."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    tag, head, body = _SIZES.unpack(sizes)
    frame = Frame(tag, stream.read(head), stream.read(body))
    return frame if len(frame.body) == body else None


def pack_start(start: Start) -> tuple[bytes, bytes]:
    """The first message as a frame."""
    target = start.target
    head = {
        "function": target.function,
        "has_setup": target.setup is not None,
        "reports_progress": target.reports_progress,
        "limits": asdict(start.limits),
        "parent": start.parent,
    }
    return pack(START, json.dumps(head).encode(), target.setup or b"")


def unpack_start(frame: Frame) -> Start:
    """The first message in a frame."""
    head = json.loads(frame.head)
    target = Target(head["function"], frame.body if head["has_setup"] else None, head["reports_progress"])
    return Start(target, Limits(**head["limits"]), head["parent"])
