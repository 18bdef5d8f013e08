"""Why a job has no result: an exception, an exceeded limit, or a worker that ended."""

import json
import signal
import sys
import traceback
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from maintext.sandbox.limits import LimitExceeded

FailureKind = Literal["exception", "timeout", "crash", "memory"]
_MAX_TRACEBACK = 20_000


@dataclass(frozen=True, slots=True)
class JobFailure:
    """Why there is no result; `exception` names the exception's class, `signal` what ended the worker."""

    kind: FailureKind
    message: str
    traceback: str | None = None
    signal: str | None = None
    exception: str | None = None
    seconds: float = 0.0
    memory: int = 0

    @classmethod
    def of_exception(cls, error: BaseException, seconds: float, memory: int) -> "JobFailure":
        """The failure of a job that raised."""
        trace = portable_traceback("".join(traceback.format_exception(error)))
        if len(trace) > _MAX_TRACEBACK:
            trace = f"{trace[: _MAX_TRACEBACK // 2]}\n...\n{trace[-_MAX_TRACEBACK // 2 :]}"
        name = type(error).__name__
        message = f"{name}: {error}"[:_MAX_TRACEBACK].rstrip(": ")
        kind: FailureKind = "memory" if isinstance(error, MemoryError) else "exception"
        return cls(kind, message, trace, exception=name, seconds=seconds, memory=memory)

    def to_json(self) -> bytes:
        """The failure as a worker sends it."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "JobFailure":
        """The failure that a worker has sent."""
        return cls(**json.loads(data))


class Exit(NamedTuple):
    """How a worker ended: its exit code, negative for a signal, and what it wrote to standard error during its job."""

    code: int
    errors: str | None

    def __str__(self) -> str:
        name = signal_name(self.code)
        return f"the worker was ended by {name}" if name else f"the worker exited with exit code {self.code}"

    @property
    def last_line(self) -> str:
        """The last line that it wrote, in parentheses; empty if it wrote nothing."""
        lines = (self.errors or "").splitlines()
        return f"({lines[-1].strip()})" if lines else ""


def exit_failure(ended: Exit, exceeded: LimitExceeded | None, seconds: float, memory: int, *, oom: bool) -> JobFailure:
    """Why a job failed whose worker has ended; `oom` is whether the kernel has killed processes to free memory."""
    if exceeded is not None:
        return JobFailure(exceeded.kind, exceeded.message, ended.errors, seconds=exceeded.seconds, memory=memory)
    name = signal_name(ended.code)
    if oom and name == "SIGKILL":
        message = "the kernel ended the worker because the machine ran out of memory"
        return JobFailure("memory", message, ended.errors, name, seconds=seconds, memory=memory)
    return JobFailure("crash", str(ended), ended.errors, name, seconds=seconds, memory=memory)


def signal_name(code: int) -> str | None:
    """The signal in an exit code, if one ended the process."""
    if code >= 0:
        return None
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def portable_traceback(trace: str) -> str:
    """A traceback without the folders of this machine: files are named from where they are imported."""
    for folder in sorted(filter(None, sys.path), key=len, reverse=True):
        trace = trace.replace(f'"{folder.rstrip("/")}/', '"')
    return trace
