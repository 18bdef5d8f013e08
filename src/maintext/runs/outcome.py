"""The outcome of one page: a result or a failure, as a value and as one line of a results file."""

import json
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal, get_args

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from

PageFailureKind = Literal["exception", "timeout", "crash", "memory", "missing"]
"""Why an extraction failed."""
KINDS: tuple[PageFailureKind, ...] = get_args(PageFailureKind)
"""All kinds of failure."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an extractor on a page.

    `raw` is the output of an extractor of another project, in its own format. `html` is what any other extractor kept,
    as HTML; results of older versions of maintext lack it. `seconds` is the time from bytes to text, `reading` the part
    of it for reading the page, and `rendering` the time for `html`, which is not in `seconds`. `memory` is the highest
    resident memory of the worker during the page, in bytes. `confidence` is the extractor's estimate of how good its
    choice is, if it has one.
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
    html: str | None = None
    rendering: float = 0.0

    @property
    def markup(self) -> tuple[str, Literal["html", "markdown"]] | None:
        """The HTML or Markdown that the extractor returned; None if it returned text, or if the run is too old."""
        if self.html is not None:
            return self.html, "html"
        if self.raw is None or self.media_type not in ("text/html", "text/markdown"):
            return None
        return self.raw, "html" if self.media_type == "text/html" else "markdown"

    @property
    def lacks_markup(self) -> bool:
        """Whether the markup was not stored, as in runs of older versions of maintext."""
        return self.raw is None and self.html is None


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why there is no result; `signal` is the signal that killed the worker, if any."""

    status: ClassVar[str] = "failed"

    id: str
    kind: PageFailureKind
    message: str
    traceback: str | None = None
    signal: str | None = None
    seconds: float = 0.0
    memory: int = 0


Outcome = Result | Failure
"""The outcome of one page."""


def to_line(outcome: Outcome) -> bytes:
    """The outcome as JSON on one line, with the line's end."""
    values = asdict(outcome)
    record = {"id": values.pop("id"), "status": outcome.status, **values}
    try:
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # lone surrogates have no UTF-8, but they have an escape
        return json.dumps(record).encode() + b"\n"


def from_line(line: bytes) -> Outcome | None:
    """The outcome on a line; None if the line is incomplete or damaged. Fields of later versions are ignored."""
    try:
        record = load_json(line)
        is_result = record["status"] == Result.status
        return dataclass_from(Result, record) if is_result else dataclass_from(Failure, record)
    except (ValueError, TypeError, KeyError):
        return None
