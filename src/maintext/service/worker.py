"""The service's worker process: any extractor, one order after the other, under the limits of a run's worker."""

import traceback
from typing import BinaryIO

from maintext.errors import MaintextError
from maintext.runs.limits import Limits
from maintext.runs.memory import Meter
from maintext.runs.outcome import portable
from maintext.runs.wire import BROKEN, READY, pack, read_frame
from maintext.runs.worker import begin
from maintext.service.problems import Problem, problem_json, problem_of
from maintext.service.task import TOO_MUCH_MEMORY, Order, Reply, pack_reply, unpack_order


def main() -> None:
    """Work until the pipe ends."""
    begun = begin()
    if begun is None:
        return
    inbox, outbox, orders = begun
    try:
        from maintext.service.work import work

        for kind in ("extract", "read"):  # what is loaded at first must not count as the first page's time
            work(
                Order(kind, (orders.spec,), is_text=True), b"<title>t</title><h1>t</h1><p>Some words to begin with.</p>"
            )
    except Exception as error:  # noqa: BLE001 - whatever it is, the service must hear of it
        _send(outbox, pack(BROKEN, body=f"{type(error).__name__}: {error}".encode("utf-8", "replace")))
        return
    _send(outbox, pack(READY))
    meter = Meter()
    while (frame := read_frame(inbox)) is not None:
        reply = _answer(unpack_order(frame), frame.body, orders.limits, meter)
        _send(outbox, pack_reply(reply))
        if reply.status == TOO_MUCH_MEMORY:
            return  # what the page has left behind must not count against the next one


def _answer(order: Order, body: bytes, limits: Limits, meter: Meter) -> Reply:
    """The answer to an order; whatever is raised becomes an answer that says so."""
    from maintext.service.work import work

    meter.reset()
    try:
        reply = work(order, body)
    except MemoryError:
        return _problem(TOO_MUCH_MEMORY, "the page takes too much memory")
    except MaintextError as error:
        problem = problem_of(error)
        return _problem(problem.status, problem.message)
    except Problem as problem:
        return _problem(problem.status, problem.message)
    except BaseException:  # noqa: BLE001 - SystemExit too is only this page's failure
        return _problem(500, "the extractor failed on this page", portable(traceback.format_exc())[-8000:])
    if meter.peak() > limits.memory:
        return _problem(TOO_MUCH_MEMORY, "the page takes too much memory")
    return reply


def _problem(status: int, message: str, trace: str | None = None) -> Reply:
    return Reply(status, "application/json", problem_json(status, message), trace)


def _send(outbox: BinaryIO, parts: tuple[bytes, bytes]) -> None:
    outbox.writelines(parts)
    outbox.flush()
