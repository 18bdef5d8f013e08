"""Child processes with pipes that end with this process, however it ends.

The kernel ends a child when the *thread* that started it ends. So one thread that lives as long as the process starts
all children. Where the kernel cannot do it, a program still notices that its standard input has ended.
"""

import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import IO

from maintext.sandbox import parent_death

_PIPE_SIZE = 1 << 20


def start_program(command: Sequence[str], *, errors: IO[bytes] | int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """Start a program in another language; it stays in this process group and ends with this process."""
    guard = [sys.executable, "-I", "-S", parent_death.__file__, str(os.getpid())]
    return spawn([*guard, *command], errors=errors)


def spawn(
    command: Sequence[str],
    *,
    errors: IO[bytes] | int,
    environment: Mapping[str, str] | None = None,
    new_group: bool = False,
) -> "subprocess.Popen[bytes]":
    """Start a command with pipes for its input and output; `environment` is added to that of this process."""

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603 - our own interpreter, or what an adapter names
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | (environment or {}),
            process_group=0 if new_group else None,
            bufsize=0 if new_group else -1,  # the pool reads pipes without waiting
        )

    child = _starter(os.getpid()).submit(start).result()
    for pipe in (child.stdin, child.stdout):
        with suppress(OSError, AttributeError):  # where the system allows it, a whole page fits into the pipe
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)  # type: ignore[arg-type]
    return child


def error_file() -> IO[bytes]:
    """A temporary file for the standard error of a child, which may be truncated between two jobs."""
    file = tempfile.TemporaryFile("w+b", buffering=0)  # noqa: SIM115 - the caller closes it
    fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)
    return file


def read_errors(file: IO[bytes], most: int) -> str:
    """The last bytes that a child wrote to its standard error."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - most))
    return file.read().decode("utf-8", "replace").strip("\0 \n")


def close_pipes(child: "subprocess.Popen[bytes]") -> None:
    """Close this process's ends of the pipes."""
    for stream in (child.stdin, child.stdout):
        with suppress(OSError):
            if stream:
                stream.close()


@cache
def _starter(process: int) -> ThreadPoolExecutor:
    """The one thread of this process that starts children; a forked process has its own."""
    return ThreadPoolExecutor(1, f"starter-of-{process}")
