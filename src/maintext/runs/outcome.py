"""What became of one page: a result or a failure, as a value and as one line of a results file."""

import json
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal, get_args

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from

Kind = Literal["exception", "timeout", "crash", "memory", "missing"]
"""Why an extraction failed."""
KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds of failure."""


@dataclass(frozen=True, slots=True)
class Result:
    """What an extractor made of a page.

    `raw` is a foreign extractor's output in its own format. `seconds` lead from bytes to text; `reading` of them went
    into reading the page. `memory` is the highest resident memory of the worker during the page, in bytes. `confidence`
    is how good the extractor believes its choice to be, if it says so.
    """

    status: ClassVar[str] = "ok"

    id: str
    text: str
    raw: str | None = None
    media_type: str = "text/plain"
    reason: str | None = None
    seconds: float = 0.0
    reading: float = 0.0
    memory: int = 0
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no result; `signal` is the one that ended the worker, if one did."""

    status: ClassVar[str] = "failed"

    id: str
    kind: Kind
    message: str
    traceback: str | None = None
    signal: str | None = None
    seconds: float = 0.0
    memory: int = 0


Outcome = Result | Failure
"""What became of one page."""


def to_line(outcome: Outcome) -> bytes:
    """The outcome as JSON on one line, with the line's end."""
    values = asdict(outcome)
    record = {"id": values.pop("id"), "status": outcome.status, **values}
    try:
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # lone surrogates have no UTF-8, but they have an escape
        return json.dumps(record).encode() + b"\n"


def from_line(line: bytes) -> Outcome | None:
    """The outcome on a line; None if the line is torn or damaged. What a later maintext may have added is left out."""
    try:
        record = load_json(line)
        is_result = record["status"] == Result.status
        return dataclass_from(Result, record) if is_result else dataclass_from(Failure, record)
    except (ValueError, TypeError, KeyError):
        return None
