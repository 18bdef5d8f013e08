"""Child processes that end with this one, however it ends.

The kernel ends a child when the *thread* that started it ends. So all children are started by one thread that lives as
long as the process. Where the kernel cannot do it, a program still notices that its standard input has ended.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import IO

_PIPE_SIZE = 1 << 20
_PROGRAM = """
import ctypes, os, sys
parent, command = int(sys.argv[1]), sys.argv[2:]
try:
    ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL
except (OSError, AttributeError):
    pass
if os.getppid() != parent:
    os._exit(1)
os.execvp(command[0], command)
"""


def start(
    command: Sequence[str], *, errors: IO[bytes] | int = subprocess.DEVNULL, environment: dict[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    """Start a program with pipes for its input and output; it stays in our process group and dies with us."""
    process = os.getpid()
    leashed = [sys.executable, "-I", "-S", "-c", _PROGRAM, str(process), *command]

    def begin() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603 - what the adapter names
            leashed,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=None if environment is None else os.environ | environment,
        )

    child = _starter(process).submit(begin).result()
    for pipe in (child.stdin, child.stdout):
        with suppress(OSError, AttributeError):  # where the system can, a whole page fits into the pipe
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)  # type: ignore[arg-type]
    return child


@cache
def _starter(process: int) -> ThreadPoolExecutor:
    """The one thread of this process that starts children; a forked process has its own."""
    return ThreadPoolExecutor(1, f"starter-of-{process}")
