"""A program in another language that keeps running and answers line by line.

A request is a line of fields in base64, separated by spaces. A reply is `ok` or `no` and fields in the same way; the
one field of `no` says what went wrong.
"""

import atexit
import os
import threading
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import cache
from subprocess import Popen, TimeoutExpired
from typing import IO

from maintext.errors import ProgramError
from maintext.sandbox.child_process import close_pipes, error_file, read_errors, start_program

_ERRORS_READ = 2_000
_SECONDS_TO_EXIT = 5.0


class LineProgram:
    """One program; started by the first request, and again after it has ended. Threads wait for each other."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, tuple(command)
        self._lock = threading.Lock()
        self._process: Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """The number of the process, if it is running."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def request(self, *fields: str, timeout: float = 120.0) -> list[str]:
        """The fields of the reply; a refusal, an exit and a timeout are errors."""
        line = b" ".join(b64encode(field.encode("utf-8", "replace")) for field in fields) + b"\n"
        with self._lock:
            status, *reply = self._exchange(line, timeout).split(b" ")
        texts = [b64decode(field).decode("utf-8", "replace") for field in reply]
        if status == b"no":
            raise ProgramError(" ".join(texts))
        return texts

    def close(self) -> None:
        """End the program; the next request starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            close_pipes(process)
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _exchange(self, request: bytes, timeout: float) -> bytes:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - both are pipes
        late = threading.Event()
        clock = threading.Timer(timeout, _kill, (process, late))
        clock.start()
        try:
            process.stdin.write(request)
            process.stdin.flush()
            reply = process.stdout.readline()
        except OSError:
            reply = b""
        except BaseException:
            self.close()  # else the next request would get this one's reply
            raise
        finally:
            clock.cancel()
        if reply.endswith(b"\n") and reply.startswith((b"ok", b"no")):
            return reply[:-1]
        why = f"gave no answer within {timeout:g} seconds" if late.is_set() else self._describe_exit(reply)
        self.close()
        raise ProgramError(f"{self.name} {why}")

    def _running(self) -> "Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._errors = error_file()
            self._process = start_program(self.command, errors=self._errors)
        elif self._errors is not None:
            self._errors.truncate(0)  # what an earlier page left
        return self._process

    def _describe_exit(self, reply: bytes) -> str:
        """How the program ended, with the last line it wrote that does not belong to a stack trace."""
        if reply:
            return f"answered {reply[:80]!r}, which is not a valid reply"
        process, errors = self._process, self._errors
        assert process is not None and errors is not None  # noqa: S101, PT018 - a request was sent
        try:
            code = process.wait(_SECONDS_TO_EXIT)
        except TimeoutExpired:
            return "closed its output without exiting"
        lines = [line.strip() for line in read_errors(errors, _ERRORS_READ).split("\n")]
        last = next((line for line in reversed(lines) if line and not line.startswith("at ")), "")
        return f"ended with exit code {code} on this page" + (f" ({last[:200]})" if last else "")


def _kill(process: "Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()


def line_program(name: str, command: Sequence[str]) -> LineProgram:
    """The program for a command; all callers in this process share it."""
    return _line_program(name, tuple(command), os.getpid())


@cache
def _line_program(name: str, command: tuple[str, ...], process: int) -> LineProgram:
    return LineProgram(name, command)
