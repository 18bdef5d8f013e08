"""Error responses: one JSON shape for every error, without internal details."""

import json
from typing import Final

from maintext.errors import (
    BadParameter,
    ExtractorMissing,
    FetchError,
    MaintextError,
    NotHtml,
    SpecError,
    TooLarge,
    WorkersBusy,
)
from maintext.fetch.address_policy import AddressRefused

KINDS: Final = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "not-allowed",
    406: "not-acceptable",
    408: "too-slow",
    409: "conflict",
    411: "length-required",
    413: "too-large",
    415: "not-html",
    421: "wrong-host",
    422: "invalid",
    429: "too-many",
    431: "headers-too-large",
    500: "failed",
    503: "busy",
    504: "timeout",
    507: "memory",
}
"""The short name of each error status."""


class Problem(Exception):
    """An error response; `message` is for the client."""

    def __init__(self, status: int, message: str, kind: str = "") -> None:
        super().__init__(status, message, kind)
        self.status, self.message, self.kind = status, message, kind

    def to_json(self) -> bytes:
        """The body of the response."""
        return problem_json(self.status, self.message, self.kind)


def problem_json(status: int, message: str, kind: str = "") -> bytes:
    """The body of every error."""
    error = {"kind": kind or KINDS.get(status, "error"), "message": message}
    return json.dumps({"error": error}).encode()


def problem_of(error: MaintextError) -> Problem:
    """The response for an expected error, with its message."""
    if isinstance(error, WorkersBusy):
        return Problem(503, str(error))
    if isinstance(error, AddressRefused):
        return Problem(403, str(error))
    if isinstance(error, BadParameter | ExtractorMissing):
        return Problem(409, str(error))
    if isinstance(error, SpecError | FetchError):
        return Problem(404, _plain(error))
    if isinstance(error, NotHtml):
        return Problem(415, str(error))
    if isinstance(error, TooLarge):
        return Problem(413, f"the page has {error.size:,} bytes, more than the limit of {error.limit:,}")
    return Problem(422, str(error))


def _plain(error: MaintextError) -> str:
    """The message without advice for the command line."""
    return str(error).partition("; raise --")[0]
