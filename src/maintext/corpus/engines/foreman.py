"""A worker of the local engine: takes pieces of work from its input, line by line, and reports on its output."""

import json
import os
import signal
import sys
import traceback
from typing import Any, BinaryIO

from maintext.corpus.counts import Counts
from maintext.corpus.pieces import Piece
from maintext.corpus.work import perform
from maintext.errors import BadInput, MaintextError


def main() -> None:
    """Work until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this process hears it, and ends us
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        _send(outbox, attempt(Piece.from_dict(json.loads(line)), outbox))


def attempt(piece: Piece, outbox: BinaryIO) -> dict[str, Any]:
    """The last message about a piece."""

    def tell(counts: Counts, at: int) -> None:
        _send(outbox, {"progress": counts.to_dict(), "at": at})

    try:
        return {"finished": perform(piece, tell)}
    except BadInput as error:
        return {"spoiled": str(error)}
    except MaintextError as error:
        return {"fatal": str(error)}
    except Exception as error:  # noqa: BLE001 - it is this shard's alone
        traceback.print_exc()
        where = traceback.extract_tb(error.__traceback__)[-1]
        return {"spoiled": f"{type(error).__name__}: {error} (in {where.name})"}


def _send(outbox: BinaryIO, message: dict[str, Any]) -> None:
    outbox.write(json.dumps(message).encode() + b"\n")
    outbox.flush()
