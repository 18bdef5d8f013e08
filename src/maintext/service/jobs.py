"""Jobs of the workers and their replies."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from maintext.errors import MaintextError
from maintext.sandbox.packing import join_parts, split_parts
from maintext.service.problems import Problem, problem_json, problem_of

_PARSING: Final = frozenset(["describe-feed", "complete-feed", "list-archive"])
_SPLITTING: Final = frozenset(["split-json", "split-form"])
_LARGE: Final = 1_000_000
"""The size in bytes from which a request is parsed at low priority."""


@dataclass(frozen=True, slots=True)
class Job:
    """One job on one page; `kind` names the function in `maintext.service.handlers`."""

    kind: str
    specs: tuple[str, ...] = ("default",)
    url: str | None = None
    charset: str | None = None
    is_text: bool = False
    """Whether the page was sent as text; then its bytes are UTF-8 whatever encoding it declares."""
    beta: float | None = None
    comments: bool | None = None
    options: Mapping[str, bool] = field(default_factory=dict)
    """Options of the output."""
    format: str = "json"
    add: tuple[str, ...] = ()
    """Additional fields of a JSON reply."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of some kinds of jobs."""

    def is_parsing(self, size: int) -> bool:
        """Whether the job parses something other than a page, or a very large request of this size."""
        return self.kind in _PARSING or (self.kind in _SPLITTING and size > _LARGE)


_FIELDS: Final = tuple(item.name for item in fields(Job))


class Reply(NamedTuple):
    """A worker's reply as it is sent to the client, or an error."""

    status: int
    media_type: str
    body: bytes

    @classmethod
    def of_problem(cls, problem: Problem) -> "Reply":
        """The reply for an error."""
        return cls(problem.status, "application/json", problem_json(problem.status, problem.message))

    def result(self) -> bytes:
        """The body; raises Problem if the reply is an error."""
        if self.status != 200:
            raise Problem(self.status, str(json.loads(self.body)["error"]["message"]))
        return self.body


def pack_job(job: Job, page: bytes) -> bytes:
    """A job and its page as bytes."""
    return join_parts({name: getattr(job, name) for name in _FIELDS}, page)


def unpack_job(payload: bytes) -> tuple[Job, bytes]:
    """The job and its page."""
    values, (page,) = split_parts(payload)
    values["specs"], values["add"] = tuple(values["specs"]), tuple(values["add"])
    return Job(**values), page


def reply_to(handle: Callable[..., Reply], *arguments: Any) -> bytes:
    """The reply of a handler as bytes; expected errors become replies too."""
    try:
        reply = handle(*arguments)
    except MaintextError as error:
        reply = Reply.of_problem(problem_of(error))
    except Problem as problem:
        reply = Reply.of_problem(problem)
    return join_parts([reply.status, reply.media_type], reply.body)


def unpack_reply(result: bytes) -> Reply:
    """The reply in a worker's result."""
    (status, media_type), (body,) = split_parts(result)
    return Reply(status, media_type, body)
