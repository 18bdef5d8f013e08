"""Standard streams: closed streams are an error when used, and a full device is a one-line error."""

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from maintext.cli.messages import print_error

_NAMES = ("stdin", "stdout", "stderr")
_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors without a file's name that mean that standard output, or a file that was open, takes no more."""


def open_closed_streams() -> None:
    """Replace closed streams, so that no file opened later gets their file descriptors.

    Reading from a closed standard input and writing to a closed standard output are errors as in any program; what goes
    to a closed standard error is lost.
    """
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            with suppress(OSError):
                _open_null(number, os.O_WRONLY if name in ("stdin", "stderr") else os.O_RDONLY)
                setattr(sys, name, open(number, "r" if name == "stdin" else "w", closefd=False))  # noqa: SIM115


def replace_unknown_characters() -> None:
    """Print characters that the terminal cannot encode as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def report_os_error(error: OSError) -> None:
    """Print which file or stream cannot be read or written."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        name = error.filename if isinstance(error.filename, int) else os.fsdecode(error.filename)
        message = f"{name}: {reason}"
    else:
        message = f"cannot write the output ({reason})" if error.errno in _WRITING else reason
    with suppress(OSError):
        print_error(message)
    for stream in (sys.stdout, sys.stderr):
        _give_up_unwritten(stream)


def _give_up_unwritten(stream: TextIO) -> None:
    """Discard unwritten output, which the interpreter would try to write again at exit."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):
            _open_null(stream.fileno(), os.O_WRONLY)


def _open_null(number: int, flags: int) -> None:
    null = os.open(os.devnull, flags)
    if null != number:
        os.dup2(null, number)
        os.close(null)
