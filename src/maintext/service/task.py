"""What a worker is asked, and what it answers: an order in the head of a frame, a page in its body."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from maintext.runs.wire import FAILED, LEAVING, OK, Frame, pack

TOO_MUCH_MEMORY = 507
"""The status of an answer after which a worker leaves."""


@dataclass(frozen=True, slots=True)
class Order:
    """One question about one page; `kind` names the answer in `maintext.service.work`."""

    kind: str
    specs: tuple[str, ...] = ("default",)
    url: str | None = None
    charset: str | None = None
    is_text: bool = False
    """Whether the page came as text, so that its bytes are UTF-8 whatever the page says."""
    beta: float | None = None
    comments: bool | None = None
    options: Mapping[str, bool] = field(default_factory=dict)
    """Switches of the rendering."""
    format: str = "json"
    add: tuple[str, ...] = ()
    """What a JSON answer holds beside the text."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What else a kind of order needs."""


_FIELDS = tuple(item.name for item in fields(Order))


class Reply(NamedTuple):
    """A worker's answer as it goes to the client, or why there is none."""

    status: int
    media_type: str
    body: bytes
    trace: str | None = None
    """What went wrong inside, for the log and for nobody else."""


def pack_order(order: Order, page: bytes) -> tuple[bytes, bytes]:
    """An order as a frame."""
    return pack(OK, json.dumps({name: getattr(order, name) for name in _FIELDS}).encode(), page)


def unpack_order(frame: Frame) -> Order:
    """The order in a frame."""
    values = json.loads(frame.head)
    values["specs"], values["add"] = tuple(values["specs"]), tuple(values["add"])
    return Order(**values)


def pack_reply(reply: Reply) -> tuple[bytes, bytes]:
    """An answer as a frame."""
    head = json.dumps([reply.status, reply.media_type, reply.trace]).encode()
    tag = LEAVING if reply.status == TOO_MUCH_MEMORY else OK if reply.status < 400 else FAILED
    return pack(tag, head, reply.body)


def unpack_reply(frame: Frame) -> Reply:
    """The answer in a frame."""
    status, media_type, trace = json.loads(frame.head)
    return Reply(status, media_type, frame.body, trace)
