"""Zip files from untrusted clients, read in workers; one invalid entry rejects the whole file."""

import json
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO, Final

from maintext.service.problems import Problem
from maintext.service.zip_directory import count_entries

ENDINGS: Final = (".html", ".htm", ".xhtml")
_MOST_RATIO = 200
"""The maximum compression ratio of a page; text has about 10, a ZIP bomb about 1000."""
_UNSUSPICIOUS = 1_000_000
"""The size in bytes up to which the compression ratio is not limited."""
_METHODS: Final = frozenset([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
_ENCRYPTED = 0x1
_UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, KeyError, NotImplementedError, RuntimeError,
    ValueError,
)  # fmt: skip
"""The exceptions of zipfile for damaged files; ValueError is raised for names that are not UTF-8."""


def list_archive(path: str, most_pages: int, most_bytes: int, most_page: int) -> bytes:
    """The names of an archive's pages and of its other files, as JSON; names, number and sizes are checked."""
    pages, others = archive_names(Path(path), most_pages=most_pages, most_bytes=most_bytes, most_page=most_page)
    return json.dumps({"pages": pages, "others": others}).encode()


def archive_names(path: Path, *, most_pages: int, most_bytes: int, most_page: int) -> tuple[list[str], list[str]]:
    """The same as two lists."""
    members = _members(path, 4 * most_pages)
    total = 0
    for member in members:
        _check(member, most_page)
        total += member.file_size
        if total > most_bytes:
            raise Problem(413, f"the zip unpacks to more than {most_bytes:,} bytes")
    files = [member.filename for member in members if not member.is_dir()]
    if len(set(files)) < len(files):
        raise Problem(422, "the zip has two files of one name")
    pages = [name for name in files if _is_page(name)]
    if len(pages) > most_pages:
        raise Problem(413, f"the zip has {len(pages):,} pages; the limit is {most_pages:,}")
    if not pages:
        raise Problem(422, f"the zip has no pages; their names end with {', '.join(ENDINGS)}")
    return pages, [name for name in files if not _is_page(name)]


def read_member(path: str, name: str, most: int) -> bytes:
    """Decompress one page of an archive."""
    try:
        with zipfile.ZipFile(path) as opened, opened.open(name) as file:
            return _read(file, most)
    except _UNREADABLE as error:
        raise Problem(422, "this page cannot be unpacked") from error


def _members(path: Path, most: int) -> list[zipfile.ZipInfo]:
    """The entries of an archive, counted before they are read, because each takes half a kilobyte of memory."""
    try:
        with path.open("rb") as file:
            if count_entries(file, most) > most:
                raise Problem(413, f"the zip has more than {most:,} entries, pages and other files together")
        with zipfile.ZipFile(path) as opened:
            return opened.infolist()
    except _UNREADABLE as error:
        raise Problem(415, "this is not a zip file that can be read") from error


def _check(member: zipfile.ZipInfo, most_page: int) -> None:
    name = member.orig_filename
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or ":" in name or "\\" in name or len(name) > 500:
        raise Problem(422, "the zip has a file whose name leads out of its folder")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise Problem(422, "the zip has a link in it; only files are allowed")
    if member.flag_bits & _ENCRYPTED:
        raise Problem(422, "the zip is encrypted")
    if member.compress_type not in _METHODS:
        raise Problem(422, "the zip uses an unsupported compression method; use deflate")
    if member.file_size > most_page and _is_page(name):
        raise Problem(413, f"the zip has a page of more than {most_page:,} bytes")
    if member.file_size > _UNSUSPICIOUS and member.file_size > _MOST_RATIO * max(1, member.compress_size):
        raise Problem(413, "the zip has a file that unpacks to far more than its size; it looks like a zip bomb")


def _read(file: IO[bytes], most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise Problem(413, f"the page has more than {most:,} bytes")
    return data


def _is_page(name: str) -> bool:
    parts = PurePosixPath(name).parts
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return name.lower().endswith(ENDINGS) and not hidden
