"""Files and folders of the user: files are opened without waiting, and written whole or not at all."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """A regular file, open for reading; a folder, FIFO or device is an OSError at once rather than a wait."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except ValueError:  # a NUL or a lone surrogate in the name
        raise OSError(errno.EINVAL, "not the name of a file") from None
    mode = os.fstat(number).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(number, "rb")
    os.close(number)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "not a regular file", str(path))


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a regular file."""
    with open_file(path) as file:
        return file.read()


def expand_user(path: str | os.PathLike[str]) -> Path:
    """A path with ~ replaced by the user's home; a user that does not exist is a name like any other."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path.expanduser raises where there is no such user


def cache_folder() -> Path:
    """The user's cache folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def programs_folder() -> Path:
    """The folder of installed programs: $MAINTEXT_PROGRAMS, or maintext/programs in the user's cache folder."""
    chosen = os.environ.get("MAINTEXT_PROGRAMS")
    return expand_user(chosen) if chosen else cache_folder() / "maintext" / "programs"


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: whoever reads it sees the old content or the new."""
    working = path.with_name(f".{path.name}.new")
    working.write_bytes(data)
    replace_file(working, path)


def replace_file(working: Path, path: Path) -> None:
    """Put a finished file in its place, so that it survives a power cut."""
    _sync(working)
    working.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    """Have the disk keep a file, or a folder's list of files."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
