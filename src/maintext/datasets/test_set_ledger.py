"""The ledger of test sets: each time a program reads a dataset that must not be trained on, with its command.

A table on a test set is worth less the more often the set was looked at before. The ledger is a file of JSON lines:
`test-set-ledger.jsonl` in the working folder or a folder above it, if there is one, so that a project can keep it under
version control; else a file of that name in the data home. $MAINTEXT_LEDGER names another file.
"""

import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.files import expand_user, read_file
from maintext.version import __version__

FILE: Final = "test-set-ledger.jsonl"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One program that read a test set; the digest identifies its arguments and the version of maintext."""

    date: str
    dataset: str
    command: str
    settings: str


def ledger_file(home: Path) -> Path:
    """The file that reads are recorded in; `home` is the data home."""
    if chosen := os.environ.get("MAINTEXT_LEDGER"):
        return expand_user(chosen)
    with suppress(OSError):  # the working folder may be gone
        for folder in (here := Path.cwd(), *here.parents):
            if (folder / FILE).is_file():
                return folder / FILE
    return home / FILE


@cache
def record_read(dataset: str, ledger: Path) -> None:
    """Record once per process that a test set was read; a file that cannot be written is left out."""
    entry = LedgerEntry(datetime.now(UTC).isoformat(timespec="seconds"), dataset, *_command(tuple(sys.argv)))
    with suppress(OSError), ledger.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(json.dumps(asdict(entry)) + "\n")


def read_ledger(ledger: Path) -> Iterator[LedgerEntry]:
    """The entries of a ledger, the oldest first; damaged lines are left out."""
    try:
        lines = read_file(ledger).splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        with suppress(ValueError, TypeError):
            yield dataclass_from(LedgerEntry, load_json(line))


def _command(arguments: Sequence[str]) -> tuple[str, str]:
    """The command without the folder of the program, and the digest of its arguments."""
    program = Path(arguments[0]).name if arguments else ""
    command = shlex.join((program, *arguments[1:]))
    return command, sha256(json.dumps([__version__, program, *arguments[1:]]).encode()).hexdigest()[:16]
