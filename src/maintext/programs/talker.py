"""A program that stays up and answers line by line.

A question is a line of fields in base64, separated by spaces. An answer is `ok` or `no` and fields in the same way; the
one field of `no` says what went wrong.
"""

import atexit
import fcntl
import os
import tempfile
import threading
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from subprocess import Popen, TimeoutExpired
from typing import IO

from maintext.errors import ProgramError
from maintext.programs.leash import start

_TAIL = 2_000
_TIME_TO_END = 5.0


class Talker:
    """One program; started at the first question and again after it has died. Threads wait for each other."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, tuple(command)
        self._lock = threading.Lock()
        self._process: Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """The number of the process, if it lives."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def ask(self, *fields: str, timeout: float = 120.0) -> list[str]:
        """The fields of the answer; a refusal, a death and silence are errors."""
        question = b" ".join(b64encode(field.encode("utf-8", "replace")) for field in fields) + b"\n"
        with self._lock:
            verdict, *answer = self._exchange(question, timeout).split(b" ")
        texts = [b64decode(field).decode("utf-8", "replace") for field in answer]
        if verdict == b"no":
            raise ProgramError(" ".join(texts))
        return texts

    def close(self) -> None:
        """End the program; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream:
                    with suppress(OSError):
                        stream.close()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _exchange(self, question: bytes, timeout: float) -> bytes:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - start() pipes both
        late = threading.Event()
        clock = threading.Timer(timeout, _stop, (process, late))
        clock.start()
        try:
            process.stdin.write(question)
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = b""
        except BaseException:
            self.close()  # else the next question would get this one's answer
            raise
        finally:
            clock.cancel()
        if answer.endswith(b"\n") and answer.startswith((b"ok", b"no")):
            return answer[:-1]
        why = f"gave no answer within {timeout:g} seconds" if late.is_set() else self._last_words(answer)
        self.close()
        raise ProgramError(f"{self.name} {why}")

    def _running(self) -> "Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._errors = tempfile.TemporaryFile("w+b", buffering=0)  # noqa: SIM115 - closed by close()
            fcntl.fcntl(self._errors, fcntl.F_SETFL, fcntl.fcntl(self._errors, fcntl.F_GETFL) | os.O_APPEND)
            self._process = start(self.command, errors=self._errors)
        elif self._errors is not None:
            self._errors.truncate(0)  # of an earlier page
        return self._process

    def _last_words(self, answer: bytes) -> str:
        """How the program ended, with the last line it wrote that is no line of a stack trace."""
        if answer:
            return f"answered {answer[:80]!r}, which is no answer"
        process, errors = self._process, self._errors
        assert process is not None and errors is not None  # noqa: S101, PT018 - a question was asked
        try:
            code = process.wait(_TIME_TO_END)
        except TimeoutExpired:
            return "closed its output and went on"
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - _TAIL))
        lines = [line.strip() for line in errors.read().decode("utf-8", "replace").split("\n")]
        last = next((line for line in reversed(lines) if line and not line.startswith("at ")), "")
        return f"ended with exit code {code} over this page" + (f" ({last[:200]})" if last else "")


def _stop(process: "Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()


def talker(name: str, command: Sequence[str]) -> Talker:
    """The program of this process that a command stands for; everybody who asks for it gets the same one."""
    return _talker(name, tuple(command), os.getpid())


@cache
def _talker(name: str, command: tuple[str, ...], process: int) -> Talker:
    return Talker(name, command)
