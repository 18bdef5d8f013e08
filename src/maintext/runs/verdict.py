"""Which page a worker fails over, and why: broken limits while it lives, the cause of its death afterwards."""

import signal
import time
from dataclasses import dataclass

from maintext.runs.limits import Limits, size
from maintext.runs.outcome import Failure, Kind
from maintext.runs.slot import Ending, Slot
from maintext.runs.wire import Job

_TIME_TO_TELL = 0.2


@dataclass(frozen=True, slots=True)
class Sentence:
    """Why a worker is to be killed, over which page, and when; until then it may say where it hangs."""

    job: Job
    kind: Kind
    message: str
    seconds: float
    at: float


def judge(slot: Slot, limits: Limits) -> Sentence | None:
    """Which limit a worker has broken, if any."""
    if not slot.ready or slot.leaving or not slot.pending:
        return None
    job, elapsed, now = slot.pending[0], slot.elapsed(), time.monotonic()
    if elapsed > limits.timeout:
        return Sentence(job, "timeout", f"no answer within {limits.timeout:g} seconds", elapsed, now + _TIME_TO_TELL)
    if slot.sample() > limits.memory:
        message = f"the worker held {size(slot.seen)}, more than the limit of {size(limits.memory)}"
        return Sentence(job, "memory", message, elapsed, now)
    return None


def verdict(slot: Slot, ending: Ending, elapsed: float, sentence: Sentence | None, *, starved: bool) -> Failure | None:
    """What the page that a dead worker was at has failed of; None if it was at none or had answered.

    `starved` is whether the kernel has been ending processes for want of memory.
    """
    if slot.leaving or not slot.pending:
        return None
    job = slot.pending[0]
    if sentence is not None:
        if sentence.job is not job:
            return None
        return Failure(job.id, sentence.kind, sentence.message, ending.complaint, None, sentence.seconds, slot.seen)
    name = signal_name(ending.code)
    if starved and name == "SIGKILL":
        message = "the kernel ended the worker because the machine ran out of memory"
        return Failure(job.id, "memory", message, ending.complaint, name, elapsed, slot.seen)
    return Failure(job.id, "crash", how(ending), ending.complaint, name, elapsed, slot.seen)


def how(ending: Ending) -> str:
    """How a worker ended, in a sentence."""
    name = signal_name(ending.code)
    return f"the worker was ended by {name}" if name else f"the worker ended by itself with exit code {ending.code}"


def last_line(ending: Ending) -> str:
    """The last thing a worker said, in parentheses; empty if it said nothing."""
    lines = (ending.complaint or "").splitlines()
    return f"({lines[-1].strip()})" if lines else ""


def signal_name(code: int) -> str | None:
    """The signal in an exit code, if one ended the process."""
    if code >= 0:
        return None
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
