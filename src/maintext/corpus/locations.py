"""Locations of inputs and outputs: local files, or URLs that fsspec opens, such as s3://bucket/file."""

import gzip
import io
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from maintext.corpus.zstd import open_zstd
from maintext.errors import BadInput, CorpusError
from maintext.files import open_file

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

PLAN = "corpus.json"
"""The file by which a folder is known as a corpus."""

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


def is_remote(location: str) -> bool:
    """Whether a location is a URL rather than a path."""
    return "://" in location or "::" in location


def filesystem(location: str) -> "tuple[AbstractFileSystem, str]":
    """The fsspec file system of a URL, and the path in it."""
    try:
        import fsspec
    except ImportError as error:
        raise CorpusError(f"{location} needs fsspec; try: pip install 'maintext[corpus]'") from error
    try:
        return cast("tuple[AbstractFileSystem, str]", fsspec.core.url_to_fs(location))
    except ImportError as error:
        raise CorpusError(f"cannot open {location}: {error}") from error
    except ValueError as error:
        raise CorpusError(f"{location}: {error}") from error


def open_bytes(location: str) -> BinaryIO:
    """Open a file for reading its raw bytes."""
    try:
        if not is_remote(location):
            return open_file(location)
        system, path = filesystem(location)
        return cast(BinaryIO, system.open(path, "rb"))
    except FileNotFoundError:
        raise BadInput(f"{location}: no such file") from None
    except OSError as error:
        raise BadInput(f"{location}: cannot be read ({error.strerror or error})") from error


def decompressed(stream: BinaryIO) -> BinaryIO:
    """The decompressed stream; the compression is detected from its first bytes."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(Any, stream))
    magic = buffered.peek(4)[:4]
    if magic.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=buffered))
    if magic == _ZSTD:
        return cast(BinaryIO, open_zstd(cast(BinaryIO, buffered)))
    return cast(BinaryIO, buffered)


def damage(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """The exceptions of damaged or truncated compressed data."""
    try:
        from zstandard import ZstdError
    except ImportError:
        return (zlib.error, EOFError, gzip.BadGzipFile, *others)
    return (zlib.error, EOFError, gzip.BadGzipFile, ZstdError, *others)


def size_of(location: str) -> int:
    """The size of a file in bytes; 0 if unknown."""
    try:
        if not is_remote(location):
            return Path(location).stat().st_size
        system, path = filesystem(location)
        return int(system.info(path).get("size") or 0)
    except FileNotFoundError:
        raise BadInput(f"{location}: no such file") from None
    except OSError as error:
        raise BadInput(f"{location}: cannot be read ({error.strerror or error})") from error


def is_folder(location: str) -> bool:
    """Whether a location is a folder."""
    if not is_remote(location):
        return Path(location).is_dir()
    system, path = filesystem(location)
    return bool(system.isdir(path))


def files_in(folder: str) -> list[tuple[str, int]]:
    """The files below a folder as relative names with their sizes, in the order of their names.

    Hidden files are skipped, and so are corpora inside the folder.
    """
    try:
        if not is_remote(folder):
            root = Path(folder)
            found = [
                (path.relative_to(root).as_posix(), path.stat().st_size) for path in root.rglob("*") if path.is_file()
            ]
        else:
            system, base = filesystem(folder)
            start = len(base.rstrip("/")) + 1
            found = [(path[start:], int(info["size"] or 0)) for path, info in system.find(base, detail=True).items()]
    except OSError as error:
        raise BadInput(f"{folder}: cannot be read ({error.strerror or error})") from error
    made = tuple(name.removesuffix(PLAN) for name, _ in found if name.endswith(f"/{PLAN}"))
    return sorted(entry for entry in found if not entry[0].startswith(made) and not _is_hidden(entry[0]))


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def matches(pattern: str) -> list[str]:
    """The files that match a pattern with *; a location without a pattern is returned as it is."""
    if not any(sign in pattern for sign in "*?["):
        return [pattern]
    if not is_remote(pattern):
        if Path(pattern).exists():
            return [pattern]
        import glob

        found = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - keeps the path as the user wrote it
    else:
        system, path = filesystem(pattern)
        found = sorted(system.unstrip_protocol(name) for name in system.glob(path))
    if not found:
        raise BadInput(f"{pattern}: no file matches")
    return found


def join_location(folder: str, name: str) -> str:
    """A name below a folder."""
    return f"{folder.rstrip('/')}/{name}" if is_remote(folder) else str(Path(folder) / name)
